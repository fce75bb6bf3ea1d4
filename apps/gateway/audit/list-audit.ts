import { AUDIT_TOTAL, auditApi, type AuditEvent, type AuditFilters, type InputOf } from '@dosar/contracts';
import type { CountIn, Row, Terms } from '@dosar/kernel/runtime';
import { audit, auditTerm, type AuditRow } from '@dosar/domain/audit/audit.projector';
import type { Call } from '../platform/access/call';
import { notFound } from '../platform/http/problem';
import { ViewRows } from '../platform/reads/rows';
import { useCase } from '../platform/use-cases/use-case';
import type { UseCaseContext } from '../platform/use-cases/use-case-context';
import { AuditInScope } from './audit-in-scope';
import { AuditEvents } from './audit-events';
import { AuditPlaces } from './audit-places';
import { eventTerms } from './deed-filters';
import { NotedReads } from './noted-reads';

/** As many as one action can have caused and a person can look at. */
const RELATED = 200;

/** What is looked for, as terms; null when it is everything. */
const termsOf = (filters: AuditFilters): Terms | null => {
  const terms = eventTerms(filters);
  return terms.all.length + terms.beginnings.length === 0 ? null : terms;
};

const NEWEST_FIRST = [['position', 'desc']] as const;

type Query = InputOf<typeof auditApi.events>['query'];

export const listAudit = useCase(auditApi.events, async ({ query }, context) => {
  const { before, limit: _, ...filters } = query;
  await context.use(NotedReads).list(context.call, filters);
  return context.look ? new AuditInScope(context).page(query) : pageOfAll(context, query, before === undefined);
});

const pageOfAll = async ({ call, rows, use }: UseCaseContext, query: Query, isFirst: boolean) => {
  const { before, limit, ...filters } = query;
  const terms = termsOf(filters);
  const asked = { where: { position: await use(AuditPlaces).span(filters, before) }, ...(terms && { terms }) };
  const found = await rows.findFor(call, audit, { ...asked, order: NEWEST_FIRST, limit: limit + 1 });
  const events = await use(AuditEvents).of(found.slice(0, limit));
  return { ...page(events, found.length > limit), ...(isFirst && (await total(rows, call, asked))) };
};

const page = (events: AuditEvent[], hasMore: boolean) => ({
  events,
  next_before: hasMore ? events.at(-1)!.position : null,
});

const total = async (rows: ViewRows, call: Call, asked: CountIn<typeof audit>) => {
  const count = await rows.countFor(call, audit, asked, AUDIT_TOTAL + 1);
  return count > AUDIT_TOTAL ? { total: AUDIT_TOTAL, total_is_more: true as const } : { total: count };
};

export const getAuditEvent = useCase(auditApi.event, async ({ params: { event_id: eventId } }, context) => {
  const [row] = await context.use(ViewRows).find(audit, { where: { event_id: eventId }, limit: 1 });
  if (!row) throw notFound();
  return context.look ? eventInScope(context, row) : eventOfAll(context, row, eventId);
});

const eventOfAll = async ({ call, rows, use }: UseCaseContext, row: Row<AuditRow>, eventId: string) => {
  await use(NotedReads).event(call, eventId);
  const [event] = await use(AuditEvents).of([row]);
  return { event: event!, related: await use(AuditEvents).of(await related(rows, call, event!, row)) };
};

/** For an auditor; one that is not in scope is not there. */
const eventInScope = async (context: UseCaseContext, row: Row<AuditRow>) => {
  const { call, use } = context;
  const seen = new AuditInScope(context);
  const [event] = await seen.shown([row]);
  if (!event) throw notFound();
  await use(NotedReads).event(call, event.event_id);
  return { event, related: await seen.shown(await related(use(ViewRows), call, event, row)) };
};

const related = async (
  rows: ViewRows,
  call: Call,
  { correlation_id }: AuditEvent,
  { position }: Row,
): Promise<Row<AuditRow>[]> => {
  const terms = { all: [auditTerm('correlation_id', correlation_id)], beginnings: [] };
  const find = { where: {}, terms, order: [['position', 'asc']], limit: RELATED } as const;
  return (await rows.findFor(call, audit, find)).filter((other) => other.position !== position);
};
