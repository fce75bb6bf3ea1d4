import { Unavailable } from '../ports';

/** How far a clock may be behind the newest record: the clocks of two maintained machines differ by less. */
const TOLERATED_MS = 60_000;

/**
 * The time stamped on records: never earlier than the newest record known to this process, so that the log up to a
 * moment never changes later.
 */
export const recordClock = (now: () => Date) => {
  let newest = 0;
  return {
    /** Notes the time (ISO 8601) of a record that was read. */
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
