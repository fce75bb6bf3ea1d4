import { dayOf, momentOf, ZONE } from '../format';

/** YYYY-MM-DD, there: as calendars name their days. */
export const isoDayOf = (instant: string | Date): string => dayOf(instant, { date_format: 'YYYY-MM-DD' });

/** How far the clocks there are from UTC: `+03:00`. */
export const offsetOf = (instant: string | Date): string => {
  const named = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, timeZoneName: 'longOffset' });
  const { value } = named.formatToParts(new Date(instant)).find(({ type }) => type === 'timeZoneName')!;
  return value.slice('GMT'.length);
};

/** The last instant of a day there, with its offset. */
export const endOfDay = (isoDay: string): string => {
  const end = `${isoDay}T23:59:59.999`;
  return `${end}${offsetOf(`${end}Z`)}`;
};

const HOUR_MS = 3_600_000;
/** A day and a time; in the hour that comes twice with the offset, which tells one from the other. */
export const exactMomentOf = (instant: string): string => {
  const moment = momentOf(instant);
  const at = Date.parse(instant);
  const isTwice = [-HOUR_MS, HOUR_MS].some((by) => momentOf(new Date(at + by)) === moment);
  return isTwice ? `${moment} (UTC${offsetOf(instant)})` : moment;
};
