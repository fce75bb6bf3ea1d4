import { put, putBeside, removeBeside, rowKind, view, type Rows as RowsOf, type Write } from '@dosar/kernel';
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

/** That somebody has begun to work on a document: it is not counted as new. */
type Begun = Record<string, never>;
type Beside = NamesAndKeys & { readonly begun: Begun };

type Rows = RowsOf<Folder, Beside>;
type Writes = Promise<Write<Folder, Beside>[]>;

const find = async (rows: Rows, id: string | null): Promise<Folder | null> => (id === null ? null : rows.get(id));

const changed = async (rows: Rows, id: string | null, change: (folder: Folder) => Folder): Writes => {
  const row = await find(rows, id);
  return row ? [put<Folder>(row.id, change(row))] : [];
};

type Count = 'direct_files_count' | 'direct_folders_count' | 'new_files_count';

/** The counts of folders, changed by one event: several of its changes may meet in one row. */
const counting = (rows: Rows) => {
  const changed = new Map<string, Folder>();
  const add = async (id: string | null, which: Count, by: number): Promise<Folder | null> => {
    const row = id === null ? null : (changed.get(id) ?? (await rows.get(id)));
    if (row && by !== 0) changed.set(row.id, { ...row, [which]: row[which] + by });
    return row;
  };
  return {
    add,
    /** In a folder, and in all that it is in; each once, also where a log that was changed by hand has them in each other. */
    async addUpwards(id: string | null, by: number): Promise<void> {
      const counted = new Set<string>();
      for (let at = by === 0 ? null : id; at !== null && !counted.has(at);) {
        counted.add(at);
        at = (await add(at, 'new_files_count', by))?.parent_folder_id ?? null;
      }
    },
    writes: (): Write<Folder, Beside>[] => [...changed.values()].map((row) => put<Folder>(row.id, row)),
  };
};

const isNew = async (rows: Rows, fileId: string): Promise<boolean> => (await rows.beside('begun').get(fileId)) === null;

/** A folder came to these places, or left them. */
const folderCounted = async (rows: Rows, parentId: string | null, by: 1 | -1): Writes => {
  const counts = counting(rows);
  await counts.add(parentId, 'direct_folders_count', by);
  return counts.writes();
};

/** A document came into a folder, or left it. */
const fileCounted = async (
  rows: Rows,
  fileId: string,
  places: readonly (readonly [string | null, 1 | -1])[],
): Writes => {
  const counts = counting(rows);
  const each = (await isNew(rows, fileId)) ? 1 : 0;
  for (const [folderId, by] of places) {
    await counts.add(folderId, 'direct_files_count', by);
    await counts.addUpwards(folderId, by * each);
  }
  return counts.writes();
};

/** A folder, with the documents in it that are new, from one place to another. */
const folderMoved = async (rows: Rows, { new_files_count }: Folder, from: string | null, to: string | null): Writes => {
  const counts = counting(rows);
  await counts.add(from, 'direct_folders_count', -1);
  await counts.addUpwards(from, -new_files_count);
  await counts.add(to, 'direct_folders_count', 1);
  await counts.addUpwards(to, new_files_count);
  return counts.writes();
};

/** Whether a folder is the firm's, by its category or by its parent. */
const isOfFirm = (key: string | null, parent: Folder | null): boolean =>
  (key !== null && FIRM_CATEGORIES.has(key)) || (parent?.firm_only ?? false);

/** A moved folder with its contents, which get its properties; each once, also where folders are in each other. */
const withAllBelow = async (rows: Rows, folder: Folder): Writes => {
  const reached = new Map([[folder.id, folder]]);
  // what is added meanwhile is gone through as well
  for (const next of reached.values())
    for (const row of await rows.find({ where: { client_id: next.client_id, parent_id: next.id } })) {
      const firm_only = isOfFirm(row.category_key, next);
      if (firm_only !== row.firm_only && !reached.has(row.id)) reached.set(row.id, { ...row, firm_only });
    }
  return [...reached.values()].map((row) => put<Folder>(row.id, row));
};

const showName = (row: Folder, { nameOf, name }: ReferenceName): Folder =>
  row.deleted_by?.id === nameOf ? { ...row, deleted_by: { id: nameOf, name } } : row;

export const folders = view<DriveEvent | UserEvent, Folder, Beside>()({
  view: 'folders',
  version: 8,
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
    ['client_id', 'sort_name', 'deleted'],
  ],
  beside: { ...namesAndKeys, begun: rowKind<Begun>() },
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
        new_files_count: 0,
        deleted_at: null,
        deleted_by: null,
        deletion: null,
        created_at: occurredAt,
        updated_at: occurredAt,
      }),
      ...(await folderCounted(rows, parentId, 1)),
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
        ...(firm_only === row.firm_only ? [put<Folder>(folderId, after)] : await withAllBelow(rows, after)),
        ...(await folderMoved(rows, row, from.folderId, to.folderId)),
      ];
    },
    FolderDeleted: async ({ folderId, parentId, deletion }, { actor, occurredAt }, rows) => {
      const deleted_by = await referenceTo(rows, actor.id);
      return [
        ...(await changed(rows, folderId, (row) => ({ ...row, deleted_at: occurredAt, deleted_by, deletion }))),
        ...(await folderCounted(rows, parentId, -1)),
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
      ...(await folderCounted(rows, parentId, 1)),
    ],
    FileUploaded: ({ fileId, folderId }, _, rows) => fileCounted(rows, fileId, [[folderId, 1]]),
    FileMoved: ({ fileId, from, to }, _, rows) =>
      fileCounted(rows, fileId, [
        [from.folderId, -1],
        [to.folderId, 1],
      ]),
    FileDeleted: ({ fileId, folderId }, _, rows) => fileCounted(rows, fileId, [[folderId, -1]]),
    FileRestored: ({ fileId, folderId }, _, rows) => fileCounted(rows, fileId, [[folderId, 1]]),
    FileProcessStateChanged: async ({ fileId, folderId, from, to }, _, rows) => {
      const counts = counting(rows);
      await counts.addUpwards(folderId, Number(to === 'new') - Number(from === 'new'));
      const begun = to === 'new' ? removeBeside('begun', fileId) : putBeside('begun', fileId, {});
      return [begun, ...counts.writes()];
    },
  },
});
