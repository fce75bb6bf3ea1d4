import { relatedTo, togetherIn, wordsOf, type SearchTerm } from '@dosar/search';

const hasDigit = (word: string) => /\p{N}/u.test(word);
/**
 * A word and a stem each begin with a letter of their own. So a typo in the first letter is one like any other (there it
 * counts twice), no word is taken apart into two others, and a stem is found only where stems are looked for. What has a
 * digit has none: numbers are found without typos.
 */
const marked = (letter: string) => (word: string) => (hasDigit(word) ? word : letter + word);
const asWord = marked('x');
const asStem = marked('y');

/** The place of a word in an attribute is two bytes. */
const MOST_WORDS = 65_000;

/** Words as they are searched; of a long text those that come later stand in the rest, once each. */
export const searchedWords = (text: string): { readonly words: string; readonly rest: string } => {
  const words = wordsOf(text);
  const first = words.slice(0, MOST_WORDS);
  const known = new Set(first);
  const rest = new Set(words.slice(MOST_WORDS).filter((word) => !known.has(word)));
  return { words: first.map(asWord).join(' '), rest: [...rest].slice(0, MOST_WORDS).map(asWord).join(' ') };
};

/**
 * What the words are found by in all their cases: their stems, and of a stem the stem; where there is none, themselves. What
 * is written in groups is a word, too.
 */
export const searchedStems = (texts: readonly string[]): string => {
  const together = togetherIn(texts);
  const stems = new Set(together.map(asStem));
  for (const word of new Set([...texts.flatMap(wordsOf), ...together])) {
    const related = relatedTo(word);
    for (const stem of related.length > 0 ? [...related, ...related.flatMap(relatedTo)] : [word])
      stems.add(asStem(stem));
  }
  return [...stems].slice(0, MOST_WORDS).join(' ');
};

/** Exactly so, without typos. */
const quoted = (words: readonly string[]) => `"${words.join(' ')}"`;

/** The ways in which a part of a question can be put to a server that knows no „or“ between words. */
export const formsOf = (want: SearchTerm): readonly string[] => {
  if ('phrase' in want) return [quoted(want.phrase.map(asWord))];
  const { word, related, typos, isBeginning } = want;
  const loose = (form: string) => (isBeginning || typos > 0 ? form : quoted([form]));
  const stems = related.length > 0 ? related : [word];
  return [...new Set([loose(asWord(word)), stems.map((stem) => loose(asStem(stem))).join(' ')])];
};

/** So many questions are put for one reading at most. */
const MOST_QUESTIONS = 8;

/**
 * One reading as several questions, of which any may answer: with all words as they were written, which forgives typos in their
 * endings; with all as their stems; and with one of them as it was written among stems.
 */
const questionsIn = (wanted: readonly SearchTerm[]): readonly string[] => {
  const parts = wanted.map(formsOf);
  const written = parts.map(([form]) => form!);
  const stems = parts.map((forms) => forms.at(-1)!);
  const mixed = parts.map((_, at) => stems.with(at, written[at]!));
  const all = [written, stems, ...mixed].map((forms) => forms.join(' '));
  return [...new Set(all)].slice(0, MOST_QUESTIONS);
};

export const questionsOf = (readings: readonly (readonly SearchTerm[])[]): readonly string[] => [
  ...new Set(readings.flatMap(questionsIn)),
];
