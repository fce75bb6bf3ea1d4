import { z } from 'zod';
import { endpoint, listOf } from '../endpoint';
import { partOf } from '../features';
import { ClientId, FolderId } from '../ids';
import { RepeatedFile } from './invoices.view';

export const invoicesApi = partOf(['file_manager'], {
  repeated: endpoint({
    method: 'GET',
    path: '/files/repeated',
    summary:
      'The documents of a folder, or of the root, of which this client has the same one again, by their issuer, number and day.',
    query: z.object({
      /** The client whose documents they are; without one, the own company. */
      client_id: ClientId.optional(),
      /** The folder in which they are; without one, the root. */
      folder_id: FolderId.optional(),
    }),
    status: 200,
    reply: listOf('repeated', RepeatedFile),
    view: 'files',
    refuses: ['NOT_FOUND'],
  }),
});
