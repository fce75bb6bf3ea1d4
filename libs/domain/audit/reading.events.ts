import { z } from 'zod';
import { events, personal, shape, type EventOf } from '@dosar/kernel';
import { Id } from '@dosar/contracts';

/** What was only looked at, but must be known all the same: one stream a session, so nobody contends for it. */
export const ReadingEvents = events(
  'access',
  {
    FileDownloaded: shape(
      z.object({ fileId: Id, folderId: Id.nullable(), version: z.int(), name: personal(z.string()), size: z.int() }),
    ),
    /** By which filters. Texts and addresses are somebody's: only that they were looked for is said. */
    AuditViewed: shape(
      z
        .object({
          event_id: Id,
          event_type: z.string(),
          user_id: Id,
          resource_type: z.string(),
          resource_id: Id,
          client_id: Id,
          correlation_id: Id,
          date_from: z.string(),
          date_to: z.string(),
          by_text: z.boolean(),
          by_address: z.boolean(),
        })
        .partial(),
    ),
    /** Something unusual that was not refused. */
    AlarmRaised: shape(z.object({ alarm: z.enum(['downloads']), userId: Id, files: z.int(), bytes: z.int() })),
  },
  (_, { clientId }) => (clientId === null ? null : `client:${clientId}`),
  (sessionId, { type, data }) => {
    if (type === 'AuditViewed') return { type: 'audit', id: sessionId };
    return type === 'FileDownloaded' ? { type: 'file', id: data.fileId } : { type: 'user', id: data.userId };
  },
);
export type ReadingEvent = EventOf<typeof ReadingEvents>;
