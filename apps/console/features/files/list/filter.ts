import { extensionOf, folded, hasSought, type AccountingStatus, type ProcessState } from '@dosar/contracts';
import type { Entry } from './entries';

/** Kinds of documents as people tell them apart, by what a name ends with. */
export const TYPES = {
  folder: [],
  pdf: ['pdf'],
  image: ['jpg', 'jpeg', 'png', 'gif', 'bmp', 'svg', 'webp'],
  sheet: ['xls', 'xlsx', 'ods', 'csv'],
  text: ['doc', 'docx', 'odt', 'rtf', 'txt', 'ppt', 'pptx', 'odp'],
  data: ['xml', 'json', 'sql'],
  archive: ['zip', 'rar', '7z', 'tar', 'gz'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type EntryType = keyof typeof TYPES;

/** What is to be seen of a folder. */
export type Filter = {
  /** Parts of the name, of what a document says of itself, or of its tags, however they are written. */
  readonly words: string;
  readonly type: EntryType | null;
  readonly state: ProcessState | AccountingStatus | null;
  readonly tag: string | null;
};

export const ALL: Filter = { words: '', type: null, state: null, tag: null };

export const isFiltering = ({ words, type, state, tag }: Filter): boolean =>
  words.trim() !== '' || type !== null || state !== null || tag !== null;

const isOfType = (entry: Entry, type: EntryType): boolean =>
  type === 'folder'
    ? entry.kind === 'folder'
    : entry.kind === 'file' && (TYPES[type] as readonly string[]).includes(extensionOf(entry.name ?? ''));

const isInState = (entry: Entry, state: string): boolean =>
  entry.kind === 'file' && (entry.file.process_state === state || entry.file.accounting_status === state);

const hasTag = (entry: Entry, tag: string): boolean =>
  entry.kind === 'file' && entry.file.tags.some((each) => folded(each) === folded(tag));

const wordsOf = (entry: Entry): string => {
  if (entry.kind === 'folder') return entry.name ?? '';
  const { fields, tags } = entry.file;
  return [entry.name, fields?.number, fields?.issuer, fields?.issuer_cui, ...tags].filter(Boolean).join(' ');
};

/** The tags of these, each once, in order. */
export const tagsIn = (entries: readonly Entry[]): readonly string[] => {
  const tags = entries.flatMap((entry) => (entry.kind === 'file' ? entry.file.tags : []));
  return [...new Map(tags.map((tag) => [folded(tag), tag])).entries()].sort().map(([, tag]) => tag);
};

/** The entries that are meant: every word is in them, in any order. */
export const filtered = (entries: readonly Entry[], filter: Filter): readonly Entry[] => {
  if (!isFiltering(filter)) return entries;
  const { type, state, tag } = filter;
  return entries.filter((entry) => {
    if (type !== null && !isOfType(entry, type)) return false;
    if (state !== null && !isInState(entry, state)) return false;
    if (tag !== null && !hasTag(entry, tag)) return false;
    return hasSought(wordsOf(entry), filter.words);
  });
};

/** The next row whose name begins so, from one on, around the end. @returns -1 when there is none. */
export const startingWith = (entries: readonly Entry[], typed: string, from: number): number => {
  const start = folded(typed);
  for (let step = 0; step < entries.length; step += 1) {
    const index = (from + step) % entries.length;
    if (folded(entries[index]!.name ?? '').startsWith(start)) return index;
  }
  return -1;
};
