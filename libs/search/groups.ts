import { wordsOf } from './words';

/** What is written in groups in a text: from where to where, and the one word that it is. */
export type Group = {
  readonly from: number;
  readonly to: number;
  readonly word: string;
  /** Its groups may as well be words of their own. */
  readonly mayBeApart: boolean;
};

const EDGE = String.raw`(?![\p{L}\p{N}\p{M}])`;
const DAY = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const MONTH = String.raw`(?:0?[1-9]|1[0-2])`;
const YEAR = String.raw`(?:19|20)\d\d`;
const MONTHS = [
  'ianuarie',
  'februarie',
  'martie',
  'aprilie',
  'mai',
  'iunie',
  'iulie',
  'august',
  'septembrie',
  'octombrie',
  'noiembrie',
  'decembrie',
];
/** As sentences and their beginnings have them. */
const NAMES = MONTHS.map((name) => `[${name[0]!.toUpperCase()}${name[0]!}]${name.slice(1)}`).join('|');
const LETTER = String.raw`\p{L}\p{M}*${EDGE}`;
/** Between the groups of an account or a telephone number. */
const GAP = String.raw`[ \u00a0.\-/()]`;

/** The ways in which things are written in groups, those that are told most surely first. */
const WAYS = {
  date: String.raw`(?:${DAY}[./-]${MONTH}[./-]${YEAR}|${YEAR}[./-]${MONTH}[./-]${DAY}|${DAY}[ \u00a0](?:${NAMES})[ \u00a0]${YEAR})(?!\d)`,
  account: String.raw`[A-Za-z]{2}[ \u00a0-]?\d{2}(?:[ \u00a0.-]?[A-Za-z0-9]{4}){2,7}(?:[ \u00a0.-]?[A-Za-z0-9]{1,3})?${EDGE}`,
  telephone: String.raw`(?:(?:(?:\+|00) ?)?40${GAP}{0,2}(?:0${GAP}{0,2})?|\(?0)[237]\d(?:${GAP}{0,3}\d){7}${EDGE}`,
  taxCode: String.raw`[Rr][Oo][ \u00a0.-]?(?:\d{1,3}(?: \d{3}){1,2}(?: \d{1,2})?|\d{2,10})${EDGE}`,
  sum: String.raw`(?<!\d[.,])[1-9]\d{0,2}(?<by>[ \u00a0\u2009\u202f.,'’])\d{3}(?:\k<by>\d{3}){0,3}(?!\d)`,
  tenths: String.raw`(?<=\d{3}[.,])\d(?!\d|[.,]\d)`,
  dotted: String.raw`${LETTER}(?:(?:\.${LETTER}){1,9}|(?:\.[ \u00a0]${LETTER}){1,9})\.?`,
  spaced: String.raw`${LETTER}(?:[ \u00a0]${LETTER}){2,19}`,
  // beside another word, or where the end of a line breaks one
  hyphened: String.raw`\p{L}[\p{L}\p{M}]*(?:[-‑–]\p{L}[\p{L}\p{M}]{2,}|[-‐\u00ad]\r?\n[ \t]*\p{Ll}[\p{L}\p{M}]+)${EDGE}`,
} as const;
type Way = keyof typeof WAYS;
const NAMED = Object.entries(WAYS).map(([way, pattern]) => `(?<${way}>${pattern})`);
const GROUPED = new RegExp(String.raw`(?<![\p{L}\p{N}\p{M}])(?:${NAMED.join('|')})`, 'gu');

const MAY_BE_APART: ReadonlySet<Way> = new Set(['date', 'sum', 'tenths', 'spaced', 'hyphened']);

const LENGTHS = { least: 15, ofRomania: 24 } as const;
const HEAD = 4;
/** The remainder by 97 of a number that goes on with a letter or digit (ISO 13616). */
const goneOn = (rest: number, value: number): number => (rest * (value < 10 ? 10 : 100) + value) % 97;

/** The values of letters and digits, and where each stands; what stands between them has none. */
const signsIn = (written: string): readonly { readonly at: number; readonly value: number }[] => {
  const signs: { readonly at: number; readonly value: number }[] = [];
  for (let at = 0; at < written.length; at += 1) {
    const value = parseInt(written[at]!, 36);
    if (value >= 0) signs.push({ at, value });
  }
  return signs;
};

/** An account number may be followed by short words: it ends where its length or its check digits say so. */
const accountIn = (written: string): string | null => {
  const signs = signsIn(written);
  const isRomanian = /^ro/i.test(written);
  let rest = 0;
  let account: string | null = null;
  for (let count = HEAD; count < signs.length; count += 1) {
    const { at, value } = signs[count]!;
    rest = goneOn(rest, value);
    const isEnd = signs[count + 1]?.at !== at + 1;
    if (!isEnd || count + 1 < LENGTHS.least) continue;
    const isWhole = isRomanian
      ? count + 1 === LENGTHS.ofRomania
      : signs.slice(0, HEAD).reduce((sum, sign) => goneOn(sum, sign.value), rest) === 1;
    if (isWhole) account = written.slice(0, at + 1);
  }
  return account;
};

const NATIONAL = /^(?:(?:00)?40)?0?(?=\d{9}$)/;

/** A day as 20260305, however it is written. */
const dayOf = (written: string): string => {
  const [one = '', two = '', three = ''] = written.split(/[./\- \u00a0]/);
  const month = /^\d/.test(two) ? two : String(MONTHS.indexOf(two.toLowerCase()) + 1);
  const isYearFirst = one.length === 4;
  const day = isYearFirst ? three : one;
  return [isYearFirst ? one : three, month.padStart(2, '0'), day.padStart(2, '0')].join('');
};

const wordOf = (way: Way, written: string): string | undefined => {
  if (way === 'date') return dayOf(written);
  if (way === 'tenths') return `${written}0`;
  const together = written.replace(/[^\p{L}\p{N}\p{M}]/gu, '');
  return wordsOf(way === 'telephone' ? together.replace(NATIONAL, '0') : together)[0];
};

/**
 * Abbreviations with dots, accounts and telephones in groups, tax codes, and sums, in their order: what one writes apart
 * another writes together, 1200.5 is 1200.50, and a day is one however it is written.
 */
export const groupsIn = (text: string): readonly Group[] => {
  const groups: Group[] = [];
  GROUPED.lastIndex = 0;
  for (let found = GROUPED.exec(text); found; found = GROUPED.exec(text)) {
    const way = (Object.keys(WAYS) as Way[]).find((each) => found.groups![each] !== undefined)!;
    const written = way === 'account' ? accountIn(found[0]) : found[0];
    if (written === null) {
      // what looked like an account may begin otherwise
      GROUPED.lastIndex = found.index + 2;
      continue;
    }
    const to = found.index + written.length;
    GROUPED.lastIndex = to;
    const word = wordOf(way, written);
    if (word !== undefined) groups.push({ from: found.index, to, word, mayBeApart: MAY_BE_APART.has(way) });
  }
  return groups;
};

/** What is written in groups in texts, together, each once: texts are found by it as by their words. */
export const togetherIn = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.flatMap((text) => groupsIn(text).map(({ word }) => word))),
];
