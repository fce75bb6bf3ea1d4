import { z } from 'zod';
import { Day, Instant } from '../endpoint';
import { FolderId, Id } from '../ids';
import { AccountingStatus, ProcessState } from '../files/files.values';
import { Named } from '../identity/identity.view';

/** What somebody did last, with all things that one action was done to as one. */
export const Activity = z.object({
  /** The id of its newest event. */
  id: Id,
  /** The id of its oldest event; with `id` it leads to all documents of it (`GET /documents`). */
  first_id: Id,
  /** What kind of event it is. */
  event_type: z.string(),
  /** Called as now; null is the system. */
  user: z
    .object({
      id: Id,
      /** What it is called now; null once its name was erased. */ name: z.string().nullable(),
      /** What their account is. */ role: z.string().nullable(),
    })
    .nullable(),
  /** When it happened. */
  timestamp: Instant,
  /** The client whose things it was about. */
  client: Named,
  /** The thing as it is now: of several the last one. `folder_id`: where a file is; a folder's own. */
  resource: z.object({
    /** Whether it is a file or a folder. */
    type: z.enum(['file', 'folder']),
    id: Id,
    /** What it is called now; null once its name was erased. */
    name: z.string().nullable(),
    /** The folder in which a file is; of a folder its own id. */
    folder_id: FolderId.nullable(),
    /** Whether it is deleted now. */
    deleted: z.boolean(),
  }),
  /** The state that it was given, where it was given one. */
  to: z.string().nullable(),
  /** To how many things it was done. */
  count: z.int(),
});
export type Activity = z.infer<typeof Activity>;

/** A client with documents that were not processed yet. */
export const WaitingClient = Named.extend({
  /** How many of its documents nobody has begun with. */
  new_files: z.int(),
  /** How many of its documents were not processed yet. */
  pending_files: z.int(),
  /** When something happened to its documents last; null: never. */
  last_activity: Instant.nullable(),
});
export type WaitingClient = z.infer<typeof WaitingClient>;

/** How many files there are. */
const Count = z.int();
const counted = <const K extends readonly string[]>(...names: K) =>
  z.object(Object.fromEntries(names.map((name) => [name, Count])) as Record<K[number], typeof Count>);

/** What somebody may see, in figures. What is deleted does not count. */
export const Dashboard = z.object({
  /** How many messages in the caller's conversations were not read; more than 1,000 are not counted. */
  unread_messages: z.int(),
  /** When something happened last; null: never. */
  last_activity: Instant.nullable(),
  /** What happened last, the newest first. */
  recent_activity: z.array(Activity),
  /** How much there is. */
  statistics: z.object({
    /** How many files there are. */ total_files: z.int(),
    /** How many conversations there are. */ total_conversations: z.int(),
    /** How many files were not processed yet. */ pending_files: z.int(),
  }),
  /** Of each of the last days, the oldest first, how many of its uploads are still there. */
  uploads_by_day: z.array(
    z.object({ /** The day. */ day: Day, /** How many of its uploads are still there. */ count: z.int() }),
  ),
  /** How many files are in which state. */
  by_status: z.object({
    /** By how far the firm is with them. */
    process_state: counted(...ProcessState.options),
    /** By what the books say of them; `none`: nothing yet. */
    accounting_status: counted(...AccountingStatus.options, 'none'),
  }),
  /** For those who work for several clients: such as wait for something, the most documents first. */
  clients: z.array(WaitingClient).optional(),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const DASHBOARD = { days: 30, recent: 10, clients: 10 } as const;
