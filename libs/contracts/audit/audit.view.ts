import { z } from 'zod';
import { Instant } from '../endpoint';
import { ClientId, Id } from '../ids';

export const AuditEvent = z.object({
  event_id: Id,
  /** A decimal string: opaque, but in order. */
  position: z.string(),
  correlation_id: Id,
  command_id: Id,
  /** The event that caused it; null for what a person began. */
  causation_id: Id.nullable(),
  event_type: z.string(),
  /** The name is what it was at the event; null is the system. */
  user: z.object({ id: Id, name: z.string().nullable(), role: z.string().nullable() }).nullable(),
  timestamp: Instant,
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  resource_type: z.string(),
  resource_id: Id,
  resource_name: z.string().nullable(),
  client_id: ClientId.nullable(),
  /** What the client is called now. */
  client_name: z.string().nullable(),
  /** What the event says, with names beside ids (`file_id`, `file_name`), as they are now. */
  details: z.record(z.string(), z.unknown()),
});
export type AuditEvent = z.infer<typeof AuditEvent>;
