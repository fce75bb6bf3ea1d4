import { isNoDocument } from '@dosar/contracts';

/** A file that was dropped, or an empty folder, and the folders it was in. */
export type Dropped = { readonly path: readonly string[]; readonly file: File | null };

/** What an open document leaves beside it: nobody means it who takes all of a folder. */
const LOCK = /^(?:~\$|\.~lock\.)/;
/** Without what systems and programs leave in folders for themselves. */
const onlyDocuments = (all: readonly Dropped[]): Dropped[] =>
  all.filter(({ path, file }) => {
    const isMeant = path.length === 0 && (all.length === 1 || !LOCK.test(file?.name ?? ''));
    return isMeant || !isNoDocument(file ? [...path, file.name] : path);
  });

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
  if (entry.isFile) return [{ path, file: await fileOf(entry as FileSystemFileEntry) }];
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
  return onlyDocuments((await Promise.all(read)).flat());
};

/** What was chosen in a dialog, of files or of a folder. */
export const readChosen = (files: Iterable<File>): Dropped[] =>
  onlyDocuments([...files].map((file) => ({ path: file.webkitRelativePath.split('/').slice(0, -1), file })));
