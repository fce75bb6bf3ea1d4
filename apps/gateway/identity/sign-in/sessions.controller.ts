import { Controller, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { authApi, type InputOf } from '@dosar/contracts';
import type { Call } from '../../platform/access/call';
import { Endpoint, From, Input } from '../../platform/http/endpoint';
import { RefreshCookie } from './refresh-cookie';
import { Sessions } from './sessions';
import { ListSessions } from './sessions.query';

/** Where somebody is signed in, and going out. */
@Controller()
export class SessionsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly sessions: Sessions,
    private readonly cookie: RefreshCookie,
  ) {}

  @Endpoint(authApi.logout)
  async logout(@From() call: Call, @Res({ passthrough: true }) reply: FastifyReply) {
    await this.sessions.signOut(call);
    this.cookie.clear(reply);
  }

  @Endpoint(authApi.logoutAll)
  async logoutAll(@From() call: Call, @Res({ passthrough: true }) reply: FastifyReply) {
    await this.sessions.endAll(call);
    this.cookie.clear(reply);
  }

  @Endpoint(authApi.sessions)
  listSessions(@From() call: Call) {
    return this.queries.execute(new ListSessions(call));
  }

  @Endpoint(authApi.endSession)
  endSession(@Input() { params }: InputOf<typeof authApi.endSession>, @From() call: Call) {
    return this.sessions.endOwn(call, params.id);
  }
}
