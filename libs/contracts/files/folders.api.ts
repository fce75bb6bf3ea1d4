import { z } from 'zod';
import {
  asOf,
  endpoint,
  Flag,
  IdParam,
  listOf,
  MaybePaging,
  maybePageOf,
  oneOf,
  Order,
  stoodAt,
  wholeNumber,
} from '../endpoint';
import { ClientId, FolderId } from '../ids';
import { partOf } from '../features';
import { Named } from '../identity/identity.view';
import { FILE_LIMITS, StructureYear } from './files.values';
import { ItemName } from './item-names.values';
import { Folder, FolderTree } from './files.view';
import { history } from './history';

export const foldersApi = partOf(['file_manager'], {
  list: endpoint({
    method: 'GET',
    path: '/folders',
    summary:
      'The folders in a folder, or in the root; without a page all of them, of more than 5,000 the first ones and how many there are.',
    query: MaybePaging.extend({
      /** The client whose folders are asked for; without one, the own company. */
      clientId: ClientId.optional(),
      /** The folder whose folders are asked for; without one, the root. */
      parentFolderId: FolderId.optional(),
      /** By what the folders are sorted. */
      sort: z.enum(['name', 'created', 'modified']).default('name'),
      /** In which order they are sorted. */
      order: Order.default('asc'),
      /** Whether deleted folders are listed, too. */
      include_deleted: Flag.default(false),
      ...asOf,
    }),
    status: 200,
    reply: maybePageOf('folders', Folder).extend(stoodAt),
    view: 'folders',
    refuses: ['NOT_FOUND'],
  }),
  tree: endpoint({
    method: 'GET',
    path: '/folders/tree',
    summary:
      'All folders of a client, or those below one; of more than 5,000 the first levels, and what has more says children_omitted: its folders are read with it as parent_folder_id, or by pages.',
    query: z.object({
      /** The client whose folders are asked for; without one, the own company. */
      client_id: ClientId.optional(),
      /** Of whose folders it is; without one, those of the client. */
      parent_folder_id: FolderId.optional(),
      /** How many levels are answered at most; without it, all. */
      depth: wholeNumber(1, FILE_LIMITS.depth).optional(),
      ...asOf,
    }),
    status: 200,
    reply: z.object({
      /** The folders of the first level, with those in them. */
      tree: z.array(FolderTree),
      client_id: ClientId,
      /** Of the first level itself there are more than an answer has: they are read by pages. */
      children_omitted: z.literal(true).optional(),
      ...stoodAt,
    }),
    view: 'folders',
    refuses: ['NOT_FOUND'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/folders/:id',
    summary: 'One folder.',
    params: IdParam,
    query: z.object(asOf),
    status: 200,
    reply: oneOf('folder', Folder).extend(stoodAt),
    view: 'folders',
  }),
  path: endpoint({
    method: 'GET',
    path: '/folders/:id/path',
    summary: 'The folders from the root down to this one.',
    params: IdParam,
    query: z.object(asOf),
    status: 200,
    reply: listOf('path', Named).extend(stoodAt),
    view: 'folders',
  }),
  history: endpoint({
    method: 'GET',
    path: '/folders/:id/history',
    summary: 'What happened to a folder, newest first.',
    ...history,
  }),
  create: endpoint({
    method: 'POST',
    path: '/folders',
    summary: 'Makes a folder.',
    body: z.strictObject({
      /** What the folder is to be called. */
      name: ItemName,
      /** The folder in which it is to be; without one, the root. */
      parent_folder_id: FolderId.optional(),
      /** The client whose folder it is to be; without one, the own company. */
      client_id: ClientId.optional(),
    }),
    status: 201,
    reply: oneOf('folder', Folder),
    refuses: ['ACCESS_DENIED', 'NOT_FOUND', 'NAME_TAKEN', 'TOO_DEEP'],
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/folders/:id',
    summary: 'Renames a folder.',
    params: IdParam,
    body: z.strictObject({ /** What the folder is to be called. */ name: ItemName }),
    status: 200,
    reply: oneOf('folder', Folder),
    refuses: ['ACCESS_DENIED', 'NAME_TAKEN', 'TOO_DEEP', 'BULK_LOCKED_ITEMS'],
  }),
  createAccountingStructure: endpoint({
    method: 'POST',
    path: '/folders/bulk-create-accounting-structure',
    summary: 'Makes the accounting folders of a year; what exists is kept, what was deleted is restored.',
    body: z.strictObject({
      /** The client whose folders they are to be; without one, the own company. */
      client_id: ClientId.optional(),
      /** The folder in which they are to be; without one, the root. */
      parent_folder_id: FolderId.optional(),
      /** The year whose folders they are to be; without one, this year. */
      year: StructureYear.optional(),
    }),
    status: 201,
    reply: z.object({
      /** All folders of the structure, new and old. */
      folders: z.array(Folder),
      /** How many were made or restored. */
      created_count: z.int(),
      /** How many were there already. */
      existing_count: z.int(),
    }),
    refuses: ['ACCESS_DENIED', 'NOT_FOUND', 'NAME_TAKEN', 'TOO_DEEP'],
  }),
});
