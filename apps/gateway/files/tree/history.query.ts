import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { filesApi, HistoryEvent, InputOf, ReplyOf } from '@dosar/contracts';
import { type Row, rowIn } from '@dosar/kernel/runtime';
import { audit, auditTerm, type AuditRow } from '@dosar/domain/audit/audit.projector';
import type { Call } from '../../platform/access/call';
import { detailsOf, eventsOf } from '../../platform/reads/event-details';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { pathsOfThen } from '../../platform/reads/paths-of-then';
import { ViewRows } from '../../platform/reads/rows';
import { Drives } from './drives';

export class GetHistory extends Query<ReplyOf<typeof filesApi.history>> {
  constructor(
    readonly type: 'file' | 'folder',
    readonly id: string,
    readonly query: InputOf<typeof filesApi.history>['query'],
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(GetHistory)
export class GetHistoryHandler implements IQueryHandler<GetHistory> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly drives: Drives,
    private readonly rows: ViewRows,
  ) {}

  async execute({ type, id, query: { before, limit }, call }: GetHistory) {
    await this.drives[type](call, id);
    const terms = { all: [auditTerm('resource_type', type), auditTerm('resource_id', id)], beginnings: [] };
    const where = { position: { from: 0, ...(before !== undefined && { below: BigInt(before) }) } };
    const find = { where, terms, order: [['position', 'desc']], limit: limit + 1 } as const;
    const found = await this.rows.findFor(call, audit, find);
    const shown = found.slice(0, limit);
    return {
      events: await this.events(shown),
      next_before: found.length > limit ? String(shown.at(-1)!.position) : null,
    };
  }

  /** Without where it was said from. */
  private async events(rows: readonly Row<AuditRow>[]): Promise<HistoryEvent[]> {
    const events = await eventsOf(this.installation, rows);
    const placed = pathsOfThen(this.installation, this.rows, events);
    const shown = events.map(async (event, at) => {
      const { user_name: name } = rowIn(rows[at]!.json);
      return {
        event_type: event.type,
        user: event.actor.kind === 'user' ? { id: event.actor.id, name, role: event.actor.role } : null,
        timestamp: event.occurredAt,
        details: await placed(event, detailsOf(event)),
      };
    });
    return Promise.all(shown);
  }
}
