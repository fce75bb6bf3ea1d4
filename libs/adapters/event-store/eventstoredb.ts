import type { ResolvedEvent } from '@eventstore/db-client';
import { Conflict, Unavailable, type Appended, type EncodedRecord, type EventStore } from '@dosar/kernel/runtime';
import { logAddress } from './eventstoredb-address';
import { appenderOver } from './eventstoredb-append';
import { asOutage, closeClient, connect } from './eventstoredb-client';
import { followAll } from './eventstoredb-follow';
import { readerOver } from './eventstoredb-read';
import { recordsFrom, type Findings } from './eventstoredb-records';
import { verifierOver, type OnVerifying } from './eventstoredb-verify';
import { oneAfterAnother } from './one-after-another';
import type { Verify } from './verified';

export type VerifiedStore = EventStore & { readonly verify: Verify };

/**
 * The log on EventStoreDB: a record's text is stored as its bytes, under our event id. There is an expected revision
 * always, since without one the server does not know a repeated append; and appends to one stream go one after the other,
 * since the command handler begins the next before the last is answered. When that fails, the next fails, too: by its number
 * it might fit behind what another process has appended, on which it was not decided. Where records stand is read back only
 * when the answer does not tell it.
 * @param url such as esdb://localhost:2113/office?tls=false: all streams' names then begin with `office.` on the server,
 * and there alone, so that several installations may share it
 * @throws CannotStart
 */
export const eventStoreDb = async (url: string, told: Findings & OnVerifying = {}): Promise<VerifiedStore> => {
  const address = logAddress(url);
  const { prefix } = address;
  const client = await connect(url, address);
  const records = recordsFrom(prefix, told);
  const { eventsOf, ...reading } = readerOver({ client, prefix, records });
  const appendTo = appenderOver(client);
  const inTurn = oneAfterAnother();
  const closing = new AbortController();

  /** Where these records stand, if they are what stands behind `seen`. */
  const placeOf = async (stream: string, seen: number, wanted: readonly EncodedRecord[]): Promise<Appended | null> => {
    const found: ResolvedEvent[] = [];
    for await (const batch of eventsOf(stream, seen + 1, wanted.length)) found.push(...batch);
    const same = found.length === wanted.length && found.every(({ event }, at) => event!.id === wanted[at]!.id);
    if (!same) return null;
    const { revision, position } = found.at(-1)!.event!;
    return { revision: Number(revision), position: position!.commit };
  };

  const keep = async (stream: string, seen: number, wanted: readonly EncodedRecord[]): Promise<Appended> => {
    const answer = await appendTo(`${prefix}${stream}`, seen, wanted);
    const isKept = answer !== 'wrong revision';
    const revision = seen + wanted.length;
    if (isKept && answer.position !== null) return { revision, position: answer.position };
    const place = isKept ? await placeOf(stream, revision - 1, wanted.slice(-1)) : await placeOf(stream, seen, wanted);
    if (place) return place;
    if (isKept) throw new Unavailable(`${stream}: EventStoreDB does not show what it has kept`);
    throw new Conflict(`${stream} is not at revision ${seen}`);
  };

  const follow: EventStore['follow'] = async function* (after, signal) {
    try {
      yield* followAll({ client, prefix, records }, after, signal);
    } catch (error) {
      throw asOutage(error);
    }
  };

  return {
    ...reading,
    follow,
    verify: verifierOver({ head: () => reading.head(), follow }, told, closing.signal),
    append: (stream, seen, wanted) =>
      closing.signal.aborted
        ? Promise.reject(new Unavailable('the log is closed'))
        : inTurn(stream, () => keep(stream, seen, wanted)),
    async close() {
      closing.abort();
      await closeClient(client);
    },
  };
};
