import { z } from 'zod';
import { Instant } from '../endpoint';
import { Id, UserId } from '../ids';
import { Named } from '../identity/identity.view';
import { MandateEnd } from './mandates.values';

/** From an instant up to another, which no longer belongs to it. */
export const Period = z.object({
  /** When it begins. */
  from: Instant,
  /** When it is over. */
  to: Instant,
});
export type Period = z.infer<typeof Period>;

/** What an auditor was appointed for: whose documents of which time they may see, what for, and until when. */
export const Mandate = z.object({
  id: Id,
  /** Who was appointed. */
  auditor: z.object({
    /** Their account. */
    id: UserId,
    /** The name of the person; null once it was erased. */
    name: z.string().nullable(),
    /** The address that they sign in with; null once it was erased. */
    email: z.string().nullable(),
  }),
  /** Whose documents and conversations they may see. */
  scope: z.object({
    /** The accounting firm. */
    firm: Named,
    /** The clients of it that are named; null: all of them. */
    clients: z.array(Named).nullable(),
  }),
  /** The time that is looked into: nothing is seen as it was later. */
  period: Period,
  /** What it is for; null once it was erased. */
  purpose: z.string().nullable(),
  /** When the access ends by itself. */
  until: Instant,
  /** When it was made. */
  appointed_at: Instant,
  /** The administrator who made it. */
  appointed_by: Named.nullable(),
  /** When it ended; null while it lasts. */
  ended_at: Instant.nullable(),
  /** Why it ended. */
  ended_why: MandateEnd.nullable(),
});
export type Mandate = z.infer<typeof Mandate>;

/** Something that an auditor has opened. */
export const OpenedThing = z.object({
  /** What it is: a file, a folder, a conversation, a client, a search or the audit. */
  type: z.string(),
  /** Its id; of a search and of the audit, that of the session. */
  id: Id,
  /** What it was called; null where it has no name, or once that was erased. */
  name: z.string().nullable(),
  /** How often it was opened, as far as it was counted. */
  count: z.int(),
  /** When it was opened last. */
  last_at: Instant,
});
export type OpenedThing = z.infer<typeof OpenedThing>;

/** A mandate, with what was opened by it. */
export const MandateReport = Mandate.extend({
  /** What was opened, the newest first. */
  opened: z.array(OpenedThing),
  /** Whether more was opened than is listed. */
  opened_is_more: z.boolean(),
});
export type MandateReport = z.infer<typeof MandateReport>;
