import { Unavailable, type EventStore } from '@dosar/kernel/runtime';
import { logAddress } from './eventstoredb-address';
import { appenderOver } from './eventstoredb-append';
import { asOutage, closeClient, connect } from './eventstoredb-client';
import { followAll } from './eventstoredb-follow';
import type { FindRecord } from './eventstoredb-gaps';
import { hiddenStreams, type OnHidden } from './eventstoredb-hidden';
import { appendingOver } from './eventstoredb-keep';
import { readerOver, seenPosition } from './eventstoredb-read';
import { recordsFrom, type Findings } from './eventstoredb-records';
import { verifierOver, type OnVerifying } from './eventstoredb-verify';
import { oneAfterAnother } from '../one-after-another';
import type { Verify } from '../verified';

export type VerifiedStore = EventStore & { readonly verify: Verify };

const NOT_FOLLOWED = 'what hides records on the server cannot be told: ';

/**
 * The log on EventStoreDB: a record's text is stored as bytes, under our event id. An expected revision is always sent,
 * since without one the server does not recognise a repeated append. Appends to one stream are sent one after the other,
 * since the command handler begins the next before the last is answered; when one fails, so do those after it, which were
 * decided on its events and whose revisions might fit behind another process's. Positions are read back only when the answer
 * lacks them.
 * @param url such as esdb://localhost:2113/office?tls=false: all streams' names then begin with `office.` on the server, so
 * that several installations can share it
 * @throws CannotStart
 */
export const eventStoreDb = async (
  url: string,
  told: Findings & OnVerifying & OnHidden = {},
): Promise<VerifiedStore> => {
  const address = logAddress(url);
  const { prefix } = address;
  const client = await connect(url, address);
  const records = recordsFrom(prefix, told);
  const closing = new AbortController();
  const hidden = hiddenStreams(client, prefix, told, closing.signal);
  const seen = seenPosition();
  const { eventsOf, ...reading } = readerOver({ client, prefix, records, hidden, seen });
  const inTurn = oneAfterAnother();
  void hidden.follow().catch(({ message }: Error) => told.onFinding?.(NOT_FOLLOWED + message));

  /** While records are damaged or hidden, the log is read-only. @throws Unavailable */
  const mustBeWhole = () => {
    const why = hidden.first() ?? records.firstDamage();
    if (why !== null) throw new Unavailable(why);
  };
  const keep = appendingOver({ appendTo: appenderOver(client), eventsOf, prefix, seen, mustBeWhole });

  const find: FindRecord = async (stream, revision) => {
    for await (const [first] of eventsOf(stream, revision, 1))
      return Number(first?.event?.revision) === revision ? (first!.event!.position?.commit ?? null) : null;
    return null;
  };

  const follow: EventStore['follow'] = async function* (after, signal) {
    try {
      for await (const batch of followAll({ client, prefix, records }, after, signal)) {
        seen.saw(batch.at(-1)!.position);
        yield batch;
      }
    } catch (error) {
      throw asOutage(error);
    }
  };

  return {
    ...reading,
    follow,
    verify: verifierOver(
      {
        head: () => reading.head(),
        follow,
        find,
        newest: () => seen.newest,
        onDamaged: (positions) => records.keepDamaged(positions),
      },
      told,
      closing.signal,
    ),
    append: (stream, expected, wanted) =>
      closing.signal.aborted
        ? Promise.reject(new Unavailable('the log is closed'))
        : inTurn(stream, () => keep(stream, expected, wanted)),
    async close() {
      closing.abort();
      hidden.close();
      await closeClient(client);
    },
  };
};
