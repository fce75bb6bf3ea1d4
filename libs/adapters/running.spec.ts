import {
  keyring,
  masters,
  runProjectors,
  Unavailable,
  type AnyProjector,
  type EventStore,
  type ReadStore,
} from '@dosar/kernel/runtime';
import { memoryEventStore } from '@dosar/kernel/memory/event-store';
import { memoryReadStore } from '@dosar/kernel/memory/read-store';
import { memoryVault } from '@dosar/kernel/memory/vault';
import { aRecord, aStream } from './testing/records';
import { placeAt } from './testing/places';
import { turnsTaken } from '@dosar/kernel/testing/waiting';

const aProjector = (view: string): AnyProjector => ({
  view,
  version: 1,
  columns: {},
  indexes: [],
  columnsOf: () => ({}),
  on: {},
});

/** A log that counts its followers. */
const counted = (events: EventStore) => {
  const following = { now: 0 };
  const follow: EventStore['follow'] = async function* (after, signal) {
    following.now += 1;
    try {
      yield* events.follow(after, signal);
    } finally {
      following.now -= 1;
    }
  };
  return { events: { ...events, follow }, following };
};

describe('the projectors', () => {
  it('all stop when one of them cannot go on, so that they can be started again', async () => {
    const log = memoryEventStore();
    const reads = memoryReadStore();
    const ahead = aProjector('ahead');
    const behind = aProjector('behind');
    const stream = aStream();
    const { position } = await log.append(stream, -1, [aRecord(stream, 0)]);
    await reads.open([ahead, behind]);
    await reads.apply([{ view: ahead, writes: [], audiences: new Map() }], placeAt(position));

    const { events, following } = counted(log);
    const apply: ReadStore['apply'] = async (batches, upTo) => {
      if (batches.some(({ view }) => view === ahead)) throw new Unavailable('the views are out of reach');
      await turnsTaken();
      await reads.apply(batches, upTo);
    };
    const ports = {
      events,
      reads: { ...reads, apply },
      keyring: keyring(memoryVault(), masters([Buffer.alloc(32)])),
      signals: { send() {} },
    };
    const stopping = new AbortController();
    const { ended } = await runProjectors([ahead, behind], new Map(), ports, stopping.signal);
    await log.append(stream, 0, [aRecord(stream, 1)]);
    await expect(ended).rejects.toThrow(Unavailable);
    expect(following.now).toBe(0);
    stopping.abort();
  });
});
