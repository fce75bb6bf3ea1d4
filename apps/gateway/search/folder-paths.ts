import type { Folder } from '@dosar/contracts';
import { folders } from '@dosar/domain/files/folders.projector';
import type { ViewRows } from '../platform/reads/rows';
import { valuesById } from '../platform/reads/rows-by-id';

/** The folders in which something lies, from the root. */
export type PathTo = (folderId: string | null) => readonly Folder[];

/** What is above these folders, level by level: they are as deep as folders may be, and most lie in the same ones. */
export const pathsTo = async (rows: ViewRows, folderIds: readonly (string | null)[]): Promise<PathTo> => {
  const known = new Map<string, Folder>();
  for (let next = folderIds; next.length > 0;) {
    const wanted = next.flatMap((id) => (id === null || known.has(id) ? [] : id));
    const found = await valuesById(rows, folders, wanted);
    for (const [id, folder] of found) known.set(id, folder);
    next = [...found.values()].map((folder) => folder.parent_folder_id);
  }
  return (folderId) => {
    const path: Folder[] = [];
    for (let id = folderId; id !== null;) {
      const folder = known.get(id);
      if (!folder) break;
      path.unshift(folder);
      id = folder.parent_folder_id;
    }
    return path;
  };
};

export const namesIn = (path: readonly Folder[]): string[] => path.map(({ id, name }) => name ?? id);
