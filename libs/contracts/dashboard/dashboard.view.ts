import { z } from 'zod';
import { Day, Instant } from '../endpoint';
import { FolderId, Id } from '../ids';
import { AccountingStatus, ProcessState } from '../files/files.values';
import { Named } from '../identity/identity.view';

/** What somebody did last, with all things that one action was done to as one. */
export const Activity = z.object({
  id: Id,
  event_type: z.string(),
  /** Called as now; null is the system. */
  user: z.object({ id: Id, name: z.string().nullable(), role: z.string().nullable() }).nullable(),
  timestamp: Instant,
  client: Named,
  /** The thing as it is now: of several the last one. `folder_id`: where a file is; a folder's own. */
  resource: z.object({
    type: z.enum(['file', 'folder']),
    id: Id,
    name: z.string().nullable(),
    folder_id: FolderId.nullable(),
    deleted: z.boolean(),
  }),
  /** The state that it was given, where it was given one. */
  to: z.string().nullable(),
  count: z.int(),
});
export type Activity = z.infer<typeof Activity>;

/** A client with documents that were not processed yet. */
export const WaitingClient = Named.extend({
  new_files: z.int(),
  pending_files: z.int(),
  last_activity: Instant.nullable(),
});
export type WaitingClient = z.infer<typeof WaitingClient>;

const counted = <const K extends readonly string[]>(...names: K) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.int()])) as Record<K[number], z.ZodInt>);

/** What somebody may see, in figures. What is deleted does not count. */
export const Dashboard = z.object({
  unread_messages: z.int(),
  last_activity: Instant.nullable(),
  recent_activity: z.array(Activity),
  /** `pending_files`: not processed yet. */
  statistics: z.object({ total_files: z.int(), total_conversations: z.int(), pending_files: z.int() }),
  /** Of each of the last days, the oldest first, how many of its uploads are still there. */
  uploads_by_day: z.array(z.object({ day: Day, count: z.int() })),
  by_status: z.object({
    process_state: counted(...ProcessState.options),
    accounting_status: counted(...AccountingStatus.options, 'none'),
  }),
  /** For those who work for several clients: such as wait for something, the most documents first. */
  clients: z.array(WaitingClient).optional(),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const DASHBOARD = { days: 30, recent: 10, clients: 10 } as const;
