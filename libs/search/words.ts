import { asWritten, MISREAD_ONE } from './misread';

const STROKED: Readonly<Record<string, string>> = { đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ł: 'l', ø: 'o', ŧ: 't' };
const JOINED: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae' };
/** Invisible characters: soft hyphens and joiners. */
const UNSEEN = String.raw`\u00ad\u200b-\u200d\u2060\ufeff`;
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

/** Further forms a word is found by: its stem, and the number in it, such as that of RO18547290. */
export const relatedTo = (word: string): string[] => {
  const stem = stemOf(word);
  if (stem !== word) return [stem];
  return /^\p{N}+$/u.test(word) || !hasDigit(word) ? [] : (word.match(/\p{N}{2,}/gu) ?? []);
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

/** A part of a query: a phrase as it is, or a word that may have other endings, typos, or more letters. */
export type SearchTerm =
  | { readonly phrase: readonly string[] }
  | {
      readonly word: string;
      readonly related: readonly string[];
      readonly typos: 0 | 1 | 2;
      readonly isBeginning: boolean;
    };

/** Further parts are ignored: Meilisearch takes no more, and every index finds the same. */
const MOST_WANTED = 10;
const MOST_IN_PHRASE = 20;
/** Shorter prefixes match too many words. */
const BEGINNING = 2;

const wanted = (word: string, isLast: boolean): SearchTerm => ({
  word,
  related: relatedTo(word),
  typos: typosIn(word),
  isBeginning: isLast && word.length >= BEGINNING,
});

/** The first ten parts of a query: each word, the last one also as a prefix; phrases in quotes as they are. */
export const termsIn = (text: string): SearchTerm[] => {
  const parts = text.split(/["„”“«»]/);
  const all = parts.flatMap((part, at): SearchTerm[] => {
    const words = wordsOf(part);
    const isQuoted = at % 2 === 1;
    if (isQuoted) return words.length > 0 ? [{ phrase: words.slice(0, MOST_IN_PHRASE) }] : [];
    const isLastPart = at === parts.length - 1;
    return words.map((word, place) => wanted(word, isLastPart && place === words.length - 1));
  });
  return all.slice(0, MOST_WANTED);
};

/** Whether a word of a text matches a part of the query. */
export type Answers = (word: string) => boolean;

const MOST_KNOWN = 20_000;

/** `near`: words and stems that differ from the query's by typos alone. */
export const answersTo = (want: SearchTerm, near: ReadonlySet<string>): Answers => {
  if ('phrase' in want) return (word) => want.phrase.includes(word);
  const forms = new Set([want.word, ...want.related, ...near]);
  const known = new Map<string, boolean>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const isBegun = want.isBeginning && word.startsWith(want.word);
    const isWanted = isBegun || [word, ...relatedTo(word)].some((form) => forms.has(form));
    if (known.size < MOST_KNOWN) known.set(word, isWanted);
    return isWanted;
  };
};

/** A part of a text, and whether it matches the query. */
export type Segment = { readonly text: string; readonly hit: boolean };

/** A word as written, with its diacritics and invisible characters. */
const WRITTEN = new RegExp(String.raw`(?:${MISREAD_ONE}|[\p{L}\p{N}\p{M}${UNSEEN}])+`, 'gu');
const EXCERPT = { before: 60, letters: 240 } as const;

/** The first matching passage of a text, as written; all of a short text. null: nothing matches. */
export const excerptOf = (text: string, answers: Answers): readonly Segment[] | null => {
  const places: { readonly from: number; readonly to: number }[] = [];
  for (const { 0: written, index } of text.matchAll(WRITTEN)) {
    const [first] = places;
    if (first && index > first.from + EXCERPT.letters) break;
    if (wordsOf(written).some(answers)) places.push({ from: index, to: index + written.length });
  }
  const [first] = places;
  if (!first) return null;
  const begin = text.length <= EXCERPT.letters ? 0 : beginOfWord(text, Math.max(0, first.from - EXCERPT.before));
  const end = Math.max(first.to, Math.min(text.length, begin + EXCERPT.letters));
  const segments: Segment[] = [];
  let at = begin;
  for (const { from, to } of places.filter((place) => place.to <= end)) {
    if (from > at) segments.push({ text: text.slice(at, from), hit: false });
    segments.push({ text: text.slice(from, to), hit: true });
    at = to;
  }
  if (at < end) segments.push({ text: text.slice(at, end), hit: false });
  return segments;
};

/** An excerpt begins neither inside a word nor inside a letter. */
const beginOfWord = (text: string, from: number): number => {
  if (from === 0) return 0;
  const blank = text.slice(from, from + EXCERPT.before).search(/\s/);
  return blank < 0 ? from : from + blank + 1;
};

/** How much of the text inside a document is searched for an excerpt. */
export const LOOKED_THROUGH = 200_000;

/** The excerpt of a hit: its title when that matches the whole query, else a passage of its texts that matches some of it. */
export const excerptFrom = (
  { title, notes, text }: { readonly title: string; readonly notes: readonly string[]; readonly text: string },
  wanted: readonly Answers[],
): readonly Segment[] => {
  const answers: Answers = (word) => wanted.some((each) => each(word));
  const inTitle = excerptOf(title, answers);
  const words = wordsOf(title);
  if (inTitle && wanted.every((each) => words.some(each))) return inTitle;
  for (const field of [...notes, text.slice(0, LOOKED_THROUGH)]) {
    const found = excerptOf(field, answers);
    if (found) return found;
  }
  return inTitle ?? [{ text: title, hit: false }];
};
