import { excludeSystemEvents, START, streamNameFilter, type EventStoreDBClient } from '@eventstore/db-client';
import type { Position, StoredRecord } from '@dosar/kernel/runtime';
import { pause } from '../../patience';
import { asOutage } from './eventstoredb-client';
import type { RecordsFrom } from './eventstoredb-records';
import { batchesOf, BUFFER } from './eventstoredb-stream';

const TRY_AGAIN_MS = 200;
/** Shorter interruptions are not reported to followers. */
const UNTOLD_MS = 5_000;
/** A connection that holds this long counts as working; shorter ones do not end an interruption. */
const STABLE_MS = 1_000;

type LogPlace = { readonly commit: bigint; readonly prepare: bigint };
type Followed = { readonly client: EventStoreDBClient; readonly prefix: string; readonly records: RecordsFrom };

/**
 * All records after a position, in order. When the connection breaks it is made again behind the last delivered record, so
 * none is missed; records before that are skipped, so none comes twice.
 * @throws an outage, when it lasts longer than an interruption; any other error at once
 */
export const followAll = async function* (
  { client, prefix, records }: Followed,
  after: Position | null,
  signal: AbortSignal,
): AsyncGenerator<readonly StoredRecord[]> {
  /** Behind our last record there may be many events of others: the server reports how far it has searched. */
  let looked: LogPlace | null = after === null ? null : { commit: after, prepare: after };
  let seen = after;
  let lostSince: number | null = null;
  const subscribe = () => {
    const checkpointReached = (_: unknown, place: LogPlace) => {
      // unread events before that place would be skipped if the connection broke now
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
