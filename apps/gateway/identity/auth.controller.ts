import { Controller, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authApi, type InputOf } from '@dosar/contracts';
import { SESSION_MS } from '@dosar/domain/identity/access.projector';
import type { Call } from '../platform/call';
import { Endpoint, From, Input } from '../platform/endpoint';
import { Origins } from '../platform/origins';
import { RequestLetter } from './letters.handler';
import { SecondFactor } from './second-factor';
import { Sessions } from './sessions';
import { ListSessions } from './sessions.query';
import { RefreshSession, SignIn, type SignInAnswer } from './sign-in.handler';

/** Only the calls under /api/auth are sent this cookie, and no script reads it. */
const COOKIE = 'dosar_refresh';
const PLACE = { path: '/api/auth', httpOnly: true, sameSite: 'strict' } as const;

/** Coming in, staying in, and going out. */
@Controller()
export class AuthController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly sessions: Sessions,
    private readonly second: SecondFactor,
    private readonly origins: Origins,
  ) {}

  @Endpoint(authApi.login)
  async login(
    @Input() { body }: InputOf<typeof authApi.login>,
    @From() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.withCookie(reply, await this.commands.execute(new SignIn(body.email, body.password, call)));
  }

  @Endpoint(authApi.secondFactor)
  async secondFactor(
    @Input() { body }: InputOf<typeof authApi.secondFactor>,
    @From() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.withCookie(reply, await this.second.verify(call, body.token, body));
  }

  @Endpoint(authApi.secondFactorOptions)
  async secondFactorOptions(@Input() { body }: InputOf<typeof authApi.secondFactorOptions>, @From() call: Call) {
    return { options: await this.second.passkeyOptions(call, body.token) };
  }

  @Endpoint(authApi.secondFactorSetup)
  secondFactorSetup(@Input() { body }: InputOf<typeof authApi.secondFactorSetup>, @From() call: Call) {
    return this.second.setUp(call, body.token);
  }

  @Endpoint(authApi.secondFactorConfirm)
  async secondFactorConfirm(
    @Input() { body }: InputOf<typeof authApi.secondFactorConfirm>,
    @From() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.withCookie(reply, await this.second.confirm(call, body.token, body.code));
  }

  @Endpoint(authApi.requestLink)
  requestLink(@Input() { body }: InputOf<typeof authApi.requestLink>, @From() call: Call) {
    return this.commands.execute(new RequestLetter('sign_in', body.email, call));
  }

  @Endpoint(authApi.useLink)
  async useLink(
    @Input() { body }: InputOf<typeof authApi.useLink>,
    @From() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.withCookie(reply, await this.second.useLink(call, body.token));
  }

  @Endpoint(authApi.refresh)
  async refresh(@From() call: Call, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
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

  @Endpoint(authApi.logoutAll)
  async logoutAll(@From() call: Call, @Res({ passthrough: true }) reply: FastifyReply) {
    await this.sessions.endAll(call);
    void reply.clearCookie(COOKIE, PLACE);
  }

  @Endpoint(authApi.sessions)
  listSessions(@From() call: Call) {
    return this.queries.execute(new ListSessions(call));
  }

  @Endpoint(authApi.endSession)
  endSession(@Input() { params }: InputOf<typeof authApi.endSession>, @From() call: Call) {
    return this.sessions.endOwn(call, params.id);
  }

  private withCookie(reply: FastifyReply, { body, opened }: SignInAnswer) {
    if (opened) {
      const age = { secure: this.origins.isSecure, maxAge: SESSION_MS / 1000 };
      void reply.setCookie(COOKIE, opened.cookie, { ...PLACE, ...age });
    }
    return body;
  }
}
