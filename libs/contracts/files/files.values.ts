import { z } from 'zod';
import { rule } from '../rules';
import { bytesOf, UNSEEN } from '../text';
import { extensionOf, MIME_TYPES } from './extensions.values';

const MiB = 1024 * 1024;

/** Where files of conversations are kept, in the root of the client. */
export const CHAT_FOLDER = 'Din conversații';

export const FILE_LIMITS = {
  file: 20 * MiB,
  zip: 50 * MiB,
  chunk: 5 * MiB,
  name: 255,
  bulk: 500,
  batch: 100,
  note: 5_000,
  /** Levels of folders, and bytes of the path to one. */
  depth: 32,
  path: 2_048,
  /** Files and folders that an operation changes at most, what is in a folder among them. */
  operation: 10_000,
  /** Files and folders of a client, deleted ones among them. */
  items: 200_000,
  /** Rows that an answer lists at most: what is more is read by pages, or level by level. */
  listed: 5_000,
  /** Notes of a file, likewise. */
  notes: 500,
  /** What an archive may become: files and folders, those that a path implies among them; and bytes of it in all. */
  entries: 2_000,
  unpacked: 200 * MiB,
} as const;

/** Largest size of a file with this name, in bytes. */
export const sizeLimitOf = (name: string): number => (extensionOf(name) === 'zip' ? FILE_LIMITS.zip : FILE_LIMITS.file);

/** What cannot be seen, and what is a path elsewhere. */
const FORBIDDEN = new RegExp(String.raw`[${UNSEEN}/\\]`, 'u');
const FORBIDDEN_ALL = new RegExp(FORBIDDEN.source, 'gu');

/** A name that a person gives a file or folder. */
export const ItemName = z
  .string()
  .max(4 * FILE_LIMITS.name)
  .transform((name) => name.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1)
      .refine((name) => bytesOf(name) <= FILE_LIMITS.name, rule('name_length'))
      .refine((name) => !FORBIDDEN.test(name), rule('name_characters'))
      .refine((name) => name !== '.' && name !== '..', rule('name_dots'))
      .refine((name) => !name.endsWith('.'), rule('name_end')),
  )
  .meta({ description: '1 to 255 bytes of UTF-8; no slash, control or invisible character; no dot at the end.' });

/** Cuts a name to so many bytes and keeps its extension. */
export const shortened = (name: string, bytes: number = FILE_LIMITS.name): string => {
  if (bytesOf(name) <= bytes) return name;
  const dot = name.lastIndexOf('.');
  const end = dot > 0 && bytesOf(name.slice(dot)) <= 32 ? name.slice(dot) : '';
  let stem = '';
  let left = bytes - bytesOf(end);
  for (const letter of name.slice(0, name.length - end.length)) {
    left -= bytesOf(letter);
    if (left < 0) break;
    stem += letter;
  }
  return stem.trimEnd() + end;
};

/** An uploaded name is mended, not refused: its last path part, with `_` for what may not be in a name. */
export const mendedName = (name: string): string => {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1)!;
  const clean = last.replace(FORBIDDEN_ALL, '_').trim();
  let end = clean.length;
  while (end > 0 && '. '.includes(clean[end - 1]!)) end -= 1;
  return shortened(clean.slice(0, end) || '_');
};

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC');
/** The letters of European languages, of which each is made plain by itself. */
const PLAIN_LETTERS = Array.from({ length: 0x300 }, (_, code) => plain(String.fromCharCode(code)));

/** Two names in a folder are equal when their keys are: without case and diacritics. */
export const nameKey = (name: string): string => {
  let key = '';
  for (let at = 0; at < name.length; at += 1) {
    const letter = PLAIN_LETTERS[name.charCodeAt(at)];
    if (letter === undefined) return plain(name);
    key += letter;
  }
  return key;
};

/** So many numbers are tried one after the other. */
const TRIED_IN_ORDER = 20;

/**
 * `name (1).ext`, `name (2).ext`…: the first that is free. Behind twenty taken ones it is one whose predecessor is taken:
 * found by doubling and halving, since thousands of equal names would cost as many tries each.
 */
export const freeName = (name: string, isTaken: (key: string) => boolean): string => {
  if (!isTaken(nameKey(name))) return name;
  const dot = name.lastIndexOf('.');
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  const numbered = (number: number) => {
    const mark = ` (${number})`;
    return shortened(stem, FILE_LIMITS.name - bytesOf(mark + end)) + mark + end;
  };
  const isFree = (number: number) => !isTaken(nameKey(numbered(number)));
  for (let number = 1; number <= TRIED_IN_ORDER; number += 1) if (isFree(number)) return numbered(number);
  let taken = TRIED_IN_ORDER;
  let free = 2 * TRIED_IN_ORDER;
  while (!isFree(free)) [taken, free] = [free, 2 * free];
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (isFree(middle)) free = middle;
    else taken = middle;
  }
  return numbered(free);
};

const NOT_BLANK = /\S/u;
/** Half a letter, which no text in UTF-8 can hold. */
const LONE_HALF = /\p{Cs}/u;

/** What a person writes beside a file: kept as it was sent. */
export const NoteText = z
  .string()
  .max(FILE_LIMITS.note)
  .refine((text) => NOT_BLANK.test(text), rule('required'))
  .refine((text) => !LONE_HALF.test(text), rule('value'))
  .meta({ description: '1 to 5,000 characters, not only blanks.' });

export const ProcessState = z.enum(['new', 'processing', 'processed']);
export type ProcessState = z.infer<typeof ProcessState>;

/** Folders of the accounting structure that the firm fills: a client's user reads them. */
export const FIRM_CATEGORIES: ReadonlySet<string> = new Set(['declaratii', 'balanta', 'obligatii', 'anaf']);

export const AccountingStatus = z.enum(['accounting_pending', 'accounting_in_review', 'accounting_completed']);
export type AccountingStatus = z.infer<typeof AccountingStatus>;

/** How a file can be looked at without the program that made it; `none`: it cannot. */
export const PreviewKind = z.enum(['image', 'pdf', 'text', 'table', 'invoice', 'archive', 'none']);
export type PreviewKind = z.infer<typeof PreviewKind>;

/** Why what has a text or a picture of its own cannot be shown by it. */
export const PreviewFault = z.enum(['encrypted', 'damaged', 'too_large']);
export type PreviewFault = z.infer<typeof PreviewFault>;

/** Files of these types are pictures. */
export const PICTURE_TYPES: ReadonlySet<string> = new Set([MIME_TYPES.jpg, MIME_TYPES.png, MIME_TYPES.webp]);

/** Of files of these types there is a thumbnail. */
export const THUMBNAIL_TYPES: ReadonlySet<string> = new Set([...PICTURE_TYPES, MIME_TYPES.pdf]);

/** A picture that is small enough for a list, in Base64; of the type that the server made, whatever the file says. */
export const Thumbnail = z.object({
  type: z.literal('image/webp'),
  width: z.int(),
  height: z.int(),
  data: z.base64(),
});

export const OperationKind = z.enum(['move', 'delete', 'restore', 'status', 'download', 'extract_zip', 'copy']);
export type OperationKind = z.infer<typeof OperationKind>;

export const OperationStatus = z.enum(['in_progress', 'completed', 'failed', 'partial', 'cancelled']);
export type OperationStatus = z.infer<typeof OperationStatus>;
