import {
  canonical,
  Conflict,
  derivedId,
  newId,
  Unavailable,
  type EventStore,
  type Position,
  type SealedRecord,
  type StoredRecord,
} from '@dosar/kernel';
import { seeded } from '../seeded';

export type OpenedStore = {
  readonly store: EventStore;
  /** The same log, opened anew; absent where nothing outlives the process. */
  readonly reopen?: () => Promise<EventStore>;
  /** Breaks the connections to where the log is kept; absent where there are none. */
  readonly interrupt?: () => void;
  readonly close: () => Promise<void>;
};

/** What every event store must do. A keeper is done when this passes. */
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
        for (let won = 0; won < 10;) {
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
      expect((await all(store.read(stream))).map(({ revision }) => revision)).toEqual([...Array(80).keys()]);
    });

    it('follows the past and then the present, each record once and in order', async () => {
      const start = await store.head();
      const streams = Array.from({ length: 5 }, aStream);
      const wanted = 300;
      const followed = take(store, start, wanted);
      const early = take(store, null, 1);
      const writing = streams.map(async (stream, at) => {
        for (let revision = 0; revision < wanted / streams.length; revision += 1)
          await store.append(stream, revision - 1, [aRecord(stream, revision, `writer ${at}`)]);
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

    it('stops following when told, also while it waits', async () => {
      const stop = new AbortController();
      const start = await store.head();
      const following = all(store.follow(start, stop.signal));
      setTimeout(() => stop.abort(), 30);
      expect(await following).toEqual([]);
    });

    it('keeps a full append: a hundred records of five kilobytes', async () => {
      const stream = aStream();
      const records = Array.from({ length: 100 }, (_, at) => aRecord(stream, at, 'x'.repeat(5_000)));
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

/**
 * The same seeded random operations give the same normalised answers in every keeper: positions are compared by their
 * order, errors by their kind.
 */
export const eventStoreTranscript = async (store: EventStore, seed: number, operations: number): Promise<string[]> => {
  const random = seeded(seed);
  const prefix = `differential-${seed}-`;
  const start = await store.head();
  const revisions = new Map<string, number>();
  const sent: { stream: string; seen: number; records: SealedRecord[] }[] = [];
  const transcript: string[] = [];

  const append = async (stream: string, seen: number, records: SealedRecord[]) => {
    try {
      const { revision } = await store.append(stream, seen, records);
      revisions.set(stream, Math.max(revision, revisions.get(stream) ?? -1));
      return `appended to ${stream} up to ${revision}`;
    } catch (error) {
      return `${stream}: ${(error as Error).name}`;
    }
  };

  for (let at = 0; at < operations; at += 1) {
    const stream = `${prefix}${random.below(40)}`;
    const current = revisions.get(stream) ?? -1;
    const kind = random.below(10);
    if (kind < 5) {
      const seen = random.chance(0.8) ? current : random.below(current + 3) - 1;
      const size = 1 + random.below(4);
      const records = Array.from({ length: size }, (_, index) => ({
        ...aRecord(stream, seen + 1 + index, `operation ${at}`, derivedId(prefix, at, index)),
      }));
      sent.push({ stream, seen, records });
      transcript.push(await append(stream, seen, records));
    } else if (kind < 7 && sent.length > 0) {
      const again = random.oneOf(sent);
      const records = random.chance(0.7) ? again.records : again.records.slice(0, 1);
      transcript.push(await append(again.stream, again.seen, records));
    } else {
      const from = random.below(current + 3);
      const limit = 1 + random.below(6);
      const found = await all(store.read(stream, from, limit));
      transcript.push(
        `read ${stream} from ${from}: ${found.map(({ revision, text }) => `${revision} ${text}`).join(' | ')}`,
      );
    }
  }
  const total = [...revisions.values()].reduce((sum, revision) => sum + revision + 1, 0);
  for (const { text } of total > 0 ? await take(store, start, total) : []) transcript.push(text);
  return transcript;
};

export const aStream = () => `suite-${newId()}`;

export const aRecord = (stream: string, revision: number, note = '', id = newId()): SealedRecord => ({
  id,
  type: 'Noted',
  text: canonical({ v: 1, id, stream, revision, type: 'Noted', data: { note } }),
});

export const all = async (batches: AsyncIterable<readonly StoredRecord[]>): Promise<StoredRecord[]> => {
  const found: StoredRecord[] = [];
  for await (const batch of batches) found.push(...batch);
  return found;
};

/** Asks again while the outcome is not known: the same append again has the first one's outcome. */
const certainly = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Unavailable) || attempt === 50) throw error;
      await new Promise((go) => setTimeout(go, 20 * attempt));
    }
};

/** The next `count` records after a position, waiting for those that are still to come. */
export const take = async (store: EventStore, after: Position | null, count: number): Promise<StoredRecord[]> => {
  const stop = new AbortController();
  const found: StoredRecord[] = [];
  for await (const batch of store.follow(after, stop.signal)) {
    found.push(...batch);
    if (found.length >= count) break;
  }
  stop.abort();
  return found.slice(0, count);
};

const byValue = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);
