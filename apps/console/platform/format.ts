import { now } from './clock';
import { DEFAULT_PREFERENCES, type Language, type Preferences } from '@dosar/contracts';

/** The portal's time zone, whatever that of the computer. */
export const ZONE = 'Europe/Bucharest';
const LOCALES: Readonly<Record<Language, string>> = { ro: 'ro-RO', en: 'en-GB' };

const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute', string>;

const taken = (instant: string | Date) =>
  Object.fromEntries(parts.formatToParts(new Date(instant)).map(({ type, value }) => [type, value])) as Parts;

/** Cached, since a row needs the same instant several times. */
const KEPT = 500;
const known = new Map<string, Parts>();

const partsOf = (instant: string | Date): Parts => {
  if (typeof instant !== 'string') return taken(instant);
  const found = known.get(instant) ?? taken(instant);
  if (known.size >= KEPT) known.clear();
  known.set(instant, found);
  return found;
};

export type Formats = Pick<Preferences, 'date_format' | 'time_format'>;

let formats: Formats = DEFAULT_PREFERENCES;

/** Sets the person's formats of dates and times. */
export const writeAs = (wanted: Formats): void => {
  formats = wanted;
};

/** DD.MM.YYYY, or as the person wants it. */
export const dayOf = (instant: string | Date, { date_format }: Pick<Formats, 'date_format'> = formats): string => {
  const { day, month, year } = partsOf(instant);
  const written: Readonly<Record<string, string>> = { DD: day, MM: month, YYYY: year };
  return date_format.replace(/DD|MM|YYYY/g, (part) => written[part]!);
};

/** HH:mm, or as the person wants it. */
export const timeOf = (instant: string | Date, { time_format }: Pick<Formats, 'time_format'> = formats): string => {
  const { hour, minute } = partsOf(instant);
  if (time_format === 'HH:mm') return `${hour}:${minute}`;
  const ofHalf = String(((Number(hour) + 11) % 12) + 1).padStart(2, '0');
  return `${ofHalf}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
};

/** A day and a time. */
export const momentOf = (instant: string | Date): string => `${dayOf(instant)} ${timeOf(instant)}`;

const isToday = (instant: string): boolean => dayOf(instant) === dayOf(now());

/** The time if it is today, else the date, or the whole moment if preferred. */
export const whenOf = (instant: string, otherwise: (instant: string) => string = (day) => dayOf(day)): string =>
  isToday(instant) ? timeOf(instant) : otherwise(instant);

/** `2026-11-23 14.05`: valid in a file name, and sorts by time. */
export const stampOf = (instant: Date): string => {
  const { year, month, day, hour, minute } = partsOf(instant);
  return `${year}-${month}-${day} ${hour}.${minute}`;
};

/** A day with the name of its month, for a heading. */
export const longDayOf = (instant: string | Date, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: ZONE,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(new Date(instant));

/** YYYY-MM in that zone. */
export const monthOf = (instant: Date): string => {
  const { year, month } = partsOf(instant);
  return `${year}-${month}`;
};

/** Cached, since a formatter costs more than a hundred numbers. */
const numbers = new Map<string, Intl.NumberFormat>();
const numbersWith = (language: Language, digits: number): Intl.NumberFormat => {
  const name = `${language} ${digits}`;
  const found = numbers.get(name) ?? new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: digits });
  numbers.set(name, found);
  return found;
};

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** A size in units of 1024, in which limits are counted. */
export const sizeOf = (bytes: number, language: Language): string => {
  const power = bytes === 0 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const value = bytes / 1024 ** power;
  const digits = power === 0 || value >= 100 ? 0 : 1;
  return `${numbersWith(language, digits).format(value)} ${UNITS[power]}`;
};

const amounts = new Map<Language, Intl.NumberFormat>();

/** An amount with its currency, of which lei have a name of their own. */
export const amountOf = (amount: number, currency: string | null, language: Language): string => {
  const places = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
  const found = amounts.get(language) ?? new Intl.NumberFormat(LOCALES[language], places);
  amounts.set(language, found);
  return `${found.format(amount)} ${currency === null || currency === 'RON' ? 'lei' : currency}`;
};

/** A day of the calendar, without a time: YYYY-MM-DD. */
export const calendarDayOf = (day: string): string => dayOf(`${day}T12:00:00.000Z`);

const MOST_IN_BADGE = 99;

/** A number in a badge: limited to what fits. */
export const badgeOf = (count: number): string => (count > MOST_IN_BADGE ? `${MOST_IN_BADGE}+` : String(count));

export const countOf = (count: number, language: Language): string => numbersWith(language, 0).format(count);

/** A month with its name. */
export const monthNameOf = (instant: Date, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { timeZone: ZONE, month: 'long', year: 'numeric' }).format(instant);
