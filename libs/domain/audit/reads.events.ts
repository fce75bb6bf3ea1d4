import { z } from 'zod';
import { events, personal, shape, type EventOf } from '@dosar/kernel';
import { Id } from '@dosar/contracts';

const name = personal('name', z.string());

/** Something that was asked for and exists. */
const Resource = z.object({ type: z.string(), id: z.string() });

/** `range`: the bytes that were asked for, both ends included; null for all of them. */
const read = {
  clientId: Id,
  fileId: Id,
  folderId: Id.nullable(),
  path: name,
  name,
  version: z.int(),
  size: z.int(),
  sha256: personal('content', z.string()),
  range: z.object({ start: z.int(), end: z.int() }).nullable(),
} as const;

/** Reads and refusals that the audit must show. One stream a session, so that each has one writer. */
export const ReadsEvents = events(
  'reads',
  {
    FileDownloaded: shape(z.object(read)),
    /** As one archive, in parts of so many that they fit into one append. */
    FilesDownloaded: shape(
      z.object({ clientId: Id, archiveId: Id, files: z.array(z.object({ fileId: Id, version: z.int() })) }),
    ),
    /** Looked at in the console. */
    FilePreviewed: shape(z.object(read)),
    /** The filters. Of texts and addresses, which are personal, only that they were used. */
    AuditViewed: shape(
      z
        .object({
          eventId: Id,
          eventType: z.string(),
          userId: Id,
          resourceType: z.string(),
          resourceId: Id,
          clientId: Id,
          correlationId: Id,
          dateFrom: z.string(),
          dateTo: z.string(),
          byText: z.boolean(),
          byAddress: z.boolean(),
        })
        .partial(),
    ),
    /** `count`: how many since the last of these. `clientId`: whose all of them were; null when they were not one client's. */
    AccessRefused: shape(z.object({ clientId: Id.nullable(), count: z.int(), resources: z.array(Resource).max(10) })),
    /** Something unusual that was not refused. `bytes`: of downloads; `folders` and `since`: of deletions. */
    AlarmRaised: shape(
      z.object({
        alarm: z.enum(['downloads', 'deletions']),
        userId: Id,
        files: z.int(),
        bytes: z.int().optional(),
        folders: z.int().optional(),
        since: z.string().optional(),
      }),
    ),
  },
  (_, { clientId }) => (clientId === null ? null : `client:${clientId}`),
  (sessionId, { type, data }) => {
    if (type === 'FilesDownloaded') return { type: 'client', id: data.clientId };
    if (type === 'FileDownloaded' || type === 'FilePreviewed') return { type: 'file', id: data.fileId };
    return type === 'AlarmRaised' ? { type: 'user', id: data.userId } : { type: 'session', id: sessionId };
  },
);
export type ReadsEvent = EventOf<typeof ReadsEvents>;
