import { z } from 'zod';
import { Instant } from '../endpoint';
import { ClientId, Id } from '../ids';
import { AuditEvent } from './audit.view';

/** What a deed is about. `reads`: downloads, previews and looks at the audit; `access`: signing in, refusals, alarms. */
export const DEED_KINDS = [
  'files',
  'conversations',
  'people',
  'access',
  'reads',
  'searches',
  'settings',
  'notifications',
  'system',
] as const;
export const DeedKind = z.enum(DEED_KINDS);
export type DeedKind = z.infer<typeof DeedKind>;

/** All that one act of somebody caused: the events of one correlation. */
export const Deed = z.object({
  correlation_id: Id,
  /** Where its first event stands, and its newest. */
  first_position: z.string(),
  position: z.string(),
  timestamp: Instant,
  /** The name is what it was then; null is the system. */
  user: AuditEvent.shape.user,
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  client_id: ClientId.nullable(),
  /** What the client is called now. */
  client_name: z.string().nullable(),
  kind: DeedKind,
  /** The event that says what the deed was. */
  event: AuditEvent,
  /** How many events there are of each type, those that say most first. */
  counts: z.array(z.object({ event_type: z.string(), count: z.int() })),
  events_count: z.int(),
});
export type Deed = z.infer<typeof Deed>;
