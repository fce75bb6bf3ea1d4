import { z } from 'zod';
import { Day, endpoint, EventsPaging } from '../endpoint';
import { ClientId, Id, UserId } from '../ids';
import { partOf } from '../features';
import { AuditEvent } from './audit.view';

/** An instant, or a day of Bucharest: `date_to` includes its day. */
export const Moment = z.union([Day, z.iso.datetime({ offset: true })]);

export const AuditFilters = z.object({
  event_type: z.string().max(200).optional(),
  user_id: UserId.optional(),
  resource_type: z.string().max(64).optional(),
  resource_id: Id.optional(),
  client_id: ClientId.optional(),
  correlation_id: Id.optional(),
  ip_address: z.string().max(64).optional(),
  date_from: Moment.optional(),
  date_to: Moment.optional(),
  q: z.string().max(200).optional(),
});
export type AuditFilters = z.infer<typeof AuditFilters>;

/** So many are counted. */
export const AUDIT_TOTAL = 1_000;

export const auditApi = partOf(['audit'], {
  events: endpoint({
    method: 'GET',
    path: '/audit/events',
    summary: 'What happened, newest first.',
    query: AuditFilters.extend(EventsPaging.shape),
    status: 200,
    /** On the first page alone it is said how many there are, exactly up to `AUDIT_TOTAL`. */
    reply: z.object({
      events: z.array(AuditEvent),
      next_before: z.string().nullable(),
      total: z.int().optional(),
      total_is_more: z.literal(true).optional(),
    }),
    view: 'audit',
    isTagged: false,
  }),
  event: endpoint({
    method: 'GET',
    path: '/audit/events/:event_id',
    summary: 'One event, and what the same action caused.',
    params: z.object({ event_id: Id }),
    status: 200,
    reply: z.object({ event: AuditEvent, related: z.array(AuditEvent) }),
    view: 'audit',
    isTagged: false,
  }),
});
