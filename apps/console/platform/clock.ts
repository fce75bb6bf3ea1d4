/** So far from the server's a clock may be and still be right: answers take their time. */
const SLACK_MS = 5 * 60_000;

let aheadMs = 0;

/** What the server's clock said as it answered: that of this computer may be wrong by years. */
export const learnTime = (date: string | null): void => {
  const ahead = Date.parse(date ?? '') - Date.now();
  if (!Number.isNaN(ahead)) aheadMs = Math.abs(ahead) < SLACK_MS ? 0 : ahead;
};

/** The time that it is: what day, month and year are offered, shown and made. Pauses are measured by `Date.now`. */
export const now = (): Date => new Date(Date.now() + aheadMs);
