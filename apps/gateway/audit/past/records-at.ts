import { Damaged, readable, type EncryptedRecord, type EventStore, type Position } from '@dosar/kernel/runtime';

/** What stands at these positions of the log, without what is personal; a damaged record is left out. */
export const recordsAt = async (
  events: Pick<EventStore, 'at'>,
  positions: readonly Position[],
): Promise<ReadonlyMap<Position, EncryptedRecord>> => {
  const records = await events.at(positions);
  return new Map(
    records.flatMap((record) => {
      const said = record && readable(record);
      return said && !(said instanceof Damaged) ? [[record.position, said] as const] : [];
    }),
  );
};
