import { z } from 'zod';
import { endpoint, IdParam, oneOf } from '../endpoint';
import { FolderId } from '../ids';
import { partOf } from '../features';
import { ItemName } from './item-names.values';
import { ArchiveListing, Operation } from './files.view';

/** What an archive is refused with, whole; `fields.entry` names what in it is to blame. */
const REFUSED = [
  'NOT_A_ZIP',
  'ZIP_UNSAFE',
  'ZIP_TOO_MANY',
  'ZIP_TOO_LARGE',
  'ZIP_CORRUPT',
  'ZIP_ENCRYPTED',
  'ZIP_EMPTY',
  'BULK_TIMEOUT',
] as const;
const OF_ITS_FILES = ['INVALID_FILE_TYPE', 'FILE_TOO_LARGE', 'TOO_DEEP', 'QUOTA_EXCEEDED'] as const;

export const archivesApi = {
  ...partOf(['file_manager'], {
    entries: endpoint({
      method: 'GET',
      path: '/files/:id/entries',
      summary: 'What is in a ZIP archive, and why it cannot be unpacked, if it cannot.',
      params: IdParam,
      status: 200,
      reply: oneOf('archive', ArchiveListing),
      refuses: ['NOT_A_ZIP', 'BULK_TIMEOUT'],
    }),
  }),
  ...partOf(['file_manager', 'zip_extraction'], {
    extract: endpoint({
      method: 'POST',
      path: '/files/:id/extract-zip',
      summary:
        'Unpacks a ZIP archive into a folder, or a new one in it; what cannot be taken stands in `failed`, and of an unsafe one nothing is unpacked.',
      params: IdParam,
      body: z.strictObject({
        /** The folder into which it is unpacked; without one, the root. */
        target_folder_id: FolderId.optional(),
        /** The name of a folder that is made there for what comes out; a name that is taken becomes another. */
        folder_name: ItemName.optional(),
      }),
      status: 202,
      reply: oneOf('operation', Operation),
      refuses: ['ACCESS_DENIED', 'NOT_FOUND', ...REFUSED, ...OF_ITS_FILES],
    }),
  }),
};
