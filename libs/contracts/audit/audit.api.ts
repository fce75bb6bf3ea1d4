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
