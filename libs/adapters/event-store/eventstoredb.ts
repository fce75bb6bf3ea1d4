import {
  BACKWARDS,
  binaryEvent,
  END,
  ErrorType,
  NO_STREAM,
  WrongExpectedVersionError,
  type ResolvedEvent,
} from '@eventstore/db-client';
import {
  Conflict,
  faceOf,
  Unavailable,
  type Appended,
  type EventStore,
  type Position,
  type SealedRecord,
} from '@dosar/kernel';
import { within } from '../patience';
import { asOutage, connect, PATIENCE_MS, typeOf } from './eventstoredb-client';
import { followAll } from './eventstoredb-follow';
import { batchesOf, BUFFER, stored } from './eventstoredb-stream';
import { oneAtATime } from './one-at-a-time';

/**
 * The log on EventStoreDB: a record's text is stored as its bytes, under our event id. There is an expected revision
 * always, since without one the server does not know a repeated append; and appends to one stream go one after the
 * other, since the desk begins the next before the last is answered. Where records stand is read back: an answer to a
 * repeat does not promise to tell it.
 * @throws CannotStart
 */
export const eventStoreDb = async (url: string): Promise<EventStore> => {
  const client = await connect(url);
  const inTurn = oneAtATime();
  let closed = false;

  const readEvents = async function* (stream: string, from: number, limit: number) {
    const maxCount = Math.min(limit, Number.MAX_SAFE_INTEGER);
    const found = client.readStream(stream, { fromRevision: BigInt(from), maxCount, requiresLeader: true }, BUFFER);
    try {
      yield* batchesOf(found, { patienceMs: PATIENCE_MS });
    } catch (error) {
      if (typeOf(error) !== ErrorType.STREAM_NOT_FOUND) throw asOutage(error);
    } finally {
      found.cancel().catch(() => undefined);
    }
  };

  /** Where these records stand, if they are what stands behind `seen`. */
  const placeOf = async (stream: string, seen: number, records: readonly SealedRecord[]): Promise<Appended | null> => {
    const found: ResolvedEvent[] = [];
    for await (const batch of readEvents(stream, seen + 1, records.length)) found.push(...batch);
    const same = found.length === records.length && found.every(({ event }, at) => event!.id === records[at]!.id);
    if (!same) return null;
    const { revision, position } = stored(found.at(-1)!);
    return { revision, position };
  };

  /** @returns false when the stream is not where it was seen. */
  const write = async (stream: string, seen: number, records: readonly SealedRecord[]): Promise<boolean> => {
    const expectedRevision = seen < 0 ? NO_STREAM : BigInt(seen);
    try {
      const writing = client.appendToStream(stream, records.map(eventOf), { expectedRevision });
      await within(PATIENCE_MS, writing, 'EventStoreDB');
      return true;
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) return false;
      throw asOutage(error);
    }
  };

  return {
    async append(stream, seen, records) {
      if (closed) throw new Unavailable('the log is closed');
      const kept = await inTurn(stream, () => write(stream, seen, records));
      const place = kept
        ? await placeOf(stream, seen + records.length - 1, records.slice(-1))
        : await placeOf(stream, seen, records);
      if (place) return place;
      if (kept) throw new Unavailable(`${stream}: EventStoreDB does not show what it has kept`);
      throw new Conflict(`${stream} is not at revision ${seen}`);
    },
    async *read(stream, from = 0, limit = Infinity) {
      for await (const batch of readEvents(stream, from, limit)) yield batch.map(stored);
    },
    async *follow(after, signal) {
      try {
        yield* followAll(client, after, signal);
      } catch (error) {
        throw asOutage(error);
      }
    },
    async head(): Promise<Position | null> {
      const found = client.readAll({ direction: BACKWARDS, fromPosition: END, requiresLeader: true });
      try {
        for await (const batch of batchesOf(found, { patienceMs: PATIENCE_MS })) {
          const newest = batch.find(({ event }) => event && !event.type.startsWith('$'));
          if (newest) return stored(newest).position;
        }
        return null;
      } catch (error) {
        throw asOutage(error);
      } finally {
        found.cancel().catch(() => undefined);
      }
    },
    async close() {
      closed = true;
      await client.dispose();
    },
  };
};

const eventOf = ({ id, type, text }: SealedRecord) => {
  const { correlationId, causationId } = faceOf({ text });
  const metadata = { $correlationId: correlationId, $causationId: causationId };
  return binaryEvent({ id, type, data: Buffer.from(text), metadata });
};
