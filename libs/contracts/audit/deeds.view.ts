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
  /** The id of the act. */
  correlation_id: Id,
  /** Where its first event stands in the log. */
  first_position: z.string(),
  /** Where its newest event stands in the log. */
  position: z.string(),
  /** When it began. */
  timestamp: Instant,
  /** The name is what it was then; null is the system. */
  user: AuditEvent.shape.user,
  /** The address from which it was done; null: from none, or it was erased. */
  ip_address: z.string().nullable(),
  /** What the browser calls itself; null: there was none, or it was erased. */
  user_agent: z.string().nullable(),
  /** The client whose things it was about, if they are one client's. */
  client_id: ClientId.nullable(),
  /** What the client is called now. */
  client_name: z.string().nullable(),
  /** What the deed is about. */
  kind: DeedKind,
  /** The event that says what the deed was. */
  event: AuditEvent,
  /** How many events there are of each type, those that say most first. */
  counts: z.array(
    z.object({
      /** What kind of event it is. */ event_type: z.string(),
      /** How many of them there are. */ count: z.int(),
    }),
  ),
  /** How many events it has. */
  events_count: z.int(),
});
export type Deed = z.infer<typeof Deed>;
