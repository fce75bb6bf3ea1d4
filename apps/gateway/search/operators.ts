import { addMonths } from 'date-fns/addMonths';
import { format } from 'date-fns/format';
import { folded, IMAGE_TYPES, MIME_TYPES, TEXT_FILE_TYPES, type Extension, type SearchType } from '@dosar/contracts';
import { endOf, startOf, today } from '../platform/hosting/time';

/** The restrictions by operators, besides the filters. */
export type Narrowed = {
  /** The remaining words. */
  readonly text: string;
  /** Words of names of clients and authors; all words of one must occur in the same name. */
  readonly clients: readonly string[];
  readonly authors: readonly string[];
  readonly types: readonly SearchType[] | null;
  readonly mimeTypes: readonly string[] | null;
  readonly processState: string | null;
  readonly accountingStatus: string | null;
  /** Instants: from, inclusive, and below, exclusive. */
  readonly from: string | null;
  readonly below: string | null;
  readonly deleted: 'with' | 'only' | 'without' | null;
};

const NOTHING: Narrowed = {
  text: '',
  clients: [],
  authors: [],
  types: null,
  mimeTypes: null,
  processState: null,
  accountingStatus: null,
  from: null,
  below: null,
  deleted: null,
};

const NAMES = ['client', 'tip', 'luna', 'status', 'de', 'dupa', 'inainte', 'sters'] as const;
type Name = (typeof NAMES)[number];

const mimeTypes = (...extensions: readonly Extension[]) => extensions.map((extension) => MIME_TYPES[extension]);

/** Words for kinds of documents, as people use them. */
const TYPES: Readonly<Record<string, Partial<Narrowed>>> = {
  fisier: { types: ['files'] },
  mesaj: { types: ['messages'] },
  dosar: { types: ['folders'] },
  folder: { types: ['folders'] },
  client: { types: ['clients'] },
  imagine: { mimeTypes: IMAGE_TYPES },
  poza: { mimeTypes: IMAGE_TYPES },
  text: { mimeTypes: TEXT_FILE_TYPES },
  tabel: { mimeTypes: mimeTypes('xls', 'xlsx', 'ods', 'csv') },
  excel: { mimeTypes: mimeTypes('xls', 'xlsx', 'ods', 'csv') },
  word: { mimeTypes: mimeTypes('doc', 'docx', 'odt', 'rtf') },
  prezentare: { mimeTypes: mimeTypes('ppt', 'pptx', 'odp') },
  arhiva: { mimeTypes: mimeTypes('zip', 'rar', '7z', 'tar', 'gz') },
};
const PLURALS: Readonly<Record<string, string>> = {
  fisiere: 'fisier',
  mesaje: 'mesaj',
  dosare: 'dosar',
  foldere: 'folder',
  clienti: 'client',
  imagini: 'imagine',
  poze: 'poza',
  tabele: 'tabel',
  prezentari: 'prezentare',
  arhive: 'arhiva',
};

const STATES: Readonly<Record<string, Partial<Narrowed>>> = {
  nou: { processState: 'new' },
  new: { processState: 'new' },
  lucru: { processState: 'processing' },
  processing: { processState: 'processing' },
  procesat: { processState: 'processed' },
  processed: { processState: 'processed' },
  asteptare: { accountingStatus: 'accounting_pending' },
  verificare: { accountingStatus: 'accounting_in_review' },
  finalizat: { accountingStatus: 'accounting_completed' },
  ...Object.fromEntries(
    ['accounting_pending', 'accounting_in_review', 'accounting_completed'].map((status) => [
      status,
      { accountingStatus: status },
    ]),
  ),
};

const DELETED: Readonly<Record<string, Partial<Narrowed>>> = {
  da: { deleted: 'only' },
  nu: { deleted: 'without' },
  toate: { deleted: 'with' },
};

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

/** `2026-10`, `10.2026`, `10`, `octombrie`, `octombrie-2026`: a month without a year is the last one. */
const monthOf = (value: string, day: string): string | null => {
  const [, first, second] = /^([\p{L}\d]+)(?:[-./ ]([\p{L}\d]+))?$/u.exec(value) ?? [];
  if (first === undefined) return null;
  const isYear = (part: string | undefined) => part !== undefined && /^\d{4}$/.test(part);
  const [year, month] = isYear(first) ? [first, second] : [second, first];
  const named = MONTHS.findIndex((name) => month !== undefined && month.length >= 3 && name.startsWith(month));
  const number = named >= 0 ? named + 1 : /^\d{1,2}$/.test(month ?? '') ? Number(month) : 0;
  if (number < 1 || number > 12 || (year !== undefined && !isYear(year))) return null;
  const two = String(number).padStart(2, '0');
  const thisYear = Number(day.slice(0, 4));
  const thisMonth = Number(day.slice(5, 7));
  return `${year ?? (number > thisMonth ? thisYear - 1 : thisYear)}-${two}`;
};

/** A date as people write it: `2026-10-31`, `31.10.2026`, `31/10/2026`. */
const dayOf = (value: string): string | null => {
  const [, day, month, year] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(value) ?? [];
  const written = year === undefined ? value : `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(written) && !Number.isNaN(Date.parse(written));
  return isDay && new Date(written).toISOString().startsWith(written) ? written : null;
};

/** The meaning of each operator; null for an unknown value, which then counts as a word. */
const READ: Readonly<Record<Name, (value: string) => Partial<Narrowed> | null>> = {
  client: (value) => ({ clients: [value] }),
  de: (value) => ({ authors: [value] }),
  tip: (value) => {
    const one = PLURALS[value] ?? value;
    if (Object.hasOwn(TYPES, one)) return TYPES[one]!;
    return Object.hasOwn(MIME_TYPES, one) ? { mimeTypes: mimeTypes(one as Extension) } : null;
  },
  status: (value) => (Object.hasOwn(STATES, value) ? STATES[value]! : null),
  sters: (value) => (Object.hasOwn(DELETED, value) ? DELETED[value]! : null),
  luna: (value) => {
    const month = monthOf(value, today());
    if (month === null) return null;
    const next = format(addMonths(new Date(`${month}-15T00:00:00Z`), 1), 'yyyy-MM');
    return { from: startOf(`${month}-01`).toISOString(), below: startOf(`${next}-01`).toISOString() };
  },
  dupa: (value) => {
    const day = dayOf(value);
    return day === null ? null : { from: endOf(day).toISOString() };
  },
  inainte: (value) => {
    const day = dayOf(value);
    return day === null ? null : { below: startOf(day).toISOString() };
  },
};

/** The stricter of two bounds; null is none. */
export const later = (one: string | null, other: string | null) =>
  one === null || (other !== null && other > one) ? other : one;
export const earlier = (one: string | null, other: string | null) =>
  one === null || (other !== null && other < one) ? other : one;

const both = (all: Narrowed, more: Partial<Narrowed>): Narrowed => ({
  ...all,
  ...more,
  clients: [...all.clients, ...(more.clients ?? [])],
  authors: [...all.authors, ...(more.authors ?? [])],
  from: later(all.from, more.from ?? null),
  below: earlier(all.below, more.below ?? null),
});

/** An operator is a word, a colon, and a value: one word, or several in quotes. Text in quotes is no operator. */
const PART = /"[^"]*"?|(\p{L}+):(?:"([^"]*)"|([^\s"]+))|[^\s"]+|\s+/gu;

/** Parses the operators of a query. */
export const narrowed = (written: string): Narrowed => {
  const rest: string[] = [];
  let all = NOTHING;
  for (const [part, name, inQuotes, plain] of written.matchAll(PART)) {
    const operator = NAMES.find((each) => name !== undefined && each === folded(name));
    const value = folded(inQuotes ?? plain ?? '').trim();
    const said = operator && value !== '' ? READ[operator](value) : null;
    if (said) all = both(all, said);
    else rest.push(part);
  }
  return { ...all, text: rest.join('') };
};
