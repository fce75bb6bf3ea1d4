import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { sessions, type SessionRow } from '@dosar/domain/identity/sessions.projector';
import { PEOPLE_LIMITS, type Session } from '@dosar/contracts';
import { rowIn, type RowText } from '@dosar/kernel/runtime';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import type { Json } from '../../platform/http/json';
import { ViewRows } from '../../platform/reads/rows';

/** The caller's devices, the one seen last first. */
export class ListSessions extends Query<Json> {
  constructor(readonly call: Call) {
    super();
  }
}

@QueryHandler(ListSessions)
export class ListSessionsHandler implements IQueryHandler<ListSessions> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly rows: ViewRows,
  ) {}

  execute({ call }: ListSessions): Promise<Json> {
    const { id, sessionId } = call.caller;
    const shown = (json: RowText<SessionRow>): Session => {
      const { user_id: _, ...session } = rowIn(json);
      return { ...session, current: session.id === sessionId };
    };
    const produce = async () => {
      const rows = await this.rows.find(sessions, { where: { user_id: id }, order: [['last_seen', 'desc']] });
      // a sign-in whose proof was over by then never counted; of those opened in the same moment one is too many for a while
      const open = rows
        .filter(({ id: each }) => this.installation.access.session(each))
        .slice(0, PEOPLE_LIMITS.sessions);
      return JSON.stringify({ sessions: open.map(({ json }) => shown(json)) });
    };
    return this.rows.part(call, { view: sessions, audience: id }, produce, sessionId);
  }
}
