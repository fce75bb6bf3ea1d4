import { put, type Projector, type Rows, type Write } from '@dosar/kernel';
import { sortKey, type Folder } from '@dosar/contracts';
import { clientOf, type DriveEvent } from './drive.events';

const changed = async (
  rows: Rows<Folder>,
  id: string | null,
  change: (folder: Folder) => Folder,
): Promise<Write<Folder>[]> => {
  const row = id === null ? null : await rows.get(id);
  return row ? [put(row.id, change(row))] : [];
};

type Count = 'direct_files_count' | 'direct_folders_count';
const count = (which: Count, by: 1 | -1) => (folder: Folder) => ({ ...folder, [which]: folder[which] + by });

/** Counts something out of one folder and into another. */
const moved = async (rows: Rows<Folder>, which: Count, from: string | null, to: string | null) =>
  from === to ? [] : [...(await changed(rows, from, count(which, -1))), ...(await changed(rows, to, count(which, 1)))];

export const folders: Projector<DriveEvent, Folder> = {
  view: 'folders',
  version: 2,
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
  columnsOf: (row) => ({
    client_id: row.client_id,
    parent_id: row.parent_folder_id,
    deleted: row.deleted_at === null ? 0 : 1,
    deleted_at: row.deleted_at,
    sort_name: sortKey(row.name ?? ''),
    created: row.created_at,
    modified: row.updated_at,
  }),
  audienceOf: ({ client_id }) => client_id,

  on: {
    FolderCreated: async ({ folderId, parentId, name, categoryKey }, { stream, occurredAt }, rows) => [
      put<Folder>(folderId, {
        id: folderId,
        name,
        client_id: clientOf(stream),
        parent_folder_id: parentId,
        category_key: categoryKey,
        direct_files_count: 0,
        direct_folders_count: 0,
        deleted_at: null,
        created_at: occurredAt,
        updated_at: occurredAt,
      }),
      ...(await changed(rows, parentId, count('direct_folders_count', 1))),
    ],
    FolderRenamed: ({ folderId, to }, { occurredAt }, rows) =>
      changed(rows, folderId, (row) => ({ ...row, name: to, updated_at: occurredAt })),
    FolderMoved: async ({ folderId, from, to }, { occurredAt }, rows) => [
      ...(await changed(rows, folderId, (row) => ({ ...row, parent_folder_id: to.folderId, updated_at: occurredAt }))),
      ...(await moved(rows, 'direct_folders_count', from.folderId, to.folderId)),
    ],
    FolderDeleted: async ({ folderId, parentId }, { occurredAt }, rows) => [
      ...(await changed(rows, folderId, (row) => ({ ...row, deleted_at: occurredAt }))),
      ...(await changed(rows, parentId, count('direct_folders_count', -1))),
    ],
    FolderRestored: async ({ folderId, parentId, to }, _, rows) => [
      ...(await changed(rows, folderId, (row) => ({ ...row, name: to, deleted_at: null }))),
      ...(await changed(rows, parentId, count('direct_folders_count', 1))),
    ],
    FileUploaded: ({ folderId }, _, rows) => changed(rows, folderId, count('direct_files_count', 1)),
    FileMoved: ({ from, to }, _, rows) => moved(rows, 'direct_files_count', from.folderId, to.folderId),
    FileDeleted: ({ folderId }, _, rows) => changed(rows, folderId, count('direct_files_count', -1)),
    FileRestored: ({ folderId }, _, rows) => changed(rows, folderId, count('direct_files_count', 1)),
  },
};
