/** A file that was dropped, or an empty folder, and the folders it was in. */
export type Dropped = { readonly path: readonly string[]; readonly file: File | null };

/** What operating systems leave in folders for themselves. */
const LEFTOVERS = /^(\.DS_Store|Thumbs\.db|desktop\.ini|\._.*)$/i;

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** A reader gives so many at a time, and nothing when it is at the end. */
const childrenOf = async (entry: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = entry.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
};

const walk = async (entry: FileSystemEntry, path: readonly string[]): Promise<Dropped[]> => {
  if (entry.isFile) {
    if (path.length > 0 && LEFTOVERS.test(entry.name)) return [];
    return [{ path, file: await fileOf(entry as FileSystemFileEntry) }];
  }
  const inside = [...path, entry.name];
  const children = await childrenOf(entry as FileSystemDirectoryEntry);
  if (children.length === 0) return [{ path: inside, file: null }];
  return (await Promise.all(children.map((child) => walk(child, inside)))).flat();
};

/** Everything that was dropped, folders with all that is in them. What it is made of is only there at once. */
export const readDropped = async (transfer: DataTransfer): Promise<Dropped[]> => {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const entries = items.map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  const read = entries.map(async (entry) => {
    if (entry === null) return [];
    return entry instanceof File ? [{ path: [], file: entry }] : walk(entry, []);
  });
  return (await Promise.all(read)).flat();
};

/** What was chosen in a dialog, of files or of a folder. */
export const readChosen = (files: Iterable<File>): Dropped[] =>
  [...files]
    .map((file) => ({ path: file.webkitRelativePath.split('/').slice(0, -1), file }))
    .filter(({ path, file }) => path.length === 0 || !LEFTOVERS.test(file.name));
