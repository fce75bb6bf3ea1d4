import { TZDate, tz } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { format } from 'date-fns/format';

let zone = 'Europe/Bucharest';

/** The time zone of days without a time; set once, at the start. */
export const setTimeZone = (name: string): void => {
  zone = name;
};

/** YYYY-MM-DD, there. */
export const today = (now: Date = new Date()): string => format(now, 'yyyy-MM-dd', { in: tz(zone) });

/** HH:mm, there. */
export const timeOfDay = (now: Date): string => format(now, 'HH:mm', { in: tz(zone) });

/** Midnight of a day, there. Of a text, the library would make midnight where the process runs. */
const midnight = (day: string): TZDate => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new TZDate(year, month - 1, date, zone);
};

/** The instant at which a moment begins: a day begins at its midnight, there. */
export const startOf = (moment: string): Date =>
  moment.length === 10 ? new Date(midnight(moment).getTime()) : new Date(moment);

/** The instant after which a moment is over: a day includes all of itself. */
export const endOf = (moment: string): Date => {
  if (moment.length !== 10) return new Date(Date.parse(moment) + 1);
  return new Date(addDays(midnight(moment), 1).getTime());
};

/** The last days there, today included, the oldest first. */
export const lastDays = (count: number, now: Date = new Date()): string[] => {
  const last = midnight(today(now));
  return Array.from({ length: count }, (_, at) => format(addDays(last, at + 1 - count), 'yyyy-MM-dd'));
};
