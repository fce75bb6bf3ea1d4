import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  folded,
  type auditApi,
  type AuditEvent,
  type AuditFilters,
  type InputOf,
  type ReplyOf,
} from '@dosar/contracts';
import type { Where } from '@dosar/kernel';
import { audit, positionKey, type AuditRow } from '@dosar/domain/audit/audit.projector';
import type { Call } from '../platform/call';
import { notFound } from '../platform/problem';
import { Rows } from '../platform/rows';
import { endOf, startOf } from '../platform/time';
import { AuditEvents } from './audit-events';
import { Readers } from './readers';

/** As many as one action can have caused and a person can look at. */
const RELATED = 200;

const whereOf = (filters: AuditFilters): Where => {
  const { date_from, date_to, q, ip_address, ...same } = filters;
  const equal = Object.entries(same).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const from = date_from && startOf(date_from).toISOString();
  const below = date_to && endOf(date_to).toISOString();
  return {
    // rows that the view only keeps for itself have no position
    position: { not: null },
    ...Object.fromEntries(equal),
    ...(ip_address !== undefined && { ip: ip_address }),
    ...((from || below) && { occurred_at: { ...(from && { from }), ...(below && { below }) } }),
    ...(q && { searched: { contains: folded(q) } }),
  };
};

export class ListAudit extends Query<ReplyOf<typeof auditApi.events>> {
  constructor(
    readonly query: InputOf<typeof auditApi.events>['query'],
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(ListAudit)
export class ListAuditHandler implements IQueryHandler<ListAudit> {
  constructor(
    private readonly rows: Rows,
    private readonly events: AuditEvents,
    private readonly readers: Readers,
  ) {}

  async execute({ query: { before, limit, ...filters }, call }: ListAudit) {
    await this.readers.list(call, filters);
    const where = whereOf(filters);
    const page: Where = before === undefined ? where : { ...where, position: { below: positionKey(before) } };
    const found = await this.rows.find(audit, { where: page, order: [['position', 'desc']], limit: limit + 1 });
    const events = await this.events.of(found.slice(0, limit));
    const next_before = found.length > limit ? events.at(-1)!.position : null;
    return { events, next_before, total: await this.rows.count(audit, where) };
  }
}

export class GetAuditEvent extends Query<{ readonly event: AuditEvent; readonly related: readonly AuditEvent[] }> {
  constructor(
    readonly eventId: string,
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(GetAuditEvent)
export class GetAuditEventHandler implements IQueryHandler<GetAuditEvent> {
  constructor(
    private readonly rows: Rows,
    private readonly events: AuditEvents,
    private readonly readers: Readers,
  ) {}

  async execute({ eventId, call }: GetAuditEvent) {
    const [row] = await this.rows.find(audit, { where: { event_id: eventId }, limit: 1 });
    if (!row) throw notFound();
    await this.readers.event(call, eventId);
    const { correlationId } = JSON.parse(row.json) as AuditRow;
    const where = { correlation_id: correlationId, event_id: { not: eventId } };
    const others = await this.rows.find(audit, { where, order: [['position', 'asc']], limit: RELATED });
    const [[event], related] = [await this.events.of([row]), await this.events.of(others)];
    return { event: event!, related };
  }
}
