import { endOfDay } from '../../platform/past/instants';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The last instant of a day, as calls have it. */
export const endsWith = (day: string): string => new Date(endOfDay(day)).toISOString();

/** How many whole days, hours or minutes are left. */
export const leftUntil = (until: string, now = Date.now()): readonly ['days' | 'hours' | 'minutes', number] => {
  const left = Math.max(0, Date.parse(until) - now);
  if (left >= 2 * DAY_MS) return ['days', Math.floor(left / DAY_MS)];
  if (left >= 2 * 60 * MINUTE_MS) return ['hours', Math.floor(left / (60 * MINUTE_MS))];
  return ['minutes', Math.ceil(left / MINUTE_MS)];
};
