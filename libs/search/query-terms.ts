import { groupsIn } from './groups';
import { partsOfWord, relatedTo, typosIn, wordsOf } from './words';

/** Letters before a number: the number is found alone, too. */
const NUMBERED = /^\p{L}+(\p{N}{2,})$/u;

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

/** The stem of a word, or the number of one such as RO18547290. */
const relatedOf = (word: string): readonly string[] => {
  const number = NUMBERED.exec(word)?.[1];
  if (number !== undefined) return [number];
  return partsOfWord(word).length > 0 ? [] : relatedTo(word);
};

const wanted = (word: string, isLast: boolean): SearchTerm => ({
  word,
  related: relatedOf(word),
  typos: typosIn(word),
  isBeginning: isLast && word.length >= BEGINNING,
});

/** The words of a part of a query, with what was written in groups together, or apart. */
const wordsTogether = (text: string): string[] => {
  const words: string[] = [];
  let at = 0;
  for (const { from, to, word } of groupsIn(text)) {
    words.push(...wordsOf(text.slice(at, from)), word);
    at = to;
  }
  return [...words, ...wordsOf(text.slice(at))];
};
const wordsApart = (text: string): string[] => {
  const words: string[] = [];
  let at = 0;
  for (const { from, to, word, mayBeApart } of groupsIn(text)) {
    words.push(...wordsOf(text.slice(at, from)), ...(mayBeApart ? wordsOf(text.slice(from, to)) : [word]));
    at = to;
  }
  words.push(...wordsOf(text.slice(at)));
  return words.flatMap((word) => (NUMBERED.test(word) || partsOfWord(word).length === 0 ? [word] : partsOfWord(word)));
};

/** The first ten parts of a query: each word, the last one also as a prefix; phrases in quotes as they are. */
const termsBy = (text: string, wordsIn: (part: string) => string[]): SearchTerm[] => {
  const parts = text.split(/["„”“«»]/);
  const all = parts.flatMap((part, at): SearchTerm[] => {
    const isQuoted = at % 2 === 1;
    if (isQuoted) {
      const words = wordsOf(part);
      return words.length > 0 ? [{ phrase: words.slice(0, MOST_IN_PHRASE) }] : [];
    }
    const words = wordsIn(part);
    const isLastPart = at === parts.length - 1;
    return words.map((word, place) => wanted(word, isLastPart && place === words.length - 1));
  });
  return all.slice(0, MOST_WANTED);
};

/**
 * A query in the ways it may be meant, of which any may match: „1 200” is one number or two. All parts of a reading must
 * match.
 */
export const readingsOf = (text: string): readonly (readonly SearchTerm[])[] => {
  const together = termsBy(text, wordsTogether);
  const apart = termsBy(text, wordsApart);
  return JSON.stringify(apart) === JSON.stringify(together) ? [together] : [together, apart];
};
