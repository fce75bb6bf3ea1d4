import { excludeSystemEvents, START, streamNameFilter, type EventStoreDBClient } from '@eventstore/db-client';
import type { Position, StoredRecord } from '@dosar/kernel/runtime';
import { pause } from '../../patience';
import { asOutage } from './eventstoredb-client';
import type { RecordsFrom } from './eventstoredb-records';
import { batchesOf, BUFFER } from './eventstoredb-stream';

const TRY_AGAIN_MS = 200;
/** A shorter interruption is nobody's business; of a longer one those who follow are told. */
const UNTOLD_MS = 5_000;
/** A connection that holds for so long is one: what breaks sooner each time does not go on. */
const STABLE_MS = 1_000;

type LogPlace = { readonly commit: bigint; readonly prepare: bigint };
type Followed = { readonly client: EventStoreDBClient; readonly prefix: string; readonly records: RecordsFrom };

/**
 * All records after a position, in order. When the connection breaks it is made anew behind the last record that was
 * handed on, so none is missed; and what is not behind it is passed over, so none comes twice.
 * @throws what keeps it from going on for longer than an interruption, as an outage; and at once what is none
 */
export const followAll = async function* (
  { client, prefix, records }: Followed,
  after: Position | null,
  signal: AbortSignal,
): AsyncGenerator<readonly StoredRecord[]> {
  /** Behind what is seen there may be much that is not ours: the server tells how far it has looked. */
  let looked: LogPlace | null = after === null ? null : { commit: after, prepare: after };
  let seen = after;
  let lostSince: number | null = null;
  const subscribe = () => {
    const checkpointReached = (_: unknown, place: LogPlace) => {
      // what came before it and was not read yet would be passed over when the connection broke now
      if (subscription.readableLength === 0) looked = place;
    };
    const filter =
      prefix === ''
        ? excludeSystemEvents({ checkpointReached })
        : streamNameFilter({ prefixes: [prefix], checkpointReached });
    const subscription = client.subscribeToAll({ fromPosition: looked ?? START, filter }, BUFFER);
    return subscription;
  };

  while (!signal.aborted) {
    const subscription = subscribe();
    let connectedAt: number | null = null;
    subscription.once('confirmation', () => (connectedAt = Date.now()));
    try {
      for await (const batch of batchesOf(subscription, { signal, isGathered: true })) {
        lostSince = null;
        const last = batch.at(-1)!.event?.position;
        const behind = records.recordsOf(batch).filter(({ position }) => seen === null || position > seen);
        if (last && (looked === null || last.commit > looked.commit)) looked = last;
        if (behind.length === 0) continue;
        seen = behind.at(-1)!.position;
        yield behind;
      }
    } catch (error) {
      const outage = asOutage(error);
      if (outage.name !== 'Unavailable') throw outage;
      if (connectedAt !== null && Date.now() - connectedAt > STABLE_MS) lostSince = null;
      lostSince ??= Date.now();
      if (Date.now() - lostSince > UNTOLD_MS) throw outage;
    } finally {
      subscription.unsubscribe().catch(() => undefined);
    }
    await pause(TRY_AGAIN_MS, signal);
  }
};
