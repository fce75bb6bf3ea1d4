import { put, type SealedDocument, view } from '@dosar/kernel';
import type { DriveEvent } from './drive.events';

/** Where the bytes of a file are, what opens them, and since when: for downloads, not shown to anybody. */
export type Content = SealedDocument & {
  readonly version: number;
  /** In which it began: what is said of it is sealed under that one. */
  readonly year: number;
  /** When it came. */
  readonly created: string;
};

export const contents = view<DriveEvent, Content>()({
  view: 'contents',
  version: 4,
  columns: { blob_id: 'text', created: 'text' },
  indexes: [['blob_id'], ['created']],
  personal: 'unread',
  columnsOf: ({ blobId, created }) => ({ blob_id: blobId, created }),
  on: {
    FileCarried: async ({ fileId, year }, { id: eventId, sealed }, rows) => {
      const row = await rows.get(fileId);
      return row ? put(fileId, { ...row, year, eventId, sealed: sealed?.content ?? null }) : [];
    },
    FileUploaded: ({ fileId, blobId, version, size, year }, { id: eventId, sealed, occurredAt: created }) =>
      put(fileId, { id: fileId, blobId, version, size, year, created, eventId, sealed: sealed?.content ?? null }),
  },
});
