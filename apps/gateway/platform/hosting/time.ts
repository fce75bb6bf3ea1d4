import { TZDate, tz } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { addMonths } from 'date-fns/addMonths';
import { format } from 'date-fns/format';

let zone = 'Europe/Bucharest';

/** The time zone of days; set once, at the start. */
export const setTimeZone = (name: string): void => {
  zone = name;
};

/** YYYY-MM-DD in that zone. */
export const today = (now: Date = new Date()): string => format(now, 'yyyy-MM-dd', { in: tz(zone) });

/** An instant there with its distance from UTC: the hour that comes twice is told apart. */
export const timeThere = (at: Date): string => format(at, "yyyy-MM-dd'T'HH:mm:ssxxx", { in: tz(zone) });

/** DD.MM.YYYY HH:mm:ss, there. */
export const dayAndTime = (at: Date): string => format(at, 'dd.MM.yyyy HH:mm:ss', { in: tz(zone) });

/** HH:mm in that zone. */
export const timeOfDay = (now: Date): string => format(now, 'HH:mm', { in: tz(zone) });

/** Midnight of a day in that zone. Given a text, the library would take the zone of the process. */
const midnight = (day: string): TZDate => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new TZDate(year, month - 1, date, zone);
};

/** The instant at which a moment begins: a day begins at its midnight in that zone. */
export const startOf = (moment: string): Date =>
  moment.length === 10 ? new Date(midnight(moment).getTime()) : new Date(moment);

/** The instant after which a moment is over: a day includes all of itself. */
export const endOf = (moment: string): Date => {
  if (moment.length !== 10) return new Date(Date.parse(moment) + 1);
  return new Date(addDays(midnight(moment), 1).getTime());
};

export type Unit = 'hour' | 'day' | 'month';
/** An hour, day or month in that zone. */
export type Bucket = { readonly from: Date; readonly below: Date };

const HOUR_MS = 60 * 60 * 1000;
/** The beginning of the unit that contains an instant, or of the unit that many later. */
const unitAfter = (at: Date, unit: Unit, more: number): Date => {
  if (unit === 'hour') return new Date((Math.floor(at.getTime() / HOUR_MS) + more) * HOUR_MS);
  const day = midnight(today(at));
  const first = unit === 'day' ? day : new TZDate(day.getFullYear(), day.getMonth(), 1, zone);
  return new Date((unit === 'day' ? addDays(first, more) : addMonths(first, more)).getTime());
};

/** Consecutive hours, days or months in that zone, the oldest first; limited to the last ones. */
export const bucketsBetween = (from: Date, end: Date, unit: Unit, most: number): Bucket[] => {
  const buckets: Bucket[] = [];
  for (let at = unitAfter(new Date(end.getTime() - 1), unit, 0); at >= unitAfter(from, unit, 0);) {
    buckets.unshift({ from: at, below: unitAfter(at, unit, 1) });
    if (buckets.length === most) break;
    at = unitAfter(new Date(at.getTime() - 1), unit, 0);
  }
  return buckets;
};

/** The last days in that zone, today included, the oldest first. */
export const lastDays = (count: number, now: Date = new Date()): string[] => {
  const last = midnight(today(now));
  return Array.from({ length: count }, (_, at) => format(addDays(last, at + 1 - count), 'yyyy-MM-dd'));
};
