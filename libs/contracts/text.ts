const STROKED: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  ŧ: 't',
  œ: 'oe',
  æ: 'ae',
  þ: 'th',
};

/** Letters without marks: most names of files. */
const PLAIN = /^[\0-\x7f]*$/;
/** The marks of Latin letters: looked for ten times as fast as all marks there are. */
const LATIN_MARKS = /[\u0300-\u036f]/g;

/**
 * A text as it is compared and searched: without case and diacritics, so that ș, ş and S are one letter. Letters with a
 * stroke have no decomposition and are mapped one by one.
 */
export const folded = (text: string): string => {
  if (PLAIN.test(text)) return text.toLowerCase();
  const unmarked = text.normalize('NFKD').replace(LATIN_MARKS, '');
  if (PLAIN.test(unmarked)) return unmarked.toLowerCase();
  return unmarked
    .replace(/\p{Mn}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/[đðħıłøŧœæþ]/g, (letter) => STROKED[letter]!)
    .normalize('NFC');
};

/** A text as a part of it is looked for in a list: folded, and abbreviations without their dots, so that S.R.L. is srl. */
export const searchKey = (text: string): string =>
  folded(text).replace(/(?<![\p{L}\p{N}])(?:\p{L}\. ?)+(?:\p{L}(?![\p{L}\p{N}])\.?)?/gu, (letters) =>
    letters.endsWith(' ') ? `${letters.replace(/[. ]/g, '')} ` : letters.replace(/[. ]/g, ''),
  );

/** A tax code with its RO, and its digits in groups: lists have it without. */
const TAX_CODE = /(?<![\p{L}\p{N}])ro[ .-]?(\d(?:[ .]?\d){1,9})(?!\d)/gu;
/** What is typed to look for a part of such a key. */
export const soughtKey = (typed: string): string =>
  searchKey(typed.trim()).replace(TAX_CODE, (_, digits: string) => digits.replace(/[ .]/g, ''));

/** Whether each word that is typed is a part of the text, in any order. */
export const hasSought = (text: string, typed: string): boolean => {
  const key = searchKey(text);
  return soughtKey(typed)
    .split(/\s+/)
    .every((word) => key.includes(word));
};

/** A key to sort names by as people do: folded, and numbers by their value, so that 9 comes before 10. */
export const sortKey = (text: string): string => folded(text).replace(/\d+/g, (digits) => digits.padStart(12, '0'));

/** What cannot be seen, and can make a name look like another's: control, bidirectional and zero-width characters. */
export const UNSEEN = String.raw`\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff`;
const UNSEEN_ONE = new RegExp(`[${UNSEEN}]`, 'u');
export const isAllSeen = (text: string): boolean => !UNSEEN_ONE.test(text);

/** Letters and signs of some scripts that are blank. */
const EMPTY_LETTERS = String.raw`\u115f\u1160\u2800\u3164\uffa0`;
const BLANK = new RegExp(String.raw`^(?:[\s${UNSEEN}${EMPTY_LETTERS}]|\p{Variation_Selector})*$`, 'u');
/** Without anything to be seen a text is empty. */
export const isBlank = (text: string): boolean => BLANK.test(text);

/** Length in UTF-8. */
export const bytesOf = (text: string): number => {
  let bytes = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
};
