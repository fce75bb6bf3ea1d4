import { filesApi, invoicesApi } from '@dosar/contracts';
import { reading } from '../../../platform/queries';

/** The tags that the documents of a client have. */
export const tagsOf = (clientId: string) => reading(filesApi.tags, { query: { client_id: clientId } });

/** Which documents of a folder are there more than once. */
export const repeatedIn = (client_id: string, folderId: string | null) =>
  reading(invoicesApi.repeated, { query: { client_id, ...(folderId !== null && { folder_id: folderId }) } });
