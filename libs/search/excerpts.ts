import { groupsIn } from './groups';
import { MISREAD_ONE } from './misread';
import type { SearchTerm } from './query-terms';
import { relatedTo, UNSEEN, wordsOf } from './words';

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

/** Letters as people see them: a joined emoji is one. */
const LETTERS = new Intl.Segmenter('ro', { granularity: 'grapheme' });
const LETTER_LENGTH = 32;

/** The last place up to that one between two letters. */
const wholeLetters = (text: string, at: number): number => {
  if (at >= text.length) return at;
  const from = Math.max(0, at - LETTER_LENGTH);
  const letter = LETTERS.segment(text.slice(from, at + LETTER_LENGTH)).containing(at - from);
  return letter && letter.index > 0 ? from + letter.index : at;
};

type Place = { readonly from: number; readonly to: number };

/** The first matching words of a text, as many as one excerpt may show. */
const wordsAt = (text: string, answers: Answers): Place[] => {
  const places: Place[] = [];
  for (const { 0: written, index } of text.matchAll(WRITTEN)) {
    const [first] = places;
    if (first && index > first.from + EXCERPT.letters) break;
    if (wordsOf(written).some(answers)) places.push({ from: index, to: index + written.length });
  }
  return places;
};

/** What matches as it is written in groups: looked for in all of a text only where no word of it matches. */
const groupsAt = (text: string, answers: Answers): Place[] => groupsIn(text).filter(({ word }) => answers(word));

/** The first matching passage of a text, as written; all of a short text. null: nothing matches. */
export const excerptOf = (text: string, answers: Answers): readonly Segment[] | null => {
  const words = wordsAt(text, answers);
  const first = words[0] ?? groupsAt(text, answers)[0];
  if (!first) return null;
  const begin = text.length <= EXCERPT.letters ? 0 : beginOfWord(text, Math.max(0, first.from - EXCERPT.before));
  const end = Math.max(first.to, wholeLetters(text, Math.min(text.length, begin + EXCERPT.letters)));
  const groups = groupsAt(text.slice(begin, end), answers).map(({ from, to }) => ({
    from: begin + from,
    to: begin + to,
  }));
  const places = [...groups, ...words].filter(({ to }) => to <= end).sort((a, b) => a.from - b.from || b.to - a.to);
  const segments: Segment[] = [];
  let at = begin;
  for (const { from, to } of places) {
    // a word inside a group
    if (from < at) continue;
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
  return blank < 0 ? wholeLetters(text, from) : from + blank + 1;
};

/** How much of the text inside a document is searched for an excerpt. */
export const LOOKED_THROUGH = 200_000;

/** The excerpt of a hit: its title when that matches all of a reading, else a passage of its texts that matches some of it. */
export const excerptFrom = (
  { title, notes, text }: { readonly title: string; readonly notes: readonly string[]; readonly text: string },
  readings: readonly (readonly Answers[])[],
): readonly Segment[] => {
  const answers: Answers = (word) => readings.some((wanted) => wanted.some((each) => each(word)));
  const inTitle = excerptOf(title, answers);
  const words = [...wordsOf(title), ...groupsIn(title).map(({ word }) => word)];
  if (inTitle && readings.some((wanted) => wanted.every((each) => words.some(each)))) return inTitle;
  for (const field of [...notes, text.slice(0, LOOKED_THROUGH)]) {
    const found = excerptOf(field, answers);
    if (found) return found;
  }
  return inTitle ?? [{ text: title, hit: false }];
};
