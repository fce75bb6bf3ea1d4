import { z } from 'zod';
import { rule, notBlank } from '../rules';
import { bytesOf, UNSEEN } from '../text';
import { FILE_LIMITS } from './files.values';

/** What cannot be seen, and what is a path elsewhere. */
const FORBIDDEN = new RegExp(String.raw`[${UNSEEN}/\\]`, 'u');
const FORBIDDEN_ALL = new RegExp(FORBIDDEN.source, 'gu');

/** A name that a person gives a file or folder. */
export const ItemName = z
  .string()
  .max(4 * FILE_LIMITS.name)
  .transform((name) => name.normalize('NFC').trim())
  .pipe(
    notBlank(z.string().min(1))
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
