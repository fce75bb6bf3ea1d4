import { put, type Projector } from '@dosar/kernel';
import type { DriveEvent } from './drive.events';

/** Where the bytes of a file are, and since when: for downloads, not shown to anybody. */
export type Content = {
  readonly id: string;
  readonly blobId: string;
  readonly version: number;
  /** In which it began: what is said of it is sealed under that one. */
  readonly year: number;
};

export const contents: Projector<DriveEvent, Content> = {
  view: 'contents',
  version: 3,
  columns: { blob_id: 'text' },
  indexes: [['blob_id']],
  personal: 'unread',
  columnsOf: ({ blobId }) => ({ blob_id: blobId }),
  on: {
    FileCarried: async ({ fileId, year }, _, rows) => {
      const row = await rows.get(fileId);
      return row ? put(fileId, { ...row, year }) : [];
    },
    FileUploaded: ({ fileId, blobId, version, year }) => put(fileId, { id: fileId, blobId, version, year }),
  },
};
