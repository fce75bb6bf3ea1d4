import { Unavailable } from '../ports';

/** So far a clock may be behind the newest record: two machines' clocks differ by less when they are kept right. */
const TOLERATED_MS = 60_000;

/**
 * The time that is stamped on records: never earlier than the newest record that this process knows, so that the log up to
 * a moment is the same for everybody who asks later.
 */
export const recordClock = (now: () => Date) => {
  let newest = 0;
  return {
    /** A record was seen that happened then (ISO 8601). */
    saw: (occurredAt: string) => void (newest = Math.max(newest, Date.parse(occurredAt))),
    /** ISO 8601. @throws Unavailable when this machine's clock is too far behind to be trusted. */
    stamp(): string {
      const time = now().getTime();
      if (newest - time > TOLERATED_MS)
        throw new Unavailable(
          `this machine's clock is ${Math.round((newest - time) / 1000)} s behind the newest record: set it right`,
        );
      newest = Math.max(newest, time);
      return new Date(newest).toISOString();
    },
  };
};

export type RecordClock = ReturnType<typeof recordClock>;
