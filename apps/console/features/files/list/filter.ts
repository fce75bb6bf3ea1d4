import { extensionOf, folded, type AccountingStatus, type ProcessState } from '@dosar/contracts';
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
  /** A part of the name, however it is written. */
  readonly words: string;
  readonly type: EntryType | null;
  readonly state: ProcessState | AccountingStatus | null;
};

export const ALL: Filter = { words: '', type: null, state: null };

export const isFiltering = ({ words, type, state }: Filter): boolean =>
  words.trim() !== '' || type !== null || state !== null;

const isOfType = (entry: Entry, type: EntryType): boolean =>
  type === 'folder'
    ? entry.kind === 'folder'
    : entry.kind === 'file' && (TYPES[type] as readonly string[]).includes(extensionOf(entry.name ?? ''));

const isInState = (entry: Entry, state: string): boolean =>
  entry.kind === 'file' && (entry.file.process_state === state || entry.file.accounting_status === state);

/** The entries that are meant: every word is in the name, in any order. */
export const filtered = (entries: readonly Entry[], filter: Filter): readonly Entry[] => {
  if (!isFiltering(filter)) return entries;
  const { type, state } = filter;
  const words = folded(filter.words).split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    if (type !== null && !isOfType(entry, type)) return false;
    if (state !== null && !isInState(entry, state)) return false;
    if (words.length === 0) return true;
    const name = folded(entry.name ?? '');
    return words.every((word) => name.includes(word));
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
