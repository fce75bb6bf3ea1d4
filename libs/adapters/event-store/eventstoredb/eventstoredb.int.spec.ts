import { join } from 'node:path';
import { Conflict, leafHash, Unavailable, type EventStore } from '@dosar/kernel/runtime';
import { aFolder } from '../../testing/folder';
import { aProxyConnection } from '../../testing/proxy-connection';
import { CannotStart } from '../../cannot-start';
import { addressOf, aSeed, operations } from '../../testing/int';
import { textsOf } from '../../testing/records';
import { aRecord, aStream, all, eventStoreSuite, eventStoreTranscript } from '../event-store.suite';
import { eventStoreDb } from './eventstoredb';
import { sqliteEventStore } from '../sqlite';

const url = addressOf('DOSAR_EVENTSTORE_URL');
const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));

/** The server behind a connection that can be cut. */
const overALine = async () => {
  const { hostname, port } = new URL(url.replace(/^esdb[^:]*:/, 'http:'));
  const line = await aProxyConnection(hostname, Number(port || 2113));
  return { line, url: url.replace(`${hostname}:${port}`, `127.0.0.1:${line.port}`) };
};

/** The same server with a prefix for all streams' names. */
const under = (prefix: string, address: string) => address.replace(/\/?(\?|$)/, `/${prefix}$1`);

const aStore = (prefix: string) => async () => {
  const { line, url: near } = await overALine();
  const lineUrl = prefix === '' ? near : under(prefix, near);
  let store = await eventStoreDb(lineUrl);
  const reopen = async () => {
    await store.close();
    return (store = await eventStoreDb(lineUrl));
  };
  const close = async () => {
    await store.close();
    await line.down();
  };
  return { store, reopen, interrupt: line.cut, close };
};

eventStoreSuite('EventStoreDB', aStore(''));
eventStoreSuite('EventStoreDB, under a prefix', aStore(`suite_${Date.now()}`));

describe('the log on EventStoreDB', () => {
  let store: EventStore;
  beforeAll(async () => void (store = await eventStoreDb(url)));
  afterAll(() => store.close());

  const embedded = async () => {
    const { folder, remove } = await aFolder();
    const opened = await sqliteEventStore(join(folder, 'log.db'));
    const close = async () => {
      await opened.close();
      await remove();
    };
    return { store: opened, close };
  };

  it(`agrees with the embedded log on ${operations} seeded operations`, async () => {
    const seed = aSeed();
    const other = await embedded();
    const found = await eventStoreTranscript(store, seed, operations);
    expect(found).toEqual(await eventStoreTranscript(other.store, seed, operations));
    await other.close();
  }, 600_000);

  it('an append that was begun behind one that is refused is refused with it', async () => {
    const stream = aStream();
    const others = aRecord(stream, 0);
    await store.append(stream, -1, [others]);
    // the second was decided on the first, but by its revision it would fit behind what another process has appended
    const [first, second] = await Promise.allSettled([
      store.append(stream, -1, [aRecord(stream, 0)]),
      store.append(stream, 0, [aRecord(stream, 1)]),
    ]);
    for (const each of [first, second]) expect(each).toMatchObject({ reason: expect.any(Conflict) });
    expect(textsOf(await all(store.read(stream)))).toEqual([others.text]);
    expect((await store.append(stream, 0, [aRecord(stream, 1)])).revision).toBe(1);
  });

  it('gives a record of the embedded log back to the byte, and the other way about: equal leaves', async () => {
    const other = await embedded();
    const stream = aStream();
    const records = ['ș, ț and 🧾', '\\u0000 "quoted" \\\\', 'x'.repeat(100_000)].map((note, at) =>
      aRecord(stream, at, note),
    );
    const texts = async (from: EventStore) => (await all(from.read(stream))).map(({ text }) => text);
    await other.store.append(stream, -1, records);
    const asSealed = (text: string) => ({ ...(JSON.parse(text) as { id: string; type: string }), text });
    const copied = (await texts(other.store)).map(asSealed);
    await store.append(stream, -1, copied);
    expect(await texts(store)).toEqual(records.map(({ text }) => text));
    expect((await texts(store)).map(leafHash)).toEqual((await texts(other.store)).map(leafHash));
    // an append made there is a repetition here
    expect((await other.store.append(stream, -1, (await texts(store)).map(asSealed))).revision).toBe(2);
    await other.close();
  });

  it('takes appends to one stream that do not wait for each other, in their order', async () => {
    const stream = aStream();
    const appending = Array.from({ length: 50 }, (_, at) => store.append(stream, at - 1, [aRecord(stream, at)]));
    expect((await Promise.all(appending)).map(({ revision }) => revision)).toEqual([...Array(50).keys()]);
  });

  it('hands on at once what comes while the last batch is worked on, and one that comes alone without delay', async () => {
    const stream = aStream();
    const many = 12;
    const first = await store.append(stream, -1, [aRecord(stream, 0)]);
    const stopping = new AbortController();
    const batches: number[] = [];
    let isHalf = false;
    let isWorkedOn = false;
    const following = (async () => {
      for await (const batch of store.follow(first.position, stopping.signal)) {
        batches.push(batch.length);
        // while a batch is processed for long, more events are awaited
        if (batches.length === 1) await pause(200);
        while (!isHalf) await pause(5);
        isWorkedOn = true;
        if (batches.reduce((sum, count) => sum + count, 0) === many) stopping.abort();
      }
    })();
    await store.append(stream, 0, [aRecord(stream, 1)]);
    for (let waited = 0; batches.length === 0 && waited < 1_000; waited += 1) await pause(1);
    for (let revision = 2; revision <= many; revision += 1) {
      await store.append(stream, revision - 1, [aRecord(stream, revision)]);
      isHalf ||= revision === many / 2;
      while (isHalf && !isWorkedOn) await pause(1);
    }
    await following;
    expect(batches[0]).toBe(1);
    // those of the first half, and those of the second that arrived while they were gathered
    expect(batches[1]).toBeGreaterThan(many / 2);
  });

  it('ends at our newest event, whatever the server writes about itself behind it', async () => {
    const stream = aStream();
    for (let revision = 0; revision < 60; revision += 1) {
      const { position } = await store.append(stream, revision - 1, [aRecord(stream, revision)]);
      expect(await store.head()).toBe(position);
    }
  });

  it('is unavailable, not in conflict, when the server cannot be reached, and recovers by itself', async () => {
    const { line, url: lineUrl } = await overALine();
    const far = await eventStoreDb(lineUrl);
    const stream = aStream();
    await far.append(stream, -1, [aRecord(stream, 0)]);
    await line.down();
    await expect(far.append(stream, 0, [aRecord(stream, 1)])).rejects.toThrow(Unavailable);
    await expect(all(far.read(stream))).rejects.toThrow(Unavailable);
    await expect(far.head()).rejects.toThrow(Unavailable);
    await expect(all(far.follow(null, AbortSignal.timeout(60_000)))).rejects.toThrow(Unavailable);
    await line.up();
    expect((await far.append(stream, 0, [aRecord(stream, 1)])).revision).toBe(1);
    await far.close();
    await line.down();
    await expect(far.append(stream, 1, [aRecord(stream, 2)])).rejects.toThrow(Unavailable);
  });

  it.each([
    ['esdb://127.0.0.1:1?tls=false', 'no EventStoreDB answers at esdb://127.0.0.1:1'],
    ['http://127.0.0.1', 'is not an address of EventStoreDB'],
    ['esdb://somebody:secret@127.0.0.1:1?tls=false', 'no EventStoreDB answers at esdb://127.0.0.1:1'],
  ])('says in a sentence what is wrong with %s', async (wrong, sentence) => {
    const opening = eventStoreDb(wrong);
    await expect(opening).rejects.toThrow(CannotStart);
    await expect(opening).rejects.toThrow(sentence);
    await expect(opening).rejects.not.toThrow('secret');
  });
});
