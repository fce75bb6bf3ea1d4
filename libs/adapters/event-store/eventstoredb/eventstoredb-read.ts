import {
  BACKWARDS,
  END,
  ErrorType,
  FORWARDS,
  type EventStoreDBClient,
  type ResolvedEvent,
} from '@eventstore/db-client';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { Damaged, Unavailable, type Position, type StoredRecord } from '@dosar/kernel/runtime';
import { pause, within } from '../../patience';
import { asOutage, PATIENCE_MS, typeOf } from './eventstoredb-client';
import type { HiddenStreams } from './eventstoredb-hidden';
import { Empty, ReadReq, StreamsClient } from './eventstoredb-protocol';
import type { RecordsFrom } from './eventstoredb-records';
import { batchesOf, BUFFER } from './eventstoredb-stream';

/** How many records are requested by position at the same time. */
const AT_ONCE = 16;
/** How long the server may search for our newest record, which may be far behind events of others. */
const SEARCH_MS = 60_000;
/** The server's error for a position where no event begins. */
const NOWHERE = /ReadAllResult|invalid.?position/i;

/** A deposed leader may answer before it knows that it does not lead any more: it is asked again after these pauses. */
const ASK_AGAIN_MS = [100, 400, 1_500] as const;

type Reading = {
  readonly client: EventStoreDBClient;
  readonly prefix: string;
  readonly records: RecordsFrom;
  readonly hidden: Pick<HiddenStreams, 'hiding'>;
  readonly seen: SeenPosition;
};

/** The newest position known to this process, from its own appends and reads. */
export const seenPosition = () => {
  let newest: Position | null = null;
  return {
    get newest() {
      return newest;
    },
    saw(position: Position): void {
      if (newest === null || position > newest) newest = position;
    },
  };
};
export type SeenPosition = ReturnType<typeof seenPosition>;

/** Reads the log, apart from following it. */
export const readerOver = ({ client, prefix, records, hidden, seen }: Reading) => {
  /** The newest event of ours among those up to `end`, which never changes. */
  let searched: { readonly end: Position; readonly head: Position | null } | null = null;

  const eventsOf = async function* (stream: string, from: number, limit: number) {
    const maxCount = Math.min(limit, Number.MAX_SAFE_INTEGER);
    const options = { fromRevision: BigInt(from), maxCount, requiresLeader: true };
    const found = client.readStream(`${prefix}${stream}`, options, BUFFER);
    try {
      yield* batchesOf(found, { patienceMs: PATIENCE_MS });
    } catch (error) {
      const isGone = typeOf(error) === ErrorType.STREAM_NOT_FOUND || typeOf(error) === ErrorType.STREAM_DELETED;
      if (!isGone) throw asOutage(error);
    } finally {
      found.cancel().catch(() => undefined);
    }
  };

  /** @throws Damaged in a sentence, when a revision that must exist is hidden by a setting */
  const mustNotBeHidden = async (stream: string) => {
    const hiding = await hidden.hiding(`${prefix}${stream}`);
    if (hiding !== null) throw new Damaged(hiding);
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

  /** Whether a server that answers "nothing" knows the log as far as this process does. */
  const knowsTheEnd = async () => seen.newest === null || (await eventAt(seen.newest)) !== null;

  /** @throws Unavailable when it may exist, though the server does not show it */
  const certainlyAt = async (position: Position): Promise<ResolvedEvent | null> => {
    for (const ms of [0, ...ASK_AGAIN_MS]) {
      if (ms > 0) await pause(ms);
      const event = await eventAt(position);
      if (event || seen.newest === null || position > seen.newest || (await knowsTheEnd())) return event;
    }
    throw new Unavailable(
      `EventStoreDB does not show position ${position}, though it has acknowledged what is behind it`,
    );
  };

  /** Our newest record in a log of our own, apart from events that others may have written. */
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
          if (position === searched?.end) return remember(searched.head);
          if (records.recordOf(event)) return remember(position);
        }
      return remember(null);
    } finally {
      found.cancel().catch(() => undefined);
    }
  };

  /** Our newest record among other events under our prefix: those of others, and the server's own. */
  const searchUnder = async (): Promise<Position | null> => {
    let end: Position | null = null;
    const remember = (head: Position | null) => {
      if (end !== null) searched = { end, head };
      return head;
    };
    for await (const position of positionsUnder(client, prefix)) {
      end ??= position;
      if (position === searched?.end) return remember(searched.head);
      const event = await eventAt(position);
      if (event && !event.event!.type.startsWith('$') && records.recordOf(event.event!)) return remember(position);
    }
    return remember(null);
  };

  return {
    eventsOf,

    async *read(stream: string, from = 0, limit = Infinity): AsyncGenerator<readonly StoredRecord[]> {
      let next = from;
      for await (const batch of eventsOf(stream, from, limit)) {
        for (const { event } of batch) {
          const revision = Number(event!.revision);
          if (revision !== next) {
            await mustNotBeHidden(stream);
            throw records.gone(missingRevision(stream, next));
          }
          next += 1;
        }
        const found = records.recordsOf(batch);
        if (found.length > 0) yield found;
      }
      // an empty answer means that nothing was written, unless it is hidden
      if (next === from && limit > 0) await mustNotBeHidden(stream);
    },

    async at(positions: readonly Position[]): Promise<readonly (StoredRecord | null)[]> {
      const found = new Map<Position, StoredRecord | null>();
      const waiting = [...new Set(positions)];
      const ask = async () => {
        for (let position = waiting.pop(); position !== undefined; position = waiting.pop()) {
          const event = await certainlyAt(position);
          found.set(position, (event && records.recordsOf([event])[0]) ?? null);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, ask));
      return positions.map((position) => found.get(position)!);
    },

    async head(): Promise<Position | null> {
      try {
        const head = prefix === '' ? await searchBackwards() : await within(SEARCH_MS, searchUnder(), 'EventStoreDB');
        if (head !== null) seen.saw(head);
        return head;
      } catch (error) {
        throw asOutage(error);
      }
    },
  };
};

/** The positions of events in streams with that prefix, the newest first. The driver has no filter for reading. */
const positionsUnder = async function* (client: EventStoreDBClient, prefix: string): AsyncGenerator<Position> {
  const { Options } = ReadReq;
  const filter = new Options.FilterOptions()
    .setStreamIdentifier(new Options.FilterOptions.Expression().setPrefixList([prefix]))
    .setCount(new Empty())
    .setCheckpointintervalmultiplier(1);
  const options = new Options()
    .setAll(new Options.AllOptions().setEnd(new Empty()))
    .setReadDirection(Options.ReadDirection.BACKWARDS)
    .setResolveLinks(false)
    .setCount(String(Number.MAX_SAFE_INTEGER))
    .setUuidOption(new Options.UUIDOption().setString(new Empty()))
    .setFilter(filter);
  const creator = client['GRPCStreamCreator'](StreamsClient, 'readAll', (streams) => {
    const [metadata, callOptions] = client['callArguments']({ requiresLeader: true }, { deadline: Infinity });
    return streams.read(new ReadReq().setOptions(options), metadata, callOptions);
  });
  const call = await creator();
  // a reader that has found its event cancels the call, which is then emitted as an error
  call.on('error', () => undefined);
  try {
    for await (const answer of call as AsyncIterable<ReadResp>) {
      const position = answer.getEvent()?.getEvent()?.getCommitPosition();
      if (position !== undefined) yield BigInt(position);
    }
  } finally {
    call.cancel();
  }
};

const missingRevision = (stream: string, revision: number) =>
  `the record of revision ${revision} of ${stream} is gone from the server: restore its log from its backup`;
