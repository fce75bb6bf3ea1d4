import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  AUDIT_TOTAL,
  type auditApi,
  type AuditEvent,
  type AuditFilters,
  type InputOf,
  type ReplyOf,
} from '@dosar/contracts';
import type { CountIn, Row, Terms, WhereIn } from '@dosar/kernel/runtime';
import { audit, auditTerm, auditWords, type AuditFilter, type AuditRow } from '@dosar/domain/audit/audit.projector';
import type { Call } from '../platform/access/call';
import { notFound } from '../platform/http/problem';
import { ViewRows } from '../platform/reads/rows';
import { endOf, startOf } from '../platform/hosting/time';
import { AuditEvents } from './audit-events';
import { AuditReads } from './audit-reads';

/** As many as one action can have caused and a person can look at. */
const RELATED = 200;

const EXACT: readonly AuditFilter[] = [
  'event_type',
  'user_id',
  'resource_type',
  'resource_id',
  'client_id',
  'correlation_id',
  'ip_address',
];

/** What is looked for, as terms; null when it is everything. */
const termsOf = (filters: AuditFilters): Terms | null => {
  const all = EXACT.flatMap((filter) => {
    const value = filters[filter];
    return value === undefined ? [] : auditTerm(filter, value);
  });
  const beginnings = filters.q === undefined ? [] : auditWords(filters.q);
  return all.length + beginnings.length === 0 ? null : { all, beginnings };
};

/** Places in the log: those who ask for days ask for a part of it. */
@Injectable()
export class AuditPlaces {
  constructor(private readonly rows: ViewRows) {}

  async where({ date_from, date_to }: AuditFilters, before: string | undefined): Promise<WhereIn<typeof audit>> {
    const from = date_from === undefined ? null : await this.firstSince(startOf(date_from));
    const below = date_to === undefined ? null : await this.firstSince(endOf(date_to));
    // nothing has happened since then
    if (from === 'none') return { position: { below: 0 } };
    const bounds = [before === undefined ? null : BigInt(before), below === 'none' ? null : below];
    const end = bounds.reduce(
      (least, each) => (least === null || (each !== null && each < least) ? each : least),
      null,
    );
    return { position: { from: from ?? 0, ...(end !== null && { below: end }) } };
  }

  /** The place of the first event since then. */
  private async firstSince(time: Date): Promise<bigint | 'none'> {
    const where = { occurred_at: { from: time.getTime() } };
    const [first] = await this.rows.find(audit, { where, order: [['occurred_at', 'asc']], limit: 1 });
    return first?.position ?? 'none';
  }
}

export class ListAudit extends Query<ReplyOf<typeof auditApi.events>> {
  constructor(
    readonly query: InputOf<typeof auditApi.events>['query'],
    readonly call: Call,
  ) {
    super();
  }
}

const NEWEST_FIRST = [['position', 'desc']] as const;

@QueryHandler(ListAudit)
export class ListAuditHandler implements IQueryHandler<ListAudit> {
  constructor(
    private readonly rows: ViewRows,
    private readonly places: AuditPlaces,
    private readonly events: AuditEvents,
    private readonly audited: AuditReads,
  ) {}

  async execute({ query: { before, limit, ...filters }, call }: ListAudit) {
    await this.audited.list(call, filters);
    const terms = termsOf(filters);
    const asked = { where: await this.places.where(filters, before), ...(terms && { terms }) };
    const found = await this.rows.findFor(call, audit, { ...asked, order: NEWEST_FIRST, limit: limit + 1 });
    const events = await this.events.of(found.slice(0, limit));
    const next_before = found.length > limit ? events.at(-1)!.position : null;
    return { events, next_before, ...(before === undefined && (await this.total(call, asked))) };
  }

  private async total(call: Call, asked: CountIn<typeof audit>) {
    const total = await this.rows.countFor(call, audit, asked, AUDIT_TOTAL + 1);
    return total > AUDIT_TOTAL ? { total: AUDIT_TOTAL, total_is_more: true as const } : { total };
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
    private readonly rows: ViewRows,
    private readonly events: AuditEvents,
    private readonly audited: AuditReads,
  ) {}

  async execute({ eventId, call }: GetAuditEvent) {
    const [row] = await this.rows.find(audit, { where: { event_id: eventId }, limit: 1 });
    if (!row) throw notFound();
    await this.audited.event(call, eventId);
    const [event] = await this.events.of([row]);
    return { event: event!, related: await this.events.of(await this.related(call, event!, row)) };
  }

  private async related(call: Call, { correlation_id }: AuditEvent, { position }: Row): Promise<Row<AuditRow>[]> {
    const terms = { all: [auditTerm('correlation_id', correlation_id)], beginnings: [] };
    const find = { where: {}, terms, order: [['position', 'asc']], limit: RELATED } as const;
    return (await this.rows.findFor(call, audit, find)).filter((other) => other.position !== position);
  }
}
