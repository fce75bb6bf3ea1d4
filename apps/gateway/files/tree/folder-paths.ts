import type { Folder } from '@dosar/contracts';
import { pace, type ReadStore } from '@dosar/kernel/runtime';
import { folders } from '@dosar/domain/files/folders.projector';
import { valuesById } from '../../platform/reads/rows-by-id';

/** The folders in which something lies, from the root. */
export type PathTo = (folderId: string | null) => readonly Folder[];

/** What is above these folders, level by level: they are as deep as folders may be, and most lie in the same ones. */
export const pathsTo = async (
  rows: Pick<ReadStore, 'find'>,
  folderIds: readonly (string | null)[],
): Promise<PathTo> => {
  const rest = pace();
  const known = new Map<string, Folder>();
  for (let next = folderIds; next.length > 0;) {
    await rest();
    const missing = next.flatMap((id) => (id === null || known.has(id) ? [] : id));
    const found = await valuesById(rows, folders, missing);
    for (const [id, folder] of found) known.set(id, folder);
    next = [...found.values()].map((folder) => folder.parent_folder_id);
  }
  return (folderId) => {
    // each once, also where a log that was changed by hand has folders in each other
    const upwards = new Set<Folder>();
    for (let at = known.get(folderId ?? ''); at && !upwards.has(at); at = known.get(at.parent_folder_id ?? ''))
      upwards.add(at);
    return [...upwards].reverse();
  };
};

export const namesIn = (path: readonly Folder[]): string[] => path.map(({ id, name }) => name ?? id);
