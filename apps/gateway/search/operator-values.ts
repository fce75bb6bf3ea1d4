import { addDays } from 'date-fns/addDays';
import { addMonths } from 'date-fns/addMonths';
import { format } from 'date-fns/format';
import { meantBy, MONTH_WORDS, TODAY_WORDS } from '@dosar/contracts';

const atNoon = (day: string) => new Date(`${day}T12:00:00`);
/** `2026-10`, so many months after another. */
export const monthAfter = (month: string, by: number): string =>
  format(addMonths(atNoon(`${month}-15`), by), 'yyyy-MM');

const isYear = (part: string | undefined) => part !== undefined && /^\d{4}$/.test(part);

const numberOfMonth = (part: string | undefined): number => {
  if (part === undefined) return 0;
  if (/^\d{1,2}$/.test(part)) return Number(part);
  if (part.length < 3) return 0;
  return Math.max(0, ...MONTH_WORDS.map((names) => names.findIndex((name) => name.startsWith(part)) + 1));
};

/** `2026-10`, `10.2026`, `10`, `octombrie`, `octombrie-2026`, `trecuta`: a month without a year is the last one. */
export const monthOf = (value: string, today: string): string | null => {
  const now = today.slice(0, 7);
  const called = meantBy(TODAY_WORDS, value);
  if (called === 'this_month') return now;
  if (called === 'last_month') return monthAfter(now, -1);
  const [, first, second] = /^([\p{L}\d]+)(?:[-./ ]([\p{L}\d]+))?$/u.exec(value) ?? [];
  const parts = isYear(first) ? { year: first, month: second } : { year: second, month: first };
  const number = numberOfMonth(parts.month);
  if (number < 1 || number > 12 || (parts.year !== undefined && !isYear(parts.year))) return null;
  const two = String(number).padStart(2, '0');
  const thisYear = Number(now.slice(0, 4));
  return `${parts.year ?? (number > Number(now.slice(5)) ? thisYear - 1 : thisYear)}-${two}`;
};

/** A date as people write it: `2026-10-31`, `31.10.2026`, `31/10/2026`, `ieri`. */
const dayOf = (value: string, today: string): string | null => {
  const called = meantBy(TODAY_WORDS, value);
  if (called === 'today') return today;
  if (called === 'yesterday') return format(addDays(atNoon(today), -1), 'yyyy-MM-dd');
  const [, day, month, year] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(value) ?? [];
  const written = year === undefined ? value : `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(written) && !Number.isNaN(Date.parse(written));
  return isDay && new Date(written).toISOString().startsWith(written) ? written : null;
};

/** A day, or a month by its first and its last day. */
export const daysOf = (value: string, today: string): { readonly first: string; readonly last: string } | null => {
  const day = dayOf(value, today);
  if (day !== null) return { first: day, last: day };
  const month = monthOf(value, today);
  if (month === null) return null;
  return { first: `${month}-01`, last: format(addDays(atNoon(`${monthAfter(month, 1)}-01`), -1), 'yyyy-MM-dd') };
};

const CURRENCY = /(?:lei|ron|eur|euro|usd)$/;
/** Thousands with points and decimals behind a comma, or the other way round, or only one of both. */
const AMOUNTS = [
  { is: /^-?\d{1,3}(?:[. ]\d{3})+(?:,\d{1,2})?$/, thousands: /[. ]/g },
  { is: /^-?\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/, thousands: /,/g },
  { is: /^-?\d{1,12}(?:[.,]\d{1,2})?$/, thousands: /(?!)/g },
];
const amountOf = (written: string): number | null => {
  const text = written.replace(CURRENCY, '').trim();
  const way = AMOUNTS.find(({ is }) => is.test(text));
  return way ? Number(text.replace(way.thousands, '').replace(',', '.')) : null;
};

export type Bounds = { readonly from?: number; readonly below?: number };
/** Sums have two decimals: what differs by less is the same. */
const HALF = 0.005;
const COMPARED: Readonly<Record<string, (sum: number) => Bounds>> = {
  '>': (sum) => ({ from: sum + HALF }),
  '>=': (sum) => ({ from: sum - HALF }),
  '<': (sum) => ({ below: sum - HALF }),
  '<=': (sum) => ({ below: sum + HALF }),
  '=': (sum) => ({ from: sum - HALF, below: sum + HALF }),
};

/** `1190,50`, `>1.000`, `<=500`, `1000-2000`, `1000..2000`, each also with its currency. */
export const sumOf = (value: string): Bounds | null => {
  const sign = /^(?:[<>]=?|=)/.exec(value)?.[0] ?? '';
  const one = amountOf(value.slice(sign.length));
  if (one !== null) return COMPARED[sign === '' ? '=' : sign]!(one);
  const ends = value.split(value.includes('..') ? '..' : '-').map(amountOf);
  if (ends.length !== 2 || ends.some((end) => end === null)) return null;
  const [from, to] = (ends as number[]).sort((a, b) => a - b);
  return { from: from! - HALF, below: to! + HALF };
};

/** Whether a text ends in a currency, which then belongs to the sum before it. */
export const endsInCurrency = (value: string): boolean => CURRENCY.test(value);
