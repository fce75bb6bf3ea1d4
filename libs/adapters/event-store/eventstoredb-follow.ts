import { excludeSystemEvents, START, type EventStoreDBClient } from '@eventstore/db-client';
import type { Position, StoredRecord } from '@dosar/kernel';
import { pause } from '../patience';
import { batchesOf, BUFFER, stored } from './eventstoredb-stream';

const TRY_AGAIN_MS = 200;
/** A shorter interruption is nobody's business; of a longer one those who follow are told. */
const UNTOLD_MS = 5_000;

/**
 * All records after a position, in order. When the connection breaks it is made anew behind the last record that was
 * handed on, so none is missed; and what is not behind it is passed over, so none comes twice.
 * @throws whatever keeps it from going on for longer than an interruption
 */
export const followAll = async function* (
  client: EventStoreDBClient,
  after: Position | null,
  signal: AbortSignal,
): AsyncGenerator<readonly StoredRecord[]> {
  let at = after;
  let lostSince: number | null = null;
  while (!signal.aborted) {
    const subscription = client.subscribeToAll(
      { fromPosition: at === null ? START : { commit: at, prepare: at }, filter: excludeSystemEvents() },
      BUFFER,
    );
    subscription.once('confirmation', () => (lostSince = null));
    try {
      for await (const batch of batchesOf(subscription, { signal })) {
        const seen = at;
        const records = batch.map(stored).filter(({ position }) => seen === null || position > seen);
        if (records.length === 0) continue;
        at = records.at(-1)!.position;
        yield records;
      }
    } catch (error) {
      lostSince ??= Date.now();
      if (Date.now() - lostSince > UNTOLD_MS) throw error;
    } finally {
      subscription.unsubscribe().catch(() => undefined);
    }
    await pause(TRY_AGAIN_MS, signal);
  }
};
