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
    /** Something unusual that was not refused. */
    AlarmRaised: shape(z.object({ alarm: z.enum(['downloads']), userId: Id, files: z.int(), bytes: z.int() })),
  },
  (_, { clientId }) => (clientId === null ? null : `client:${clientId}`),
  (_, { data }) => ('fileId' in data ? { type: 'file', id: data.fileId } : { type: 'user', id: data.userId }),
);
export type ReadingEvent = EventOf<typeof ReadingEvents>;
