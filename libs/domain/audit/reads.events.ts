import { z } from 'zod';
import { EXPORT_FORMATS, EXPORTED_LISTS } from '@dosar/contracts';
import { events, internal, personal, shape, type EventOf } from '@dosar/kernel';
import { ClientId, FileId, FolderId, Id, UserId } from '../event-values';
import { filesKey } from '../files/drive.events';
import { userKey } from '../identity/user.events';

const name = personal('name', z.string());

/** Something that was asked for and exists. */
const Resource = z.object({ type: z.string(), id: z.string() });

/** `range`: the bytes that were asked for, both ends included; null for all of them, or of a file inside it. */
const read = {
  clientId: ClientId,
  fileId: FileId,
  /** In which the file began. */
  year: internal(z.int()),
  folderId: FolderId.nullable(),
  name,
  version: z.int(),
  size: z.int(),
  sha256: personal('content', z.string()),
  range: z.object({ start: z.int(), end: z.int() }).nullable(),
  /** Of one file inside it alone, as it is called there. */
  part: name.optional(),
} as const;

const filter = personal('content', z.string()).optional();
const filters = {
  eventType: filter,
  userId: filter,
  resourceType: filter,
  resourceId: filter,
  clientId: filter,
  correlationId: filter,
  dateFrom: filter,
  dateTo: filter,
} as const;

/** Whatever was written into them is the reader's. Of texts and addresses, which are somebody else's, only that they were used. */
const lookedFor = {
  ...filters,
  byText: z.boolean().optional(),
  byAddress: z.boolean().optional(),
} as const;

/** So many are named of what was refused. */
export const MOST_REFUSED = 10;

/** Reads and refusals that the audit must show. One stream a session, so that each has one writer. */
export const ReadsEvents = events(
  'reads',
  {
    /** `archiveId`: as a part of one archive; each of its files has one of these, so that its history knows who has it. */
    FileDownloaded: shape(z.object({ ...read, archiveId: Id.optional() })),
    /** Looked at in the console. */
    FilePreviewed: shape(z.object(read)),
    /** One event, or the filters of a list. */
    AuditViewed: shape(z.object({ readerId: UserId, eventId: Id.optional(), ...lookedFor })),
    /** What these filters find was sent to the reader, or began to be. */
    AuditExported: shape(z.object({ readerId: UserId, ...lookedFor, kinds: filter, format: z.enum(EXPORT_FORMATS) })),
    /** A list was taken away as a file; `clientId`: whose it was, null when it is of no client. */
    ListExported: shape(
      z.object({ readerId: UserId, list: z.enum(EXPORTED_LISTS), clientId: ClientId.nullable(), count: z.int() }),
    ),
    /**
     * What an auditor opens, once a thing and ten minutes: of a mandate as a whole, where it is a list of all that is in
     * scope, or a search. `at`: the position as of which.
     */
    RecordsViewed: shape(
      z.object({
        kind: z.enum(['file', 'folder', 'conversation', 'message', 'client', 'mandate']),
        id: Id,
        clientId: ClientId.nullable(),
        at: z.string(),
      }),
    ),
    /** What somebody else could see, as of an instant. */
    ViewedAs: shape(z.object({ readerId: UserId, userId: UserId })),
    /**
     * `count`: how many since the last of these. `clientId`: whose all of them were; null when they were not one client's.
     * `routes`: which calls were asked for, as the contract writes them, and `resources`: which things; each once.
     */
    AccessRefused: shape(
      z.object({
        clientId: ClientId.nullable(),
        count: z.int(),
        routes: z.array(z.string()).max(MOST_REFUSED),
        resources: z.array(Resource).max(MOST_REFUSED),
      }),
    ),
    /** Something unusual that was not refused. `bytes`: of downloads; `folders` and `since`: of deletions. */
    AlarmRaised: shape(
      z.object({
        alarm: z.enum(['downloads', 'deletions']),
        userId: UserId,
        files: z.int(),
        bytes: z.int().optional(),
        folders: z.int().optional(),
        since: z.string().optional(),
      }),
    ),
  },
  (_, { type, data }) => {
    if (type === 'AuditViewed' || type === 'AuditExported') return userKey(data.readerId);
    return type === 'FileDownloaded' || type === 'FilePreviewed' ? filesKey(data.clientId, data.year) : null;
  },
  (sessionId, { type, data }) => {
    if (type === 'FileDownloaded' || type === 'FilePreviewed') return { type: 'file', id: data.fileId };
    if (type === 'ViewedAs') return { type: 'user', id: data.userId };
    if (type === 'RecordsViewed') return { type: data.kind, id: data.id };
    return type === 'AlarmRaised' ? { type: 'user', id: data.userId } : { type: 'session', id: sessionId };
  },
);
export type ReadsEvent = EventOf<typeof ReadsEvents>;
