import { put, type Projector } from '@dosar/kernel';
import type { DriveEvent } from './drive.events';

/** Where the bytes of a file are. Nobody is shown this: it is how a download finds them. */
export type Content = { readonly id: string; readonly blobId: string; readonly version: number };

export const contents: Projector<DriveEvent, Content> = {
  view: 'contents',
  version: 1,
  columns: { blob_id: 'text' },
  indexes: [['blob_id']],
  columnsOf: ({ blobId }) => ({ blob_id: blobId }),
  on: {
    FileUploaded: ({ fileId, blobId, version }) => put(fileId, { id: fileId, blobId, version }),
  },
};
