import { z } from 'zod';
import { Day, endpoint, Flag, Order, pageOf, Paging, wholeNumber } from '../endpoint';
import { partOf } from '../features';
import { ClientId, Id } from '../ids';
import { Named } from '../identity/identity.view';
import { AccountingStatus, ProcessState } from './files.values';
import { File } from './files.view';

/** A document with the client whose it is, and the folders from the root down to it. */
export const FoundDocument = File.extend({ client: Named, path: z.array(Named) });
export type FoundDocument = z.infer<typeof FoundDocument>;

/** Pages of documents that are reached; of more they are narrowed down. */
export const DOCUMENTS_PAGES = 50;

/** Whatever folder they are in: what the figures of the first screen count. */
export const documentsApi = partOf(['file_manager'], {
  list: endpoint({
    method: 'GET',
    path: '/documents',
    summary:
      'Documents of one client, or of all whom the caller may see, in whatever folder they are; the newest first.',
    query: Paging.extend({
      /** Pages reach as far as 5,000 documents. */
      page: wholeNumber(1, DOCUMENTS_PAGES).default(1),
      /** Of this client alone. */
      client_id: ClientId.optional(),
      /** For an accountant: only of the clients that they are assigned to. */
      assigned_only: Flag.default(false),
      /** Of this state; `pending` are those that are not processed yet. */
      process_state: z.enum([...ProcessState.options, 'pending']).optional(),
      /** Of this accounting status; `none` are those without one. */
      accounting_status: z.enum([...AccountingStatus.options, 'none']).optional(),
      /** Uploaded on this day. */
      uploaded_on: Day.optional(),
      /** Only what a line of the recent activity is about: its `id`. Of more than 1,000 the newest. */
      act: Id.optional(),
      /** The `first_id` of that line, when it has several documents. */
      act_from: Id.optional(),
      /** Only what the caller uploaded. */
      mine: Flag.default(false),
      /** By the time of the upload. */
      order: Order.default('desc'),
    }),
    status: 200,
    reply: pageOf('files', FoundDocument),
    view: 'files',
    refuses: ['NOT_FOUND'],
  }),
});
