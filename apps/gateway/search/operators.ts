import {
  DELETED_WORDS,
  folded,
  IMAGE_TYPES,
  meantBy,
  MIME_TYPES,
  SEARCH_OPERATORS,
  STATE_WORDS,
  TEXT_FILE_TYPES,
  TYPE_WORDS,
  type Extension,
  type SearchOperator,
  type SearchType,
} from '@dosar/contracts';
import { endOf, startOf, today } from '../platform/hosting/time';
import { daysOf, endsInCurrency, monthOf, sumOf, type Bounds } from './operator-values';

/** The restrictions by operators, besides the filters. */
export type Narrowed = {
  /** The remaining words. */
  readonly text: string;
  /** Words of names of clients and authors; all words of one must occur in the same name. */
  readonly clients: readonly string[];
  readonly authors: readonly string[];
  readonly types: readonly SearchType[] | null;
  readonly mimeTypes: readonly string[] | null;
  readonly processStates: readonly string[] | null;
  readonly accountingStatus: string | null;
  /** Of which it has each. */
  readonly tags: readonly string[];
  readonly sum: Bounds | null;
  /** As in 2026-10: that of the folder, or else of the arrival. */
  readonly month: string | null;
  /** Instants: from, inclusive, and below, exclusive. */
  readonly from: string | null;
  readonly below: string | null;
  readonly deleted: 'with' | 'only' | 'without' | null;
  /** What looks like an operator and is not understood, or cannot be so together with one before it. */
  readonly unknown: readonly string[];
};

const NOTHING: Narrowed = {
  text: '',
  clients: [],
  authors: [],
  types: null,
  mimeTypes: null,
  processStates: null,
  accountingStatus: null,
  tags: [],
  sum: null,
  month: null,
  from: null,
  below: null,
  deleted: null,
  unknown: [],
};

type Meaning = Partial<Narrowed>;

const mimeTypes = (...extensions: readonly Extension[]) => extensions.map((extension) => MIME_TYPES[extension]);

const TYPES: Readonly<Record<keyof typeof TYPE_WORDS, Meaning>> = {
  all: { types: ['files', 'messages', 'folders', 'clients'] },
  files: { types: ['files'] },
  messages: { types: ['messages'] },
  folders: { types: ['folders'] },
  clients: { types: ['clients'] },
  images: { mimeTypes: IMAGE_TYPES },
  text_files: { mimeTypes: TEXT_FILE_TYPES },
  tables: { mimeTypes: mimeTypes('xls', 'xlsx', 'ods', 'csv') },
  writings: { mimeTypes: mimeTypes('doc', 'docx', 'odt', 'rtf') },
  slides: { mimeTypes: mimeTypes('ppt', 'pptx', 'odp') },
  archives: { mimeTypes: mimeTypes('zip', 'rar', '7z', 'tar', 'gz') },
};

const STATES: Readonly<Record<keyof typeof STATE_WORDS, Meaning>> = {
  new: { processStates: ['new'] },
  processing: { processStates: ['processing'] },
  processed: { processStates: ['processed'] },
  waiting: { processStates: ['new', 'processing'] },
  accounting_pending: { accountingStatus: 'accounting_pending' },
  accounting_in_review: { accountingStatus: 'accounting_in_review' },
  accounting_completed: { accountingStatus: 'accounting_completed' },
};

const known = <K extends string>(
  words: Readonly<Record<K, readonly string[]>>,
  meanings: Readonly<Record<K, Meaning>>,
  value: string,
): Meaning | null => {
  const meaning = meantBy(words, value.replace(/[-_]+/g, ' '));
  return meaning && meanings[meaning];
};

/** The meaning of each operator; null for an unknown value, which then counts as a word. */
const READ: Readonly<Record<SearchOperator, (value: string) => Meaning | null>> = {
  client: (value) => ({ clients: [value] }),
  by: (value) => ({ authors: [value] }),
  tag: (value) => ({ tags: [value] }),
  type: (value) => {
    const meaning = known(TYPE_WORDS, TYPES, value);
    return meaning ?? (Object.hasOwn(MIME_TYPES, value) ? { mimeTypes: mimeTypes(value as Extension) } : null);
  },
  status: (value) => known(STATE_WORDS, STATES, value),
  deleted: (value) => {
    const deleted = meantBy(DELETED_WORDS, value);
    return deleted && { deleted };
  },
  month: (value) => {
    const month = monthOf(value, today());
    return month === null ? null : { month };
  },
  after: (value) => {
    const days = daysOf(value, today());
    return days && { from: endOf(days.last).toISOString() };
  },
  before: (value) => {
    const days = daysOf(value, today());
    return days && { below: startOf(days.first).toISOString() };
  },
  sum: (value) => {
    const sum = sumOf(value);
    return sum && { sum };
  },
};
/** Whose values may be several words without quotes, such as in „status:în lucru”. */
const SEVERAL: ReadonlySet<SearchOperator> = new Set(['type', 'status', 'month', 'after', 'before']);
const MOST_WORDS = 4;

/** The stricter of two bounds; null is none. */
export const later = <T extends string | number>(one: T | null, other: T | null) =>
  one === null || (other !== null && other > one) ? other : one;
export const earlier = <T extends string | number>(one: T | null, other: T | null) =>
  one === null || (other !== null && other < one) ? other : one;

const withinBoth = (one: Bounds | null, other: Bounds | null = null): Bounds | null => {
  if (one === null || other === null) return one ?? other;
  const from = later(one.from ?? null, other.from ?? null);
  const below = earlier(one.below ?? null, other.below ?? null);
  return { ...(from !== null && { from }), ...(below !== null && { below }) };
};

const inBoth = <T>(one: readonly T[] | null, other: readonly T[] | null = null): readonly T[] | null =>
  one && other ? one.filter((each) => other.includes(each)) : (one ?? other);

/** Of which a thing has one alone. */
const SINGLE = ['month', 'accountingStatus', 'deleted'] as const;

/** What is restricted by both; null where nothing can be so, as of two months. */
const both = (all: Narrowed, more: Meaning): Narrowed | null => {
  const isOther = (name: (typeof SINGLE)[number]) => all[name] !== null && all[name] !== (more[name] ?? all[name]);
  const lists = {
    types: inBoth(all.types, more.types),
    mimeTypes: inBoth(all.mimeTypes, more.mimeTypes),
    processStates: inBoth(all.processStates, more.processStates),
  };
  if (SINGLE.some(isOther) || Object.values(lists).some((list) => list?.length === 0)) return null;
  return {
    ...all,
    ...more,
    ...lists,
    clients: [...all.clients, ...(more.clients ?? [])],
    authors: [...all.authors, ...(more.authors ?? [])],
    tags: [...all.tags, ...(more.tags ?? [])],
    sum: withinBoth(all.sum, more.sum),
    from: later(all.from, more.from ?? null),
    below: earlier(all.below, more.below ?? null),
  };
};

type Part = {
  readonly text: string;
  readonly name: string | undefined;
  readonly value: string;
  readonly isPlain: boolean;
};

/** An operator is a word, a colon, and a value: one word, or several in quotes. Text in quotes is no operator. */
const PART = /"[^"]*"?|(\p{L}+):(?:"([^"]*)"?|([^\s"]*))|[^\s"]+|\s+/gu;
const partsOf = (written: string): readonly Part[] =>
  [...written.matchAll(PART)].map(([text, name, inQuotes, plain]) => ({
    text,
    name,
    value: folded(inQuotes ?? plain ?? '').trim(),
    isPlain: inQuotes === undefined,
  }));

const operatorCalled = (name: string): SearchOperator | null => meantBy(SEARCH_OPERATORS, folded(name));

/** The words after a value that belong to it: as many as make sense, and how many parts they are. */
const readAhead = (operator: SearchOperator, { value, isPlain }: Part, after: readonly Part[]) => {
  const words: string[] = [value];
  const ways = [{ meaning: value === '' ? null : READ[operator](value), parts: 0 }];
  for (let at = 0; isPlain && value !== '' && words.length < MOST_WORDS; at += 2) {
    const word = after[at + 1];
    if (word === undefined || word.name !== undefined || word.text.startsWith('"')) break;
    words.push(folded(word.text));
    const together = words.join(' ');
    const mayBe = SEVERAL.has(operator) || (operator === 'sum' && endsInCurrency(together));
    ways.push({ meaning: mayBe ? READ[operator](together) : null, parts: at + 2 });
  }
  return ways.findLast(({ meaning }) => meaning !== null) ?? null;
};

/** An address is no operator. */
const looksLikeOne = ({ name, value }: Part) => name !== undefined && !value.startsWith('/');

/** Parses the operators of a query. */
export const narrowed = (written: string): Narrowed => {
  const parts = partsOf(written);
  const rest: string[] = [];
  const unknown: string[] = [];
  let all = NOTHING;
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at]!;
    const operator = part.name === undefined ? null : operatorCalled(part.name);
    const found = operator && readAhead(operator, part, parts.slice(at + 1, at + 1 + 2 * MOST_WORDS));
    const further = found?.parts ?? 0;
    const text = parts.slice(at, at + 1 + further).map((each) => each.text);
    at += further;
    const narrower = found && both(all, found.meaning!);
    if (narrower) {
      all = narrower;
      continue;
    }
    if (operator !== null || (looksLikeOne(part) && part.value !== '')) unknown.push(text.join(''));
    // an operator that waits for its value is no word
    if (operator === null || part.value !== '') rest.push(...text);
  }
  return { ...all, text: rest.join(''), unknown: [...new Set(unknown)] };
};
