import { filesApi } from '@dosar/contracts';
import { reading } from '../../../platform/queries';

/** The tags that the documents of a client have. */
export const tagsOf = (clientId: string) => reading(filesApi.tags, { query: { client_id: clientId } });
