import { put, type SealedDocument, view } from '@dosar/kernel';
import type { DriveEvent } from './drive.events';

/** Where the bytes of a file are stored, with their key and date: for downloads, never shown. */
export type Content = SealedDocument & {
  readonly version: number;
  /** The year in which it began, whose key encrypts its members. */
  readonly year: number;
  /** When it was uploaded. */
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
