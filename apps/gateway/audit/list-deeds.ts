import { deedsApi, type AuditEvent, type Deed } from '@dosar/contracts';
import { placeOf, weightOf } from '@dosar/domain/audit/deed-kinds';
import { eventsIn, type DeedHead } from '@dosar/domain/audit/deeds.projector';
import { notFound } from '../platform/http/problem';
import { useCase } from '../platform/use-cases/use-case';
import { AuditEvents } from './audit-events';
import { DeedCounts } from './deed-counts';
import { Deeds } from './deeds';
import { NotedReads } from './noted-reads';

export const listDeeds = useCase(deedsApi.list, async ({ query: { before, limit, ...filters } }, { call, use }) => {
  await use(NotedReads).list(call, filters);
  const { heads, next } = await use(Deeds).page(call, filters, before, limit);
  const events = await use(AuditEvents).at(heads.map(({ said }) => BigInt(said.position)));
  return {
    deeds: heads.map((head, nth) => deedOf(head, events[nth]!)),
    next_before: next,
    ...(before === undefined && (await use(DeedCounts).total(call, filters))),
  };
});

const deedOf = (head: DeedHead, event: AuditEvent): Deed => {
  const { user, ip_address, user_agent } = event;
  const counts = Object.entries(head.counts).map(([event_type, count]) => ({ event_type, count }));
  return {
    correlation_id: head.deed,
    first_position: head.first,
    position: head.last,
    timestamp: head.at,
    user,
    ip_address,
    user_agent,
    client_id: event.client_id,
    client_name: event.client_name,
    kind: placeOf(head.said.type).kind,
    event,
    counts: counts.sort((a, b) => weightOf(a.event_type) - weightOf(b.event_type)),
    events_count: eventsIn(head),
  };
};

export const listDeedEvents = useCase(deedsApi.events, async ({ params, query }, { call, use }) => {
  const head = await use(Deeds).head(params.correlation_id);
  if (!head) throw notFound();
  await use(NotedReads).list(call, params);
  return { ...(await use(AuditEvents).oldestFirst(call, params, query)), total: eventsIn(head) };
});
