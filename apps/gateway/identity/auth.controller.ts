import { Controller, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authApi, type InputOf } from '@dosar/contracts';
import { SESSION_MS } from '@dosar/domain/identity/access.projector';
import type { Call } from '../platform/call';
import { Endpoint, From, Input } from '../platform/endpoint';
import { Origins } from '../platform/origins';
import { RefreshSession, SignIn, type SignedInReply } from './auth.handler';
import { GetMe } from './people.query';
import { Sessions } from './sessions';

/** Only the calls under /api/auth are sent this cookie, and no script reads it. */
const COOKIE = 'dosar_refresh';
const PLACE = { path: '/api/auth', httpOnly: true, sameSite: 'strict' } as const;

@Controller()
export class AuthController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly sessions: Sessions,
    private readonly origins: Origins,
  ) {}

  @Endpoint(authApi.login)
  async login(
    @Input(authApi.login) { body }: InputOf<typeof authApi.login>,
    @From() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.withCookie(reply, await this.commands.execute(new SignIn(body.email, body.password, call)));
  }

  @Endpoint(authApi.refresh)
  async refresh(@Req() request: FastifyRequest, @From() call: Call, @Res({ passthrough: true }) reply: FastifyReply) {
    this.origins.mustBeOurs(request);
    try {
      return this.withCookie(reply, await this.commands.execute(new RefreshSession(request.cookies[COOKIE], call)));
    } catch (error) {
      void reply.clearCookie(COOKIE, PLACE);
      throw error;
    }
  }

  @Endpoint(authApi.logout)
  async logout(@From() call: Call, @Res({ passthrough: true }) reply: FastifyReply) {
    await this.sessions.signOut(call);
    void reply.clearCookie(COOKIE, PLACE);
  }

  @Endpoint(authApi.me)
  me(@From() call: Call) {
    return this.queries.execute(new GetMe(call));
  }

  private withCookie(reply: FastifyReply, { body, opened }: SignedInReply) {
    void reply.setCookie(COOKIE, opened.cookie, { ...PLACE, secure: this.origins.isSecure, maxAge: SESSION_MS / 1000 });
    return body;
  }
}
