import type { Language } from '@dosar/contracts';
import { dayOf, momentOf, monthNameOf, timeOf } from '../../../platform/format';

export type Unit = 'hour' | 'day' | 'month';

const HOUR_MS = 60 * 60 * 1000;
const DAY = { date_format: 'YYYY-MM-DD' } as const;
/** Under so many bars something is written. */
const WRITTEN = 8;

/** When a bucket is, in words. */
export const nameOf = (from: string, unit: Unit, language: Language): string => {
  if (unit === 'hour') return momentOf(from);
  return unit === 'day' ? dayOf(from) : monthNameOf(new Date(from), language);
};

/** The same in short, for a picture. */
const shortOf = (from: string, unit: Unit): string => {
  if (unit === 'hour') return timeOf(from);
  const day = dayOf(from, DAY);
  return unit === 'day' ? `${Number(day.slice(8))}.${day.slice(5, 7)}` : `${day.slice(5, 7)}.${day.slice(0, 4)}`;
};

/** What is written under a bar: only so much that it can be read, the last one always. */
export const belowOf = (froms: readonly string[], at: number, unit: Unit): string | undefined => {
  const every = Math.ceil(froms.length / WRITTEN);
  return (froms.length - 1 - at) % every === 0 ? shortOf(froms[at]!, unit) : undefined;
};

/** What is looked for when a bucket is picked. */
export const periodOf = (from: string, unit: Unit): { readonly date_from: string; readonly date_to: string } => {
  if (unit === 'hour') return { date_from: from, date_to: new Date(Date.parse(from) + HOUR_MS - 1).toISOString() };
  const day = dayOf(from, DAY);
  if (unit === 'day') return { date_from: day, date_to: day };
  const last = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();
  return { date_from: day, date_to: `${day.slice(0, 8)}${last}` };
};
