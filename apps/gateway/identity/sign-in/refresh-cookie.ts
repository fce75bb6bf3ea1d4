import { Injectable } from '@nestjs/common';
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_MS } from '@dosar/domain/identity/access.projector';
import type { Json } from '../../platform/http/json';
import { Origins } from '../../platform/http/origins';
import type { SignInAnswer } from './sign-in-flow';

/** The cookie is only sent to calls under /api/auth, and scripts cannot read it. */
const COOKIE = 'dosar_refresh';
const PLACE = { path: '/api/auth', httpOnly: true, sameSite: 'strict' } as const;

/** The cookie that keeps a session signed in. */
@Injectable()
export class RefreshCookie {
  constructor(private readonly origins: Origins) {}

  /** @throws Problem when the page is of another origin */
  read(request: FastifyRequest): string | undefined {
    this.origins.mustBeOurs(request);
    return request.cookies[COOKIE];
  }

  /** The answer, with the cookie if a session was opened. */
  with(reply: FastifyReply, { body, opened }: SignInAnswer): Json {
    if (opened) {
      const age = { secure: this.origins.isSecure, maxAge: SESSION_MS / 1000 };
      void reply.setCookie(COOKIE, opened.cookie, { ...PLACE, ...age });
    }
    return body;
  }

  clear(reply: FastifyReply): void {
    void reply.clearCookie(COOKIE, PLACE);
  }
}
