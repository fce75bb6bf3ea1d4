import { z } from 'zod';
import { endpoint, IdParam, wholeNumber } from '../endpoint';
import { partOf } from '../features';
import { PreviewFault, PreviewKind } from './files.values';
import { FilePart } from './files.view';

export const partsApi = partOf(['file_manager'], {
  list: endpoint({
    method: 'GET',
    path: '/files/:id/parts',
    summary:
      'The files inside a file: what a PDF or an e-Factura has attached, the data of a form, and the files of an archive.',
    params: IdParam,
    status: 200,
    reply: z.object({
      /** The files inside the file. */
      parts: z.array(FilePart),
      /** There are more than are listed. */
      is_cut: z.boolean(),
      /** A form that only the program of its maker shows as it is. */
      is_form: z.boolean(),
      /** Why nothing inside can be read. */
      why: PreviewFault.optional(),
    }),
  }),
  open: endpoint({
    method: 'GET',
    path: '/files/:id/parts/:number',
    summary:
      'A link that opens one file inside this file for five minutes, to be saved or, with use=preview, to be looked at, and how it can be shown.',
    params: IdParam.extend({ /** The number of the file inside, from the list. */ number: wholeNumber(0, 100_000) }),
    query: z.object({
      /** Whether it is to be saved or looked at. */
      use: z.enum(['download', 'preview']).default('download'),
    }),
    status: 200,
    reply: z.object({
      /** An address that opens the file inside for five minutes, without a token. */
      url: z.string(),
      /** How the file inside can be shown. */
      kind: PreviewKind,
      /** Why it cannot be shown, where it could be otherwise. */
      why: PreviewFault.optional(),
    }),
    refuses: ['INVALID_FILE_TYPE', 'FILE_TOO_LARGE', 'BULK_TIMEOUT'],
  }),
});
