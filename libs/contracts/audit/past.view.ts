import { z } from 'zod';
import { Instant, LogPosition } from '../endpoint';
import { ClientId, ConversationId, Id, UserId } from '../ids';
import { Role } from '../identity/identity.values';
import { Named } from '../identity/identity.view';

/** When something changed: as of this position it is as that left it. */
export const PastMoment = z.object({
  position: LogPosition,
  time: Instant,
  event_type: z.string(),
  /** Who did it, with the name that they had then; null: the system. */
  user: Named.nullable(),
  /** What was done at once is one moment of so many events. */
  events_count: z.int(),
});
export type PastMoment = z.infer<typeof PastMoment>;

export const ChangeKind = z.enum(['added', 'removed', 'renamed', 'moved', 'state', 'changed']);
export type ChangeKind = z.infer<typeof ChangeKind>;

/** What became of one thing between two instants; one that was renamed and moved is said twice. */
export const Change = z.object({
  kind: ChangeKind,
  type: z.enum(['file', 'folder']),
  id: Id,
  /** As it was at the later instant. */
  name: z.string().nullable(),
  /** A name, a path, or a state; null where there is none, as of what was added. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The last event between them that was about it. */
  event_id: Id,
  position: LogPosition,
  user: Named.nullable(),
  time: Instant,
});
export type Change = z.infer<typeof Change>;

/** Why somebody could see something. */
export const SeenWhy = z.enum([
  'administrator',
  'accountant_of_firm',
  'assigned_accountant',
  'user_of_client',
  'participant',
]);
export type SeenWhy = z.infer<typeof SeenWhy>;

/** What somebody opened on the day of an instant. */
const Opened = z.object({
  event_type: z.string(),
  resource_type: z.string(),
  resource_id: Id,
  client_id: ClientId.nullable(),
  name: z.string().nullable(),
  time: Instant,
  position: LogPosition,
});

export const AccessThen = z.object({
  /** `unknown`: rules stood then that this release does not have; nobody is named. */
  rules: z.enum(['known', 'unknown']),
  /** Which release decided then; null: that is not known. */
  software: z.object({ version: z.string(), level: z.int() }).nullable(),
  people: z.array(z.object({ id: UserId, name: z.string().nullable(), role: Role, why: SeenWhy })).optional(),
  clients: z.array(z.object({ id: ClientId, name: z.string().nullable(), why: SeenWhy })).optional(),
  conversations: z
    .array(z.object({ id: ConversationId, title: z.string().nullable(), client: Named.nullable(), why: SeenWhy }))
    .optional(),
  opened: z.array(Opened).optional(),
  /** There is more of it than is named. */
  is_more: z.literal(true).optional(),
});
export type AccessThen = z.infer<typeof AccessThen>;
