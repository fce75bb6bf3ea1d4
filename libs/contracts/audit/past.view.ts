import { z } from 'zod';
import { Instant, LogPosition } from '../endpoint';
import { ClientId, ConversationId, Id, UserId } from '../ids';
import { Role } from '../identity/identity.values';
import { Named } from '../identity/identity.view';

/** When something changed: as of this position it is as that left it. */
export const PastMoment = z.object({
  /** Where it stands in the log. */
  position: LogPosition,
  /** When it was. */
  time: Instant,
  /** What kind of event it is. */
  event_type: z.string(),
  /** Who did it, with the name that they had then; null: the system. */
  user: Named.nullable(),
  /** What was done at once is one moment of so many events. */
  events_count: z.int(),
});
export type PastMoment = z.infer<typeof PastMoment>;

/** What became of a thing between two instants. */
export const ChangeKind = z.enum(['added', 'removed', 'renamed', 'moved', 'state', 'changed']);
export type ChangeKind = z.infer<typeof ChangeKind>;

/** What became of one thing between two instants; one that was renamed and moved is said twice. */
export const Change = z.object({
  /** What became of it. */
  kind: ChangeKind,
  /** Whether it is a file or a folder. */
  type: z.enum(['file', 'folder']),
  /** The id of the file or folder. */
  id: Id,
  /** As it was at the later instant. */
  name: z.string().nullable(),
  /** A name, a path, or a state; null where there is none, as of what was added. */
  from: z.string().nullable(),
  /** The same at the later instant; null where there is none, as of what was removed. */
  to: z.string().nullable(),
  /** The last event between them that was about it. */
  event_id: Id,
  /** Where the last event about it stands in the log. */
  position: LogPosition,
  /** Who did it, with the name that they had then; null: the system. */
  user: Named.nullable(),
  /** When it was done. */
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
  /** What kind of event it is. */
  event_type: z.string(),
  /** Of which kind the thing is. */
  resource_type: z.string(),
  /** The id of the thing that was opened. */
  resource_id: Id,
  /** The client whose thing it is, if it is a client's. */
  client_id: ClientId.nullable(),
  /** What it is called; null: it has no name, or it was erased. */
  name: z.string().nullable(),
  /** When it was opened. */
  time: Instant,
  /** Where it stands in the log. */
  position: LogPosition,
});

export const AccessThen = z.object({
  /** `unknown`: rules stood then that this release does not have; nobody is named. */
  rules: z.enum(['known', 'unknown']),
  /** Which release decided then; null: that is not known. */
  software: z
    .object({
      /** The release. */
      version: z.string(),
      /** The level of its formats and rules. */
      level: z.int(),
    })
    .nullable(),
  /** Who could see the thing. */
  people: z.array(Named.extend({ id: UserId, role: Role, why: SeenWhy })).optional(),
  /** The clients that the person could see. */
  clients: z.array(Named.extend({ id: ClientId, why: SeenWhy })).optional(),
  /** The conversations that the person could read. */
  conversations: z
    .array(
      z.object({
        id: ConversationId,
        /** What it is called; null: it is called by its people. */
        title: z.string().nullable(),
        /** The client that it is about, if it is about one. */
        client: Named.nullable(),
        why: SeenWhy,
      }),
    )
    .optional(),
  /** What the person opened that day. */
  opened: z.array(Opened).optional(),
  /** There is more of it than is named. */
  is_more: z.literal(true).optional(),
});
export type AccessThen = z.infer<typeof AccessThen>;
