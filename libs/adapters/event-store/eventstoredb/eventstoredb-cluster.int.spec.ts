import { Unavailable, type Appended, type EventStore } from '@dosar/kernel/runtime';
import { CannotStart } from '../../cannot-start';
import { eventStoreNodes, type EventStoreNodes } from '../../testing/event-store-nodes';
import { all, aRecord, aStream, take, textsOf } from '../../testing/records';
import { eventStoreDb } from './eventstoredb';

/** How long no node leads; longer with LEADERLESS=60. */
const LEADERLESS_MS = Number(process.env['LEADERLESS'] ?? 12) * 1_000;

const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));

// Unhandled errors fail the spec in which they occur: no rejection of the driver may end a process (jest.int.cjs).
describe('the log on a cluster of EventStoreDB (three stand-ins)', () => {
  let nodes: EventStoreNodes;
  let store: EventStore;
  beforeEach(async () => {
    nodes = await eventStoreNodes(3);
    store = await eventStoreDb(nodes.url());
  });
  afterEach(async () => {
    await store.close();
    await nodes.end();
  });

  /** Writers that continue through every outage, repeating an append while its outcome is unknown. */
  const startWriters = (count: number) => {
    const kept: { stream: string; texts: string[] }[] = [];
    const refused: Error[] = [];
    let ending = false;
    let last = Date.now();
    let longest = 0;
    const writing = Array.from({ length: count }, async () => {
      const own = { stream: aStream(), texts: [] as string[] };
      kept.push(own);
      for (let revision = 0; !ending; revision += 1) {
        const record = aRecord(own.stream, revision);
        const began = Date.now();
        for (let done = false; !done;)
          await store.append(own.stream, revision - 1, [record]).then(
            () => (done = true),
            async (error: Error) => {
              refused.push(error);
              await pause(100);
            },
          );
        own.texts.push(record.text);
        last = Date.now();
        longest = Math.max(longest, last - began);
        await pause(5);
      }
    });
    const end = async () => {
      ending = true;
      await Promise.all(writing);
    };
    return { kept, refused, end, lastAt: () => last, longestMs: () => longest };
  };

  it(
    'is unavailable while nobody leads, ends nothing, loses nothing, and is there again soon after',
    async () => {
      const writers = startWriters(6);
      const start = await store.head();
      const reading = new AbortController();
      const readers = Array.from({ length: 4 }, async () => {
        while (!reading.signal.aborted) await store.head().catch(() => pause(20));
      });
      await pause(500);
      const [, second, third] = nodes.ports as [number, number, number];
      // two of three are down: the remaining one answers, but does not lead
      nodes.lead(null);
      for (const gone of [second, third]) await nodes.kill(gone);
      await pause(LEADERLESS_MS);
      const before = writers.lastAt();
      expect(Date.now() - before).toBeGreaterThan(LEADERLESS_MS / 2);
      await nodes.start(second);
      nodes.lead(second);
      const leads = Date.now();
      while (writers.lastAt() === before && Date.now() - leads < 20_000) await pause(50);
      expect(writers.lastAt() - leads).toBeLessThan(10_000);
      await pause(500);
      reading.abort();
      await Promise.all([...readers, writers.end()]);
      expect(writers.refused.length).toBeGreaterThan(0);
      expect(writers.refused.filter((error) => !(error instanceof Unavailable))).toEqual([]);
      for (const { stream, texts } of writers.kept) expect(textsOf(await all(store.read(stream)))).toEqual(texts);
      const count = writers.kept.reduce((sum, { texts }) => sum + texts.length, 0);
      const again = await take(store, start, count);
      expect(new Set(again.map(({ position }) => position)).size).toBe(count);
    },
    LEADERLESS_MS + 80_000,
  );

  it('loses its leader under writers, again and again, and refuses nobody for longer than the others elect', async () => {
    const electionMs = 1_000;
    const soonMs = 3_000;
    const writers = startWriters(6);
    for (const [old, next] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const) {
      await pause(500);
      await nodes.kill(nodes.ports[old]!);
      nodes.lead(null);
      await pause(electionMs);
      nodes.lead(nodes.ports[next]!);
      await nodes.start(nodes.ports[old]!);
    }
    await pause(500);
    await writers.end();
    expect(writers.longestMs()).toBeGreaterThan(electionMs / 2);
    expect(writers.longestMs()).toBeLessThan(electionMs + soonMs);
    expect(writers.refused.filter((error) => !(error instanceof Unavailable))).toEqual([]);
    for (const { stream, texts } of writers.kept) expect(textsOf(await all(store.read(stream)))).toEqual(texts);
  }, 60_000);

  it('meets what it has written itself when a leader kept it, and went before it answered', async () => {
    const stream = aStream();
    const [leader, second] = nodes.ports as [number, number];
    await store.append(stream, -1, [aRecord(stream, 0)]);
    nodes.tell({ mute: [leader] });
    const records = [aRecord(stream, 1), aRecord(stream, 2)];
    await expect(store.append(stream, 0, records)).rejects.toThrow(Unavailable);
    await nodes.kill(leader);
    nodes.tell({ mute: [] });
    nodes.lead(second);
    let appended: Appended | null = null;
    for (let tries = 0; appended === null && tries < 100; tries += 1)
      appended = await store.append(stream, 0, records).catch(() => pause(100).then(() => null));
    const found = await all(store.read(stream));
    expect(textsOf(found)).toEqual([expect.any(String), ...textsOf(records)]);
    expect(appended).toEqual({ revision: 2, position: found.at(-1)!.position });
  });

  it('follows the one that leads: what only that one may answer is asked again there', async () => {
    const stream = aStream();
    await store.append(stream, -1, [aRecord(stream, 0)]);
    nodes.lead(nodes.ports[2]!);
    let head: bigint | null = null;
    for (let tries = 0; head === null && tries < 50; tries += 1)
      head = await store.head().catch(() => pause(50).then(() => null));
    expect(await store.at([head!])).toEqual(await all(store.read(stream)));
  });

  it('says in a sentence when none of its nodes answers, and starts when one does', async () => {
    const [first, second, third] = nodes.ports as [number, number, number];
    await nodes.kill(second);
    await nodes.kill(third);
    const opened = await eventStoreDb(nodes.url());
    await opened.append(aStream(), -1, [aRecord('x', 0)]);
    await opened.close();
    await nodes.kill(first);
    await expect(eventStoreDb(nodes.url())).rejects.toThrow(CannotStart);
    await expect(eventStoreDb(nodes.url())).rejects.toThrow('no EventStoreDB answers at');
  });

  it('says in a sentence when the nodes are of two clusters', async () => {
    const others = await eventStoreNodes(3, 'b');
    const mixed = `esdb://127.0.0.1:${nodes.ports[0]},127.0.0.1:${others.ports[1]}?tls=false`;
    const opening = eventStoreDb(mixed);
    await expect(opening).rejects.toThrow(CannotStart);
    await expect(opening).rejects.toThrow('do not belong to one cluster');
    await others.end();
  });
});

describe('the log on a server whose answers are late, or do not tell everything', () => {
  it('asks for nothing more once the answer to an append, or to its repeat, tells where it stands', async () => {
    const nodes = await eventStoreNodes(1);
    const store = await eventStoreDb(nodes.url());
    const stream = aStream();
    const records = [aRecord(stream, 0), aRecord(stream, 1)];
    nodes.tell({ deaf: true });
    const first = await store.append(stream, -1, records);
    expect(await store.append(stream, -1, records)).toEqual(first);
    const next = await store.append(stream, 1, [aRecord(stream, 2)]);
    await expect(store.head()).rejects.toThrow(Unavailable);
    nodes.tell({ deaf: false });
    const found = await all(store.read(stream));
    expect([first, next]).toEqual([
      { revision: 1, position: found[1]!.position },
      { revision: 2, position: found[2]!.position },
    ]);
    await store.close();
    await nodes.end();
  });

  it.each([{ lateMs: 50 }, { untold: true }, { lateMs: 50, untold: true }])('%j', async (told) => {
    const nodes = await eventStoreNodes(1);
    nodes.tell(told);
    const store = await eventStoreDb(nodes.url());
    const stream = aStream();
    const records = [aRecord(stream, 0), aRecord(stream, 1)];
    const first = await store.append(stream, -1, records);
    const next = await store.append(stream, 1, [aRecord(stream, 2)]);
    const found = await all(store.read(stream));
    expect([first, next]).toEqual([
      { revision: 1, position: found[1]!.position },
      { revision: 2, position: found[2]!.position },
    ]);
    expect(await store.append(stream, -1, records)).toEqual(first);
    expect(await store.head()).toBe(next.position);
    await store.close();
    await nodes.end();
  });
});
