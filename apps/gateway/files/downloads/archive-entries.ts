import { freeName, nameKey } from '@dosar/contracts';
import { childrenOf, type Drive, type FileNode, type Node } from '@dosar/domain/files/drive-nodes';

/** A file in an archive, with its path there; null: an empty folder. */
export type ArchiveEntry = { readonly path: string; readonly file: FileNode | null };

/** What Windows has no names with, and what it has names for that are no files. */
const UNNAMEABLE = /[<>:"|?*]/g;
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?= *(?:\.|$))/i;
const forWindows = (name: string): string => name.replace(UNNAMEABLE, '_').replace(DEVICE, '$&_');

/**
 * A name not given before in this folder: archives are unpacked on systems where `A` and `a` are the same, and some names
 * are none.
 */
const namer = () => {
  const taken = new Set<string>();
  return (name: string): string => {
    const free = freeName(forWindows(name), (key) => taken.has(key));
    taken.add(nameKey(free));
    return free;
  };
};

/** Everything in a folder that was not deleted, folders with their contents. */
function* inside(drive: Drive, folderId: string, path: string): Generator<ArchiveEntry> {
  const open = [{ folderId, path }];
  for (let next = open.pop(); next; next = open.pop()) {
    const children = childrenOf(drive, next.folderId).filter(({ deletion }) => deletion === null);
    if (children.length === 0) yield { path: next.path, file: null };
    const nameFor = namer();
    for (const child of children) {
      const place = `${next.path}/${nameFor(child.name)}`;
      if (child.type === 'folder') open.push({ folderId: child.id, path: place });
      else yield { path: place, file: child };
    }
  }
}

/** The entries of an archive of these. Without folders all files are side by side. */
export const entriesOf = (drive: Drive, selected: readonly Node[], includeFolders: boolean): ArchiveEntry[] => {
  const nameFor = namer();
  const entries: ArchiveEntry[] = [];
  const seen = new Set<string>();
  const put = (entry: ArchiveEntry) => {
    if (entry.file && seen.has(entry.file.id)) return;
    if (entry.file) seen.add(entry.file.id);
    if (includeFolders) entries.push(entry);
    else if (entry.file) entries.push({ path: nameFor(entry.file.name), file: entry.file });
  };
  for (const node of selected) {
    if (node.type === 'folder')
      for (const each of inside(drive, node.id, includeFolders ? nameFor(node.name) : '')) put(each);
    else if (!seen.has(node.id)) put({ path: includeFolders ? nameFor(node.name) : node.name, file: node });
  }
  return entries;
};
