import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { sessions, type SessionRow } from '@dosar/domain/identity/sessions.projector';
import type { Session } from '@dosar/contracts';
import type { Call } from '../platform/call';
import type { Json } from '../platform/json';
import { Rows } from '../platform/rows';

/** The caller's devices, the one seen last first. */
export class ListSessions extends Query<Json> {
  constructor(readonly call: Call) {
    super();
  }
}

@QueryHandler(ListSessions)
export class ListSessionsHandler implements IQueryHandler<ListSessions> {
  constructor(private readonly rows: Rows) {}

  execute({ call }: ListSessions): Promise<Json> {
    const { id, sessionId } = call.caller;
    const shown = (json: string): Session => {
      const { user_id: _, ...session } = JSON.parse(json) as SessionRow;
      return { ...session, current: session.id === sessionId };
    };
    const produce = async () => {
      const rows = await this.rows.find(sessions, { where: { user_id: id }, order: [['last_seen', 'desc']] });
      return JSON.stringify({ sessions: rows.map(({ json }) => shown(json)) });
    };
    return this.rows.part(call, sessions, id, produce, sessionId);
  }
}
