import { z } from 'zod';
import { endpoint, Id, IdParam, oneOf } from '../endpoint';
import { Operation } from './files.view';

/** Their number is checked before anything else of the body, so that it has a code of its own. */
const Selection = z.strictObject({
  file_ids: z.array(Id).default([]),
  folder_ids: z.array(Id).default([]),
  client_id: Id.optional(),
});

export const bulkApi = {
  move: endpoint({
    method: 'POST',
    path: '/bulk/files/move',
    summary: 'Moves files and folders into a folder, or to the root.',
    body: Selection.extend({ target_folder_id: Id.optional() }),
    status: 200,
    reply: oneOf('operation', Operation),
  }),
  delete: endpoint({
    method: 'POST',
    path: '/bulk/files/delete',
    summary: 'Deletes files and folders, softly: they can be restored.',
    body: Selection,
    status: 200,
    reply: oneOf('operation', Operation),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/bulk/files/restore',
    summary: 'Restores deleted files and folders, with what was deleted together with them.',
    body: Selection,
    status: 200,
    reply: oneOf('operation', Operation),
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
};
