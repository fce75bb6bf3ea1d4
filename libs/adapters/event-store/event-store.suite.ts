import { Conflict, Unavailable, type EventStore } from '@dosar/kernel/runtime';
import { all, aRecord, aStream, someRecords, take, textsOf } from '../testing/records';
import { turnsTaken } from '@dosar/kernel/testing/waiting';

export { all, aRecord, aStream, take } from '../testing/records';
export { eventStoreTranscript } from './transcript.suite';

export type OpenedStore = {
  readonly store: EventStore;
  /** The same log, opened again; absent where nothing outlives the process. */
  readonly reopen?: () => Promise<EventStore>;
  /** Breaks the connections to the server; absent where there are none. */
  readonly interrupt?: () => void;
  readonly close: () => Promise<void>;
};

/** The contract of every event store. An adapter is done when this passes. */
export const eventStoreSuite = (name: string, open: () => Promise<OpenedStore>) =>
  describe(`event store: ${name}`, () => {
    let opened: OpenedStore;
    let store: EventStore;
    beforeAll(async () => {
      opened = await open();
      store = opened.store;
    });
    afterAll(() => opened.close());

    it('reads back what was appended, in order and to the byte', async () => {
      const stream = aStream();
      const records = [aRecord(stream, 0, 'ș, ț and 🧾'), aRecord(stream, 1), aRecord(stream, 2)];
      await store.append(stream, -1, records.slice(0, 2));
      await store.append(stream, 1, records.slice(2));
      const found = await all(store.read(stream));
      expect(found.map(({ text }) => text)).toEqual(records.map(({ text }) => text));
      expect(found.map(({ revision }) => revision)).toEqual([0, 1, 2]);
      expect(found.every((record) => record.stream === stream)).toBe(true);
    });

    it('knows nothing of a stream that nobody wrote', async () => {
      expect(await all(store.read(aStream()))).toEqual([]);
    });

    it('reads from a revision on, and not more than is asked for', async () => {
      const stream = aStream();
      await store.append(
        stream,
        -1,
        Array.from({ length: 10 }, (_, at) => aRecord(stream, at)),
      );
      const found = await all(store.read(stream, 4, 3));
      expect(found.map(({ revision }) => revision)).toEqual([4, 5, 6]);
      expect((await all(store.read(stream, 8))).map(({ revision }) => revision)).toEqual([8, 9]);
    });

    it('tells where an append ended', async () => {
      const stream = aStream();
      const first = await store.append(stream, -1, [aRecord(stream, 0), aRecord(stream, 1)]);
      const second = await store.append(stream, 1, [aRecord(stream, 2)]);
      expect([first.revision, second.revision]).toEqual([1, 2]);
      expect(second.position > first.position).toBe(true);
      expect(await store.head()).toBe(second.position);
      expect((await all(store.read(stream))).map(({ position }) => position)).toEqual(
        expect.arrayContaining([first.position, second.position]),
      );
    });

    it('refuses a writer who has not seen the newest revision, and keeps nothing of it', async () => {
      const stream = aStream();
      await store.append(stream, -1, [aRecord(stream, 0)]);
      await expect(store.append(stream, -1, [aRecord(stream, 0), aRecord(stream, 1)])).rejects.toThrow(Conflict);
      await expect(store.append(stream, 3, [aRecord(stream, 4)])).rejects.toThrow(Conflict);
      await expect(store.append(aStream(), 0, [aRecord(stream, 1)])).rejects.toThrow(Conflict);
      expect(await all(store.read(stream))).toHaveLength(1);
    });

    it('answers the same append again as it did the first time', async () => {
      const stream = aStream();
      const [head, ...records] = Array.from({ length: 3 }, (_, at) => aRecord(stream, at));
      await store.append(stream, -1, [head!]);
      const first = await store.append(stream, 0, records);
      await store.append(stream, 2, [aRecord(stream, 3)]);
      expect(await store.append(stream, 0, records)).toEqual(first);
      expect(await all(store.read(stream))).toHaveLength(4);
    });

    it('does not take another append for the same one', async () => {
      const stream = aStream();
      const records = [aRecord(stream, 0), aRecord(stream, 1)];
      await store.append(stream, -1, records);
      await expect(store.append(stream, -1, [records[0]!, aRecord(stream, 1)])).rejects.toThrow(Conflict);
      await expect(store.append(stream, -1, [...records, aRecord(stream, 2)])).rejects.toThrow(Conflict);
      await expect(store.append(stream, 0, records)).rejects.toThrow(Conflict);
      expect(await all(store.read(stream))).toHaveLength(2);
    });

    it('lets exactly one of many writers win each revision', async () => {
      const stream = aStream();
      const write = async (writer: number) => {
        for (let won = 0; won < 5;) {
          const seen = (await all(store.read(stream))).length - 1;
          const record = aRecord(stream, seen + 1, `writer ${writer}`);
          won += await store.append(stream, seen, [record]).then(
            () => 1,
            (error) => {
              expect(error).toBeInstanceOf(Conflict);
              return 0;
            },
          );
        }
      };
      await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
      expect((await all(store.read(stream))).map(({ revision }) => revision)).toEqual([...Array(40).keys()]);
    });

    it('hands out records by their positions, in the order that is asked for', async () => {
      const stream = aStream();
      const { position: first } = await store.append(stream, -1, [aRecord(stream, 0)]);
      // each record of an append has its own position
      await store.append(stream, 0, someRecords(stream, 3, 1));
      const found = await all(store.read(stream));
      expect(new Set(found.map(({ position }) => position)).size).toBe(4);
      const places = [3, 0, 2, 1, 0].map((at) => found[at]!.position);
      expect(await store.at(places)).toEqual([3, 0, 2, 1, 0].map((at) => found[at]));
      expect(places[1]).toBe(first);
      expect(await store.at([])).toEqual([]);
    });

    it('has nothing where no record stands', async () => {
      const stream = aStream();
      const { position } = await store.append(stream, -1, [aRecord(stream, 0)]);
      const [before, there, beyond, farBeyond] = await store.at([0n, position, position + 1n, position + 1_000_000n]);
      expect([before, there?.stream, beyond, farBeyond]).toEqual([null, stream, null, null]);
    });

    it('hands out many records at once', async () => {
      const stream = aStream();
      for (let at = 0; at < 6; at += 1) await store.append(stream, at * 50 - 1, someRecords(stream, 50, at * 50));
      const found = await all(store.read(stream));
      expect(textsOf((await store.at(found.map(({ position }) => position))).map((each) => each!))).toEqual(
        textsOf(found),
      );
    });

    it('follows the past and then the present, each record once and in order', async () => {
      const start = await store.head();
      const streams = Array.from({ length: 5 }, aStream);
      const wanted = 300;
      const followed = take(store, start, wanted);
      const early = take(store, null, 1);
      const writing = streams.map(async (stream, at) => {
        for (let revision = 0; revision < wanted / streams.length; revision += 2)
          await store.append(
            stream,
            revision - 1,
            [revision, revision + 1].map((each) => aRecord(stream, each, `writer ${at}`)),
          );
      });
      await Promise.all(writing);
      const live = await followed;
      const past = await take(store, start, wanted);
      expect(live.map(({ text }) => text)).toEqual(past.map(({ text }) => text));
      expect(live.map(({ position }) => position)).toEqual([...live].map(({ position }) => position).sort(byValue));
      expect(new Set(live.map(({ position }) => position)).size).toBe(wanted);
      for (const stream of streams)
        expect(live.filter((record) => record.stream === stream).map(({ revision }) => revision)).toEqual([
          ...Array(wanted / streams.length).keys(),
        ]);
      expect(await early).toHaveLength(1);
    });

    it('follows from any record on', async () => {
      const stream = aStream();
      const { position } = await store.append(stream, -1, [aRecord(stream, 0), aRecord(stream, 1)]);
      const next = await store.append(stream, 1, [aRecord(stream, 2)]);
      expect((await take(store, position, 1)).map((record) => record.position)).toEqual([next.position]);
    });

    it('goes on behind an interruption as if there had been none: no record missing, none twice', async () => {
      if (!opened.interrupt) return;
      const start = await store.head();
      const stream = aStream();
      const texts: string[] = [];
      const followed = take(store, start, 240);
      for (let revision = 0; revision < 240; revision += 1) {
        const record = aRecord(stream, revision);
        texts.push(record.text);
        if (revision % 40 === 20) opened.interrupt();
        await certainly(() => store.append(stream, revision - 1, [record]));
      }
      expect((await followed).map(({ text }) => text)).toEqual(texts);
      expect((await take(store, start, 240)).map(({ text }) => text)).toEqual(texts);
    });

    it('follows from the midst of an append', async () => {
      const stream = aStream();
      await store.append(stream, -1, someRecords(stream, 4));
      const found = await all(store.read(stream));
      expect(textsOf(await take(store, found[1]!.position, 2))).toEqual(textsOf(found.slice(2)));
    });

    it('stops following when told, also while it waits', async () => {
      const stop = new AbortController();
      const start = await store.head();
      const following = all(store.follow(start, stop.signal));
      await turnsTaken();
      stop.abort();
      expect(await following).toEqual([]);
    });

    it('keeps a full append: a hundred records of half a megabyte', async () => {
      const stream = aStream();
      const records = Array.from({ length: 100 }, (_, at) => aRecord(stream, at, 'x'.repeat(4_500)));
      await store.append(stream, -1, records);
      expect((await all(store.read(stream))).map(({ text }) => text)).toEqual(records.map(({ text }) => text));
    });

    it('still has everything when it is opened again', async () => {
      if (!opened.reopen) return;
      const stream = aStream();
      const records = [aRecord(stream, 0), aRecord(stream, 1)];
      const appended = await store.append(stream, -1, records);
      store = await opened.reopen();
      expect((await all(store.read(stream))).map(({ text }) => text)).toEqual(records.map(({ text }) => text));
      expect(await store.append(stream, -1, records)).toEqual(appended);
      expect(await store.head()).toBe(appended.position);
    });
  });

/** Repeats an append whose outcome is unknown: it resolves to its first outcome. */
const certainly = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Unavailable) || attempt === 50) throw error;
      await new Promise((go) => setTimeout(go, 20 * attempt));
    }
};

const byValue = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);
