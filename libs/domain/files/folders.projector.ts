import { put, view, type Rows as RowsOf, type Write } from '@dosar/kernel';
import { FIRM_CATEGORIES, sortKey, type Folder } from '@dosar/contracts';
import type { UserEvent } from '../identity/user.events';
import {
  begunUnder,
  carriedAway,
  forgetReference,
  sealedUnder,
  remember,
  renameReference,
  referenceTo,
  namesAndKeys,
  type NamesAndKeys,
  type ReferenceName,
} from '../reference-names';
import { clientOf, filesKey, type DriveEvent } from './drive.events';

type Rows = RowsOf<Folder, NamesAndKeys>;
type Writes = Promise<Write<Folder>[]>;

const find = async (rows: Rows, id: string | null): Promise<Folder | null> => (id === null ? null : rows.get(id));

const changed = async (rows: Rows, id: string | null, change: (folder: Folder) => Folder): Writes => {
  const row = await find(rows, id);
  return row ? [put<Folder>(row.id, change(row))] : [];
};

type Count = 'direct_files_count' | 'direct_folders_count';
const count = (which: Count, by: 1 | -1) => (folder: Folder) => ({ ...folder, [which]: folder[which] + by });

/** Moves a count from one folder to another. */
const moved = async (rows: Rows, which: Count, from: string | null, to: string | null) =>
  from === to ? [] : [...(await changed(rows, from, count(which, -1))), ...(await changed(rows, to, count(which, 1)))];

/** Whether a folder is the firm's, by its category or by its parent. */
const isOfFirm = (key: string | null, parent: Folder | null): boolean =>
  (key !== null && FIRM_CATEGORIES.has(key)) || (parent?.firm_only ?? false);

/** The contents of a moved folder get its properties. */
const below = async (rows: Rows, parent: Folder): Writes => {
  const writes: Write<Folder>[] = [];
  const open = [parent];
  for (let next = open.pop(); next; next = open.pop())
    for (const row of await rows.find({ where: { client_id: next.client_id, parent_id: next.id } })) {
      const after = { ...row, firm_only: isOfFirm(row.category_key, next) };
      if (after.firm_only === row.firm_only) continue;
      writes.push(put<Folder>(row.id, after));
      open.push(after);
    }
  return writes;
};

const showName = (row: Folder, { nameOf, name }: ReferenceName): Folder =>
  row.deleted_by?.id === nameOf ? { ...row, deleted_by: { id: nameOf, name } } : row;

export const folders = view<DriveEvent | UserEvent, Folder, NamesAndKeys>()({
  view: 'folders',
  version: 6,
  keepsFormer: true,
  columns: {
    client_id: 'text',
    parent_id: 'text',
    deleted: 'integer',
    deleted_at: 'text',
    sort_name: 'text',
    created: 'text',
    modified: 'text',
  },
  indexes: [
    ['client_id', 'parent_id', 'deleted', 'sort_name'],
    ['client_id', 'deleted', 'deleted_at'],
  ],
  beside: namesAndKeys,
  columnsOf: (row: Folder) => ({
    client_id: row.client_id,
    parent_id: row.parent_folder_id,
    deleted: row.deleted_at === null ? 0 : 1,
    deleted_at: row.deleted_at,
    sort_name: sortKey(row.name ?? ''),
    created: row.created_at,
    modified: row.updated_at,
  }),
  subjectsOf: ({ deleted_by }) => (deleted_by ? [deleted_by.id] : []),
  audienceOf: ({ client_id }) => client_id,
  resource: {
    type: 'folder',
    nameOf: ({ name }) => name,
    members: { name: 'folder_name' },
  },

  forgets: {
    user: ({ id }, rows) => forgetReference(rows, id, showName),
    files: async (key, rows) => [
      ...(await carriedAway(rows, key)),
      ...(await begunUnder(rows, key)).map((row) => put<Folder>(row.id, { ...row, name: null })),
    ],
  },

  on: {
    UserRegistered: ({ name }, { resource }) => remember(resource.id, name),
    UserProfileChanged: ({ name }, { resource }, rows) =>
      name ? renameReference(rows, resource.id, { name: name.to }, showName) : [],

    FolderCreated: async ({ folderId, parentId, name, categoryKey }, { stream, occurredAt }, rows) => [
      put<Folder>(folderId, {
        id: folderId,
        name,
        client_id: clientOf(stream),
        parent_folder_id: parentId,
        category_key: categoryKey,
        firm_only: isOfFirm(categoryKey, await find(rows, parentId)),
        direct_files_count: 0,
        direct_folders_count: 0,
        deleted_at: null,
        deleted_by: null,
        deletion: null,
        created_at: occurredAt,
        updated_at: occurredAt,
      }),
      ...(await changed(rows, parentId, count('direct_folders_count', 1))),
    ],
    FolderCarried: async ({ folderId, from, year, name }, { stream }, rows) => [
      ...(await changed(rows, folderId, (row) => ({ ...row, name }))),
      await sealedUnder(rows, folderId, filesKey(clientOf(stream), year), filesKey(clientOf(stream), from)),
    ],
    FolderRenamed: ({ folderId, to }, { occurredAt }, rows) =>
      changed(rows, folderId, (row) => ({ ...row, name: to, updated_at: occurredAt })),
    FolderMoved: async ({ folderId, from, to }, { occurredAt }, rows) => {
      const row = await find(rows, folderId);
      if (!row) return [];
      const firm_only = isOfFirm(row.category_key, await find(rows, to.folderId));
      const after = { ...row, parent_folder_id: to.folderId, firm_only, updated_at: occurredAt };
      return [
        put<Folder>(folderId, after),
        ...(firm_only === row.firm_only ? [] : await below(rows, after)),
        ...(await moved(rows, 'direct_folders_count', from.folderId, to.folderId)),
      ];
    },
    FolderDeleted: async ({ folderId, parentId, deletion }, { actor, occurredAt }, rows) => {
      const deleted_by = await referenceTo(rows, actor.id);
      return [
        ...(await changed(rows, folderId, (row) => ({ ...row, deleted_at: occurredAt, deleted_by, deletion }))),
        ...(await changed(rows, parentId, count('direct_folders_count', -1))),
      ];
    },
    FolderRestored: async ({ folderId, parentId, to }, _, rows) => [
      ...(await changed(rows, folderId, (row) => ({
        ...row,
        name: to,
        deleted_at: null,
        deleted_by: null,
        deletion: null,
      }))),
      ...(await changed(rows, parentId, count('direct_folders_count', 1))),
    ],
    FileUploaded: ({ folderId }, _, rows) => changed(rows, folderId, count('direct_files_count', 1)),
    FileMoved: ({ from, to }, _, rows) => moved(rows, 'direct_files_count', from.folderId, to.folderId),
    FileDeleted: ({ folderId }, _, rows) => changed(rows, folderId, count('direct_files_count', -1)),
    FileRestored: ({ folderId }, _, rows) => changed(rows, folderId, count('direct_files_count', 1)),
  },
});
