import {
  BACKWARDS,
  END,
  ErrorType,
  FORWARDS,
  type EventStoreDBClient,
  type ResolvedEvent,
} from '@eventstore/db-client';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Position, StoredRecord } from '@dosar/kernel/runtime';
import { within } from '../patience';
import { asOutage, PATIENCE_MS, typeOf } from './eventstoredb-client';
import { Empty, ReadReq, StreamsClient } from './eventstoredb-protocol';
import type { RecordsFrom } from './eventstoredb-records';
import { batchesOf, BUFFER } from './eventstoredb-stream';

/** Records by position that are asked for at the same time. */
const AT_ONCE = 16;
/** Our newest record may stand far behind what others wrote: the server looks for it for so long. */
const SEARCH_MS = 60_000;
/** What the server says of a place where no event begins. */
const NOWHERE = /ReadAllResult|invalid.?position/i;

type Reading = { readonly client: EventStoreDBClient; readonly prefix: string; readonly records: RecordsFrom };

/** Reads the log, but for following it. */
export const readerOver = ({ client, prefix, records }: Reading) => {
  /** Of the events up to `end` this is the newest that is ours: what stands there never changes. */
  let searched: { readonly end: Position; readonly head: Position | null } | null = null;

  const eventsOf = async function* (stream: string, from: number, limit: number) {
    const maxCount = Math.min(limit, Number.MAX_SAFE_INTEGER);
    const options = { fromRevision: BigInt(from), maxCount, requiresLeader: true };
    const found = client.readStream(`${prefix}${stream}`, options, BUFFER);
    try {
      yield* batchesOf(found, { patienceMs: PATIENCE_MS });
    } catch (error) {
      if (typeOf(error) !== ErrorType.STREAM_NOT_FOUND) throw asOutage(error);
    } finally {
      found.cancel().catch(() => undefined);
    }
  };

  const eventAt = async (position: Position): Promise<ResolvedEvent | null> => {
    const fromPosition = { commit: position, prepare: position };
    const found = client.readAll({ direction: FORWARDS, fromPosition, maxCount: 1, requiresLeader: true });
    try {
      for await (const [event] of batchesOf(found, { patienceMs: PATIENCE_MS }))
        return event?.event?.position?.commit === position ? event : null;
      return null;
    } catch (error) {
      if (NOWHERE.test((error as Error).message)) return null;
      throw asOutage(error);
    } finally {
      found.cancel().catch(() => undefined);
    }
  };

  /** Our newest record where the log is ours alone, but for what others may have written into it. */
  const searchBackwards = async (): Promise<Position | null> => {
    const found = client.readAll({ direction: BACKWARDS, fromPosition: END, requiresLeader: true }, BUFFER);
    let end: Position | null = null;
    const remember = (head: Position | null) => {
      if (end !== null) searched = { end, head };
      return head;
    };
    try {
      for await (const batch of batchesOf(found, { patienceMs: PATIENCE_MS }))
        for (const { event } of batch) {
          const position = event?.position?.commit;
          if (!event || position === undefined || event.type.startsWith('$')) continue;
          end ??= position;
          if (searched && position <= searched.end) return remember(searched.head);
          if (records.recordOf(event)) return remember(position);
        }
      return remember(null);
    } finally {
      found.cancel().catch(() => undefined);
    }
  };

  return {
    eventsOf,

    async *read(stream: string, from = 0, limit = Infinity): AsyncGenerator<readonly StoredRecord[]> {
      for await (const batch of eventsOf(stream, from, limit)) {
        const found = records.recordsOf(batch);
        if (found.length > 0) yield found;
      }
    },

    async at(positions: readonly Position[]): Promise<readonly (StoredRecord | null)[]> {
      const found = new Map<Position, StoredRecord | null>();
      const waiting = [...new Set(positions)];
      const ask = async () => {
        for (let position = waiting.pop(); position !== undefined; position = waiting.pop()) {
          const event = await eventAt(position);
          found.set(position, (event && records.recordsOf([event])[0]) ?? null);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, ask));
      return positions.map((position) => found.get(position)!);
    },

    async head(): Promise<Position | null> {
      try {
        return prefix === ''
          ? await searchBackwards()
          : await within(SEARCH_MS, newestUnder(client, prefix), 'EventStoreDB');
      } catch (error) {
        throw asOutage(error);
      }
    },
  };
};

/** The position of the newest event of a stream whose name begins so. The driver knows no filter for reading. */
const newestUnder = async (client: EventStoreDBClient, prefix: string): Promise<Position | null> => {
  const { Options } = ReadReq;
  const filter = new Options.FilterOptions()
    .setStreamIdentifier(new Options.FilterOptions.Expression().setPrefixList([prefix]))
    .setCount(new Empty())
    .setCheckpointintervalmultiplier(1);
  const options = new Options()
    .setAll(new Options.AllOptions().setEnd(new Empty()))
    .setReadDirection(Options.ReadDirection.BACKWARDS)
    .setResolveLinks(false)
    .setCount('1')
    .setUuidOption(new Options.UUIDOption().setString(new Empty()))
    .setFilter(filter);
  const creator = client['GRPCStreamCreator'](StreamsClient, 'readAll', (streams) => {
    const [metadata, callOptions] = client['callArguments']({ requiresLeader: true }, { deadline: Infinity });
    return streams.read(new ReadReq().setOptions(options), metadata, callOptions);
  });
  const call = await creator();
  return new Promise<Position | null>((resolve, reject) => {
    call
      .on('data', (answer: ReadResp) => {
        const position = answer.getEvent()?.getEvent()?.getCommitPosition();
        if (position === undefined) return;
        resolve(BigInt(position));
        call.cancel();
      })
      .on('error', reject)
      .on('end', () => resolve(null));
  });
};
