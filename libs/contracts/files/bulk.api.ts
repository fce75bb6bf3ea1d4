import { z } from 'zod';
import { endpoint, IdParam, oneOf } from '../endpoint';
import { ClientId, FolderId, Id } from '../ids';
import { partOf } from '../features';
import { rule } from '../rules';
import { AccountingStatus, FILE_LIMITS, ProcessState } from './files.values';
import { Operation } from './files.view';

const lengthOf = (list: unknown) => (Array.isArray(list) ? list.length : 0);

/** How many are selected is decided before anything else in the body. */
export const precheck = (body: unknown) => {
  const { file_ids, folder_ids } = (body ?? {}) as { file_ids?: unknown; folder_ids?: unknown };
  const selected = lengthOf(file_ids) + lengthOf(folder_ids);
  if (selected > FILE_LIMITS.bulk) return 'BULK_TOO_MANY';
  const isList = [file_ids, folder_ids].every((list) => list === undefined || Array.isArray(list));
  return isList && selected === 0 ? 'BULK_EMPTY' : null;
};

const Ids = z.array(Id).max(FILE_LIMITS.bulk);

export const Selection = z.strictObject({
  /** The files; with the folders, 500 at most. */
  file_ids: Ids.default([]),
  /** The folders, with all that is in them. */
  folder_ids: Ids.default([]),
  /** The client whose things they are, where that has to be said. */
  client_id: ClientId.optional(),
});

const TAKES_LONGER = { 202: 'It is going on: its operation says how far it has come.' };
/** When all of it was refused for one reason, that reason's status. */
const REFUSED = ['NOT_FOUND', 'BULK_EMPTY', 'BULK_TOO_MANY', 'BULK_INVALID_SELECTION'] as const;

export const bulkApi = partOf(['file_manager', 'bulk_operations'], {
  move: endpoint({
    method: 'POST',
    path: '/bulk/files/move',
    summary: 'Moves files and folders into a folder, or to the root.',
    body: Selection.extend({
      /** The folder into which they are moved; without one, the root. */
      target_folder_id: FolderId.optional(),
    }),
    precheck,
    status: 200,
    reply: oneOf('operation', Operation),
    also: TAKES_LONGER,
    refuses: [...REFUSED, 'ACCESS_DENIED', 'NAME_TAKEN', 'FOLDER_CYCLE', 'TOO_DEEP', 'BULK_LOCKED_ITEMS'],
  }),
  copy: endpoint({
    method: 'POST',
    path: '/bulk/files/copy',
    summary: 'Copies files and folders with what is in them; a name that is taken becomes another.',
    body: Selection.extend({
      /** The folder into which they are copied; without one, the root. */
      target_folder_id: FolderId.optional(),
    }),
    precheck,
    status: 200,
    reply: oneOf('operation', Operation),
    also: TAKES_LONGER,
    refuses: [...REFUSED, 'ACCESS_DENIED', 'FOLDER_CYCLE', 'TOO_DEEP', 'QUOTA_EXCEEDED'],
  }),
  delete: endpoint({
    method: 'POST',
    path: '/bulk/files/delete',
    summary: 'Deletes files and folders, softly: they can be restored.',
    body: Selection,
    precheck,
    status: 200,
    reply: oneOf('operation', Operation),
    also: TAKES_LONGER,
    refuses: [...REFUSED, 'ACCESS_DENIED', 'BULK_LOCKED_ITEMS'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/bulk/files/restore',
    summary: 'Restores deleted files and folders, with what was deleted together with them.',
    body: Selection,
    precheck,
    status: 200,
    reply: oneOf('operation', Operation),
    also: TAKES_LONGER,
    refuses: [...REFUSED, 'ACCESS_DENIED', 'NAME_TAKEN', 'BULK_LOCKED_ITEMS'],
  }),
  status: endpoint({
    method: 'POST',
    path: '/bulk/files/status',
    summary: 'Changes the process state or the accounting status of files; a null accounting status takes it away.',
    body: z
      .strictObject({
        /** The files, 500 at most. */
        file_ids: Ids,
        /** The client whose files they are, where that has to be said. */
        client_id: ClientId.optional(),
        /** How far the firm is with them. */
        process_state: ProcessState.optional(),
        /** What the books say of them; null takes it away. What is set to `accounting_completed` is also `processed`; what is taken up again is no longer booked. */
        accounting_status: AccountingStatus.nullable().optional(),
      })
      .refine((body) => body.process_state !== undefined || body.accounting_status !== undefined, {
        ...rule('required'),
        path: ['process_state'],
      }),
    keepsNull: ['accounting_status'],
    precheck,
    status: 200,
    reply: oneOf('operation', Operation),
    also: TAKES_LONGER,
    refuses: [...REFUSED, 'INVALID_TRANSITION'],
  }),
  download: endpoint({
    method: 'POST',
    path: '/bulk/files/download',
    summary: 'A link that opens files and folders as one ZIP for five minutes.',
    body: Selection.extend({
      /** Whether the archive has the folders; `false`: all files lie flat in it. */
      include_folders: z.boolean().default(true),
    }),
    precheck,
    status: 200,
    reply: z.object({ /** An address that opens the archive for five minutes, without a token. */ url: z.string() }),
    refuses: REFUSED,
  }),
  content: endpoint({
    method: 'GET',
    path: '/bulk/content/:ticket',
    summary: 'The ZIP that a link of a download opens; it is made while it is sent.',
    params: z.object({
      /** The ticket in the address that a download was answered with. */
      ticket: z.string().min(1).max(1024),
    }),
    status: 200,
    sends: 'archive',
  }),
  get: endpoint({
    method: 'GET',
    path: '/bulk/operations/:id',
    summary: 'How far an operation has come.',
    params: IdParam,
    status: 200,
    reply: oneOf('operation', Operation),
    view: 'operations',
  }),
  retry: endpoint({
    method: 'POST',
    path: '/bulk/operations/:id/retry',
    summary: 'Asks once more for what failed of an operation that is over: it is an operation of its own.',
    params: IdParam,
    status: 200,
    reply: oneOf('operation', Operation),
    also: TAKES_LONGER,
    refuses: [
      ...REFUSED,
      ...(['ACCESS_DENIED', 'NAME_TAKEN', 'FOLDER_CYCLE', 'TOO_DEEP', 'INVALID_TRANSITION'] as const),
      ...(['BULK_LOCKED_ITEMS', 'QUOTA_EXCEEDED'] as const),
    ],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/bulk/operations/:id/cancel',
    summary: 'Ends an operation that is going on; what is done stays done.',
    params: IdParam,
    status: 200,
    reply: oneOf('operation', Operation),
    refuses: ['INVALID_TRANSITION'],
  }),
});
