import {
  folded,
  MIME_TYPES,
  PICTURE_TYPES,
  sortKey,
  type File,
  type Folder,
  type FolderTree,
  type RepeatedFile,
} from '@dosar/contracts';

/** Another paper of the same document. */
export type Same = Pick<RepeatedFile['others'][number], 'name' | 'issuer_by'>;

/** A folder or a file, as a row shows it. */
export type Entry = {
  readonly id: string;
  readonly name: string | null;
  /** What its name is sorted by. */
  readonly key: string;
  /** When it was changed last; in the trash, when it was deleted. */
  readonly at: string;
  readonly createdAt: string;
  /** Who brought it; in the trash, who deleted it. */
  readonly who: string | null;
} & (
  | { readonly kind: 'folder'; readonly folder: Folder }
  | {
      readonly kind: 'file';
      readonly file: File;
      /** The same document is there again. */
      readonly sameAs: Same | null;
    }
);

/** What a document says of itself. */
const FIELD_SORTS = ['number', 'issuer', 'date', 'sum', 'due'] as const;
type FieldSort = (typeof FIELD_SORTS)[number];
const isFieldSort = (by: Sort): by is FieldSort => (FIELD_SORTS as readonly string[]).includes(by);

export const SORTS = ['name', 'status', ...FIELD_SORTS, 'owner', 'size', 'created', 'at'] as const;
export type Sort = (typeof SORTS)[number];
/** What is offered: by fields where documents have some. */
export const sortsFor = (hasFields: boolean): readonly Sort[] =>
  hasFields ? SORTS : SORTS.filter((by) => !isFieldSort(by));
export const hasFields = (entries: readonly Entry[]): boolean =>
  entries.some((entry) => entry.kind === 'file' && entry.file.fields !== null);
export type Sorting = { readonly by: Sort; readonly order: 'asc' | 'desc' };

/** What a name is before its extension comes first: `a.pdf`, `a (1).pdf`. */
const keyOf = (name: string, isFile: boolean) => {
  const dot = isFile ? name.lastIndexOf('.') : -1;
  return dot > 0 ? `${sortKey(name.slice(0, dot))}\u0000${sortKey(name.slice(dot))}` : sortKey(name);
};

export const entryOfFolder = (folder: Folder): Entry => ({
  name: folder.name,
  key: keyOf(folder.name ?? '', false),
  kind: 'folder',
  id: folder.id,
  at: folder.deleted_at ?? folder.updated_at,
  createdAt: folder.created_at,
  who: folder.deleted_by?.name ?? null,
  folder,
});

export const entryOfFile = (file: File): Entry => entryOfSame(file, null);

/** The same of a document that is there again under that name. */
export const entryOfSame = (file: File, sameAs: Same | null): Entry => ({
  name: file.name,
  key: keyOf(file.name ?? '', true),
  kind: 'file',
  id: file.id,
  at: file.deleted_at ?? file.modified_at,
  createdAt: file.created_at,
  who: (file.deleted_by ?? file.owner).name,
  file,
  sameAs,
});

const STATUSES = ['new', 'processing', 'processed'];

const fieldOf = (entry: Entry, by: FieldSort): string | number | null => {
  const value = entry.kind === 'file' ? (entry.file.fields?.[by] ?? null) : null;
  return by === 'number' || by === 'issuer' ? (value === null ? null : sortKey(String(value))) : value;
};

/** null: nothing is known, and comes last. */
const valueOf = (entry: Entry, by: Sort): string | number | null => {
  if (isFieldSort(by)) return fieldOf(entry, by);
  if (by === 'name') return entry.key;
  if (by === 'at') return entry.at;
  if (by === 'created') return entry.createdAt;
  if (by === 'owner') return folded(entry.who ?? '');
  if (entry.kind === 'folder')
    return by === 'size' ? entry.folder.direct_files_count + entry.folder.direct_folders_count : 0;
  return by === 'size' ? entry.file.size : STATUSES.indexOf(entry.file.process_state);
};

const compared = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
const inDirection = (a: string | number | null, b: string | number | null, direction: 1 | -1): number =>
  a === null || b === null ? Number(a === null) - Number(b === null) : direction * compared(a, b);

/** Folders first, then files, each by what was asked for and then by name. */
export const sorted = (entries: readonly Entry[], { by, order }: Sorting): readonly Entry[] => {
  const direction = order === 'asc' ? 1 : -1;
  return [...entries].sort(
    (a, b) =>
      compared(b.kind, a.kind) ||
      inDirection(valueOf(a, by), valueOf(b, by), direction) ||
      compared(a.key, b.key) ||
      compared(a.id, b.id),
  );
};

/** A file that the accountant works on may not be changed by the client. */
export const isLocked = (entry: Entry, role: string): boolean =>
  role === 'user' && entry.kind === 'file' && entry.file.process_state !== 'new';

const holdsFirms = ({ firm_only, children = [] }: Folder & Partial<Pick<FolderTree, 'children'>>): boolean =>
  firm_only || children.some(holdsFirms);

/** A folder that the firm fills, or that holds such a one, is only read by the client. */
export const isFirms = (entry: Entry, role: string): boolean =>
  role === 'user' && entry.kind === 'folder' && holdsFirms(entry.folder);

/** An archive that can be unpacked here. */
export const isZip = (entry: Entry): boolean => entry.kind === 'file' && entry.file.mime_type === MIME_TYPES.zip;

/** Whether new documents can be made of its pages. */
export const hasPages = (entry: Entry): boolean =>
  entry.kind === 'file' &&
  entry.file.size > 0 &&
  (entry.file.mime_type === MIME_TYPES.pdf || PICTURE_TYPES.has(entry.file.mime_type));

/** The folder that it is in; null is the root. */
export const parentOf = (entry: Entry): string | null =>
  entry.kind === 'folder' ? entry.folder.parent_folder_id : entry.file.folder_id;

/** What a bulk call names. */
export const selectionOf = (entries: readonly Entry[]): { file_ids: string[]; folder_ids: string[] } => ({
  file_ids: entries.filter(({ kind }) => kind === 'file').map(({ id }) => id),
  folder_ids: entries.filter(({ kind }) => kind === 'folder').map(({ id }) => id),
});
