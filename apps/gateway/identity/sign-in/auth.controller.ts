import { Controller, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authApi, PROBLEMS, type InputOf } from '@dosar/contracts';
import type { Call } from '../../platform/access/call';
import { Endpoint, From, Input } from '../../platform/http/endpoint';
import { Problem } from '../../platform/http/problem';
import { RequestLetter } from '../accounts/letters.handler';
import { RefreshCookie } from './refresh-cookie';
import { SecondFactor } from '../two-step/second-factor';
import { UseSignInLink } from './sign-in-link.handler';
import { RefreshSession, SignIn } from './sign-in.handler';

/** Coming in, and staying in. */
@Controller()
export class AuthController {
  constructor(
    private readonly commands: CommandBus,
    private readonly second: SecondFactor,
    private readonly cookie: RefreshCookie,
  ) {}

  @Endpoint(authApi.login)
  async login(
    @Input() { body }: InputOf<typeof authApi.login>,
    @From() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.cookie.with(reply, await this.commands.execute(new SignIn(body.email, body.password, call)));
  }

  @Endpoint(authApi.secondFactor)
  async secondFactor(
    @Input() { body }: InputOf<typeof authApi.secondFactor>,
    @From() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.cookie.with(reply, await this.second.verify(call, body.token, body));
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
    return this.cookie.with(reply, await this.second.confirm(call, body.token, body.code));
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
    return this.cookie.with(reply, await this.commands.execute(new UseSignInLink(body.token, call)));
  }

  @Endpoint(authApi.refresh)
  async refresh(@From() call: Call, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const cookie = this.cookie.read(request);
    try {
      return this.cookie.with(reply, await this.commands.execute(new RefreshSession(cookie, call)));
    } catch (error) {
      // an outage says nothing of the session
      if (error instanceof Problem && PROBLEMS[error.code] === 401) this.cookie.clear(reply);
      throw error;
    }
  }
}
