import { z } from 'zod';
import { Instant } from '../endpoint';
import { ClientId, Id } from '../ids';

/** Something that happened, as a record of the log. */
export const AuditEvent = z.object({
  /** The id of the event. */
  event_id: Id,
  /** A decimal string: opaque, but in order. */
  position: z.string(),
  /** The id of the act that it is part of. */
  correlation_id: Id,
  /** The id of the command that wrote it. */
  command_id: Id,
  /** The event that caused it; null for what a person began. */
  causation_id: Id.nullable(),
  /** What kind of event it is. */
  event_type: z.string(),
  /** The name is what it was at the event; null is the system. */
  user: z
    .object({
      id: Id,
      /** What they were called then; null once it was erased. */ name: z.string().nullable(),
      /** What their account was then. */ role: z.string().nullable(),
    })
    .nullable(),
  /** When it happened. */
  timestamp: Instant,
  /** The address from which it was done; null: from none, or it was erased. */
  ip_address: z.string().nullable(),
  /** What the browser calls itself; null: there was none, or it was erased. */
  user_agent: z.string().nullable(),
  /** Of which kind the thing is that it is about. */
  resource_type: z.string(),
  /** The id of the thing that it is about. */
  resource_id: Id,
  /** What that thing is called; null: it has no name, or it was erased. */
  resource_name: z.string().nullable(),
  /** The client whose thing it is, if it is a client's. */
  client_id: ClientId.nullable(),
  /** What the client is called now. */
  client_name: z.string().nullable(),
  /** What the event says, with names beside ids (`file_id`, `file_name`), as they are now. */
  details: z.record(z.string(), z.unknown()),
});
export type AuditEvent = z.infer<typeof AuditEvent>;
