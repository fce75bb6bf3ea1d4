import { placeOf, type EventStore, type Place, type StoredRecord } from '@dosar/kernel/runtime';

const recordAt = (position: bigint, log: string): StoredRecord => ({
  position,
  stream: log,
  revision: 0,
  text: `${log} ${position}`,
});

/** The place of the record at that position, in a log identified by its name. */
export const placeAt = (position: bigint, log = ''): Place => placeOf(recordAt(position, log));

/** A log of such records that ends there. */
export const aLogTo = (head: () => bigint | Promise<bigint>, log = ''): Pick<EventStore, 'head' | 'at'> => ({
  head: async () => head(),
  at: async (positions) => positions.map((position) => recordAt(position, log)),
});
