import { z } from 'zod';
import { endpoint, EventsPaging } from '../endpoint';
import { Id } from '../ids';
import { partOf } from '../features';
import { AuditFilters } from './audit.values';
import { AuditEvent } from './audit.view';

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
      /** What happened, newest first. */
      events: z.array(AuditEvent),
      /** Given as `before`, it leads to the next page; null on the last. */
      next_before: z.string().nullable(),
      /** On the first page: how many there are, exactly up to 1,000. */
      total: z.int().optional(),
      /** There are more than `total`. */
      total_is_more: z.literal(true).optional(),
    }),
    view: 'audit',
    isTagged: false,
  }),
  event: endpoint({
    method: 'GET',
    path: '/audit/events/:event_id',
    summary: 'One event, and what the same action caused.',
    params: z.object({ /** The id of the event. */ event_id: Id }),
    status: 200,
    reply: z.object({
      /** The event. */ event: AuditEvent,
      /** What the same act caused, this event among it. */ related: z.array(AuditEvent),
    }),
    view: 'audit',
    isTagged: false,
  }),
});
