import { asWritten } from './misread';

const STROKED: Readonly<Record<string, string>> = { đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ł: 'l', ø: 'o', ŧ: 't' };
const JOINED: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae' };
/** Invisible characters, for a regular expression: soft hyphens and joiners. */
export const UNSEEN = String.raw`\u00ad\u200b-\u200d\u2060\ufeff`;
const UNSEEN_ALL = new RegExp(`[${UNSEEN}]`, 'g');
const WORD_LENGTH = 40;
/** Groups of thousands: 86.560,18 is the same number as 86560,18. */
const THOUSANDS = /(?<![\d.,])\d{1,3}(?:[.\u00a0]\d{3})+(?=,\d{1,2}(?!\d)|(?![\d.,]))/g;

/** Text without diacritics or misread letters, such as most file names. */
const PLAIN = /^[\0-\x7f]*$/;
const HAS_THOUSANDS = /\d\.\d{3}/;

/** Numbers without separators between thousands. */
const withoutPoints = (text: string): string => text.replace(THOUSANDS, (number) => number.replace(/\D/g, ''));

/** A text folded for search: without case and diacritics, so that ș, ş and S are one letter, misread ones included. */
export const foldedText = (text: string): string => {
  if (PLAIN.test(text)) return (HAS_THOUSANDS.test(text) ? withoutPoints(text) : text).toLowerCase();
  return withoutPoints(asWritten(text).replace(UNSEEN_ALL, ''))
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/[đðħıłøŧœæ]/g, (letter) => STROKED[letter] ?? JOINED[letter]!);
};

/** The words of a text, folded, in their order: letters and digits alone. */
export const wordsOf = (text: string): string[] =>
  text === '' ? [] : (foldedText(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, WORD_LENGTH));

const hasDigit = (word: string) => /\p{N}/u.test(word);

/** Endings of nouns and adjectives without diacritics, the longest first. */
const ENDINGS = [
  'iului',
  'iilor',
  'ului',
  'iile',
  'ilor',
  'elor',
  'iul',
  'iei',
  'ile',
  'ele',
  'ul',
  'ii',
  'ie',
  'ia',
  'ei',
  'ea',
  'ua',
  'iu',
  'a',
  'e',
  'i',
  'o',
  'u',
];
/** May be an ending or a part of the word: removed as an ending in all cases. */
const LEFT = ['ur', 'el', 'il'];
const STEM_LENGTH = 3;

const without = (word: string, endings: readonly string[]): string => {
  const ending = endings.find((each) => word.endsWith(each) && word.length - each.length >= STEM_LENGTH) ?? '';
  return word.slice(0, word.length - ending.length);
};

/**
 * The stem of a Romanian word, as far as a rule without a dictionary can tell: without its ending, and with the sounds that
 * change before it unified.
 */
export const stemOf = (word: string): string => {
  if (word.length <= STEM_LENGTH || hasDigit(word)) return word;
  const changed = without(word, ENDINGS)
    .replace(/oa(?=[^aeiou]+$)/, 'o')
    .replace(/([ei])a(?=[^aeiou]+$)/, (_, vowel: string) => (vowel === 'i' ? 'ie' : 'e'))
    .replace(/z$/, 'd');
  return without(changed, LEFT).replace(/(?<=\p{L}{3})u$/u, '');
};

/** Longer ones are codes: their parts say nothing. */
const MOST_PARTS = 4;
const MOST_IN_PARTS = 16;

/** Letters and digits of a word apart, such as of FA1001 and CJ12ABC. */
export const partsOfWord = (word: string): readonly string[] => {
  const parts = hasDigit(word) && word.length <= MOST_IN_PARTS ? (word.match(/\p{L}+|\p{N}+/gu) ?? []) : [];
  return parts.length > 1 && parts.length <= MOST_PARTS ? parts : [];
};

/** Numbers of documents are filled up with noughts, which nobody types. */
const withoutZeros = (number: string): readonly string[] => /^0+([1-9]\d{2,})$/.exec(number)?.slice(1) ?? [];

/** Further forms a word is found by: its stem, or its letters and numbers, such as those of RO18547290. */
export const relatedTo = (word: string): string[] => {
  const stem = stemOf(word);
  if (stem !== word) return [stem];
  if (!hasDigit(word)) return [];
  const numbers = word.match(/\p{N}{2,}/gu) ?? [];
  const related = new Set([...partsOfWord(word), ...numbers, ...numbers.flatMap(withoutZeros)]);
  related.delete(word);
  return [...related];
};

/** How many letters of a word may be wrong; none in numbers. */
export const typosIn = (word: string): 0 | 1 | 2 => {
  if (word.length < 5 || hasDigit(word)) return 0;
  return word.length < 9 ? 1 : 2;
};

const MOST_LETTERS = 64;
/** Three rows of the edit-distance table, reused by every call. */
const ROWS = [0, 1, 2].map(() => new Uint8Array(MOST_LETTERS + 1)) as [Uint8Array, Uint8Array, Uint8Array];

/**
 * Whether the edit distance of two words is at most that: insertions, deletions, substitutions, and swaps of neighbours.
 * Only the cells near the diagonal are computed.
 */
export const isNear = (one: string, other: string, most: number): boolean => {
  const length = one.length;
  const width = other.length;
  if (Math.abs(length - width) > most || length > MOST_LETTERS || width > MOST_LETTERS) return false;
  let [before, last, row] = ROWS;
  for (let to = 0; to <= width; to += 1) row[to] = to;
  for (let at = 1; at <= length; at += 1) {
    [before, last, row] = [last, row, before];
    const from = Math.max(1, at - most);
    const end = Math.min(width, at + most);
    row[from - 1] = from === 1 ? at : most + 1;
    let least = row[from - 1]!;
    for (let to = from; to <= end; to += 1) {
      const isSame = one.charCodeAt(at - 1) === other.charCodeAt(to - 1);
      let steps = Math.min(row[to - 1]! + 1, last[to - 1]! + (isSame ? 0 : 1));
      // the last row does not reach this far to the right
      if (to < at + most) steps = Math.min(steps, last[to]! + 1);
      const isSwapped =
        at > 1 &&
        to > 1 &&
        one.charCodeAt(at - 1) === other.charCodeAt(to - 2) &&
        one.charCodeAt(at - 2) === other.charCodeAt(to - 1);
      if (isSwapped) steps = Math.min(steps, before[to - 2]! + 1);
      row[to] = steps;
      least = Math.min(least, steps);
    }
    if (least > most) return false;
  }
  return row[width]! <= most;
};
