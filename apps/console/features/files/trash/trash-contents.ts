import type { File, Folder } from '@dosar/contracts';
import { entryOfFile, entryOfFolder, type Entry } from '../list/entries';

type Trash = { readonly files: readonly File[]; readonly folders: readonly Folder[] };

/** What was deleted, as people deleted it: what was deleted with a folder is in it. */
export type TrashContents = {
  /** What is in a folder that was deleted; null: all that was deleted by itself. */
  readonly inside: (folderId: string | null) => readonly Entry[];
  /** All of it, in folders or not. */
  readonly all: readonly Entry[];
  /** The folders that lead to one, itself last; empty when it is not in the trash. */
  readonly pathTo: (folderId: string | null) => readonly Folder[];
  /** The same, also those that were deleted before it or after it. */
  readonly above: (folderId: string | null) => readonly Folder[];
};

/** A folder and those that it is in, itself last; each once, also where a log changed by hand has them in each other. */
export const upFrom = (folder: Folder | null, holderOf: (folder: Folder) => Folder | null): readonly Folder[] => {
  const passed = new Set<Folder>();
  for (let each = folder; each && !passed.has(each); each = holderOf(each)) passed.add(each);
  return [...passed].reverse();
};

export const trashContents = ({ files, folders }: Trash): TrashContents => {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const find = (folderId: string | null) => (folderId === null ? null : (byId.get(folderId) ?? null));
  /** The folder with which it was deleted. */
  const holderOf = (parentId: string | null, { deletion }: File | Folder): Folder | null => {
    const parent = find(parentId);
    return parent?.deletion === deletion ? parent : null;
  };
  const foldersAbove = (folder: Folder | null) => upFrom(folder, (each) => holderOf(each.parent_folder_id, each));
  const counts = new Map<string, { files: number; folders: number }>();
  const countIn = (holder: Folder | null, what: 'files' | 'folders') => {
    for (const { id } of foldersAbove(holder)) {
      const count = counts.get(id) ?? { files: 0, folders: 0 };
      count[what] += 1;
      counts.set(id, count);
    }
  };
  const lists = new Map<string | null, Entry[]>();
  const all: Entry[] = [];
  const put = (holder: Folder | null, entry: Entry) => {
    all.push(entry);
    const list = lists.get(holder?.id ?? null);
    if (list) list.push(entry);
    else lists.set(holder?.id ?? null, [entry]);
  };
  for (const file of files) {
    const holder = holderOf(file.folder_id, file);
    countIn(holder, 'files');
    put(holder, entryOfFile(file));
  }
  for (const folder of folders) countIn(holderOf(folder.parent_folder_id, folder), 'folders');
  for (const folder of folders) {
    // a deleted folder counts nothing itself any more: what went with it does
    const count = counts.get(folder.id) ?? { files: 0, folders: 0 };
    const whole = { ...folder, direct_files_count: count.files, direct_folders_count: count.folders };
    put(holderOf(folder.parent_folder_id, folder), entryOfFolder(whole));
  }
  return {
    inside: (folderId) => lists.get(folderId) ?? [],
    all,
    pathTo: (folderId) => foldersAbove(find(folderId)),
    above: (folderId) => upFrom(find(folderId), (each) => find(each.parent_folder_id)),
  };
};
