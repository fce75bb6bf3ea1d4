import { join } from 'node:path';
import { MongoClient, type AnyBulkWriteOperation, type Collection, type Document } from 'mongodb';
import { LEVEL, Unavailable, UnwritableRow, type ReadStore, type Row, type Where } from '@dosar/kernel/runtime';
import { CannotStart } from '../cannot-start';
import { aFolder } from '../testing/folder';
import { addressOf, aSeed, inDatabase, operations } from '../testing/int';
import { aView, dropRow, putRow, write } from '../testing/rows';
import { seeded } from '../testing/seeded';
import { mongoReadStore } from './mongodb';
import { expectFormer, someActs } from './former-acts.suite';
import { applierTo, complete } from './mongodb-apply';
import { collectionsOf, type Collections } from './mongodb-collections';
import { aFormerView } from './former.suite';
import { readStoreSuite, readStoreTranscript } from './read-store.suite';
import { sqliteReadStore } from './sqlite';
import { placeAt } from '../testing/places';

const url = inDatabase(addressOf('DOSAR_MONGODB_URL'), `dosar_int_${Date.now()}`);

afterAll(async () => {
  const client = new MongoClient(url);
  await client.db().dropDatabase();
  await client.close();
});

const CUT = 'cut short';

/** Collections of a process that is killed at one of its writes, which is then not carried out, or in part. */
const cutShort = (collections: Collections, after: number, byHalf: boolean): Collections => {
  const left = { writes: after };
  const cut = <S extends Document>(collection: Collection<S>): Collection<S> =>
    new Proxy(collection, {
      get: (from, member) => {
        const found: unknown = Reflect.get(from, member, from);
        if (member !== 'bulkWrite') return typeof found === 'function' ? (found.bind(from) as unknown) : found;
        return async (operations: AnyBulkWriteOperation<S>[], options: object) => {
          left.writes -= 1;
          if (left.writes >= 0) return from.bulkWrite(operations, options);
          const half = operations.slice(0, Math.floor(operations.length / 2));
          // a refused write was carried out before
          if (byHalf && half.length > 0) await from.bulkWrite(half, options).catch(() => undefined);
          throw new Error(CUT);
        };
      },
    });
  const { views, rows, former } = collections;
  return {
    ...collections,
    views: cut(views),
    rows: (name) => cut(rows(name)),
    former: (name) => cut(former(name)),
  };
};

readStoreSuite('MongoDB', async () => {
  const store = await mongoReadStore(url);
  return { store, close: () => store.close() };
});

describe('the views on MongoDB', () => {
  const stores: ReadStore[] = [];
  const open = async () => {
    const store = await mongoReadStore(url);
    stores.push(store);
    return store;
  };
  const opened = async () => {
    const store = await open();
    const view = aView();
    await store.open([view]);
    return { store, view };
  };
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
  });

  it.each([
    ['as they are', operations, aView()],
    ['in their past, too', operations / 4, aFormerView()],
  ])(
    'agree with the embedded views %s on %i seeded operations',
    async (_, count, view) => {
      const seed = aSeed();
      const { folder, remove } = await aFolder();
      const embedded = sqliteReadStore(join(folder, 'views.db'));
      const found = await readStoreTranscript(await open(), seed, count, view);
      expect(found).toEqual(await readStoreTranscript(embedded, seed, count, view));
      await embedded.close();
      await remove();
    },
    900_000,
  );

  it('are at each position what was answered then, also when one is killed anywhere in a batch', async () => {
    const seed = aSeed();
    const random = seeded(seed);
    const client = new MongoClient(url, { useBigInt64: true });
    const store = await open();
    const outcomes = { cut: 0, lost: 0 };
    const apply: ReadStore['apply'] = async (batches, upTo) => {
      if (batches.length > 1 || random.chance(0.6)) return store.apply(batches, upTo);
      const killed = applierTo(cutShort(collectionsOf(client.db()), random.below(5), random.chance(0.5)), new Map());
      const error = await killed(batches, upTo).then(
        () => null,
        (failure: Error) => failure.message,
      );
      expect([null, CUT]).toContain(error);
      outcomes.cut += error === null ? 0 : 1;
      // the next process completes the batch
      const views = batches.map(({ view }) => view);
      await store.open(views);
      if ((await store.state(views[0]!)).position === upTo.position) return;
      outcomes.lost += 1;
      return store.apply(batches, upTo);
    };
    await expectFormer({ ...store, apply }, seed, someActs(1_000));
    await client.close();
    expect([outcomes.cut > 20, outcomes.lost > 2]).toEqual([true, true]);
  }, 900_000);

  it('are not opened by a release of a lower level than has written to them', async () => {
    await open();
    const client = new MongoClient(url);
    const levels = client.db().collection<{ _id: string; level: number }>('level');
    expect(await levels.findOne({})).toEqual({ _id: 'level', level: LEVEL });
    await levels.updateOne({}, { $set: { level: LEVEL + 1 } });
    const refused = mongoReadStore(url);
    await expect(refused).rejects.toThrow(CannotStart);
    await expect(refused).rejects.toThrow(
      `DOSAR_MONGODB_URL: the database ${client.db().databaseName} was written by a newer Dosar (level ${LEVEL + 1})`,
    );
    await levels.updateOne({}, { $set: { level: LEVEL } });
    await client.close();
  });

  it('refuse a projector that another has overtaken, until it looks again', async () => {
    const { store: first, view } = await opened();
    const second = await open();
    await write(first, view, [putRow('a', 1)], 1n);
    await second.state(view);
    await write(second, view, [putRow('a', 2)], 2n);
    await expect(write(first, view, [putRow('b', 2)], 2n)).rejects.toThrow(Unavailable);
    expect([await first.get(view, 'b'), (await first.state(view)).position]).toEqual([null, 2n]);
    await write(first, view, [putRow('b', 3)], 3n);
    expect((await second.get(view, 'b'))?.position).toBe(3n);
  });

  it('keep a row taken out when one that was overtaken is late with what it began', async () => {
    const { store, view } = await opened();
    const rows = [putRow('gone', 1, { name: null }), putRow('here', 1)];
    await write(store, view, rows, 1n);
    await write(store, view, [dropRow('gone', 2)], 2n);
    const client = new MongoClient(url);
    const late = {
      upTo: 1n,
      leaf: '',
      by: 'one that was overtaken',
      writes: rows,
      audiences: [],
      parts: 0,
      name: `${view.view}@1`,
    };
    await expect(complete(collectionsOf(client.db()), [late])).rejects.toThrow(Unavailable);
    await client.close();
    const ids = (found: readonly Row[]) => found.map(({ id }) => id);
    expect(await store.get(view, 'gone')).toBeNull();
    const asked: Where[] = [
      {},
      { id: { in: ['gone', 'here'] } },
      { id: 'gone' },
      { name: null },
      { place: { not: 7 } },
    ];
    for (const where of asked) expect(ids(await store.find(view, { where }))).not.toContain('gone');
    expect(ids(await store.find(view, { where: {} }))).toEqual(['here']);
    expect(await store.count(view, { where: {} })).toBe(1);
    await write(store, view, [putRow('gone', 3)], 3n);
    expect((await store.get(view, 'gone'))?.position).toBe(3n);
  });

  it('are whole when one opens them again and again while another writes, and rows come and go', async () => {
    const { store, view } = await opened();
    const other = await open();
    let step = 0n;
    let ending = false;
    let refused = 0;
    let last = 0n;
    /** Each takes over the other's batch; the last one ends it. */
    const tryToOpen = (one: ReadStore) =>
      one.open([view]).then(
        () => true,
        (error: Error) => {
          expect(error).toBeInstanceOf(Unavailable);
          return false;
        },
      );
    const opening = (async () => {
      while (!ending) await tryToOpen(other);
    })();
    const tryToWrite = async () => {
      try {
        const next = step + 1n;
        const row = putRow(`row-${next}`, next);
        await write(store, view, [row, { ...putRow(`row-${step}`, next), json: null }, putRow('a', next)], next);
        step = next;
      } catch (error) {
        expect(error).toBeInstanceOf(Unavailable);
        refused += 1;
        while (!(await tryToOpen(store)));
        last = (await store.state(view)).position ?? 0n;
        expect(last - step).toBeLessThanOrEqual(1n);
        step = last;
      }
    };
    try {
      for (const until = Date.now() + 4_000; Date.now() < until;) await tryToWrite();
    } finally {
      ending = true;
      await opening;
    }
    expect((await store.find(view, { where: {} })).map(({ id }) => id).sort()).toEqual(['a', `row-${step}`]);
    expect([step > 2n, refused > 0]).toEqual([true, true]);
  }, 30_000);

  it('tell a process that knows only an older version of a view that it is too old', async () => {
    const { store: older, view } = await opened();
    const newer = await open();
    const raised = { ...view, version: 2 };
    await write(older, view, [putRow('a', 1)], 1n);
    await older.settle(view);
    expect(await older.count(view, { where: {} })).toBe(1);
    await newer.open([raised]);
    await newer.settle(raised);
    await new Promise((go) => setTimeout(go, 600));
    await expect(older.count(view, { where: {} })).rejects.toThrow(Unavailable);
    await expect(older.get(view, 'a')).rejects.toThrow(Unavailable);
  });

  it('never take a value for an operator, nor a term for a pattern', async () => {
    const { store, view } = await opened();
    await write(store, view, [putRow('a', 1, { name: '$folder', place: 1 }, { terms: ['factura'] })], 1n);
    for (const hostile of [{ $ne: null }, { $gt: '' }, ['a'], { $where: 'true' }] as unknown as string[]) {
      await expect(store.find(view, { where: { name: { in: [hostile] } } })).rejects.toThrow(TypeError);
      await expect(store.find(view, { where: { name: { not: hostile } } })).rejects.toThrow(TypeError);
      await expect(store.find(view, { where: { name: { contains: hostile } } })).rejects.toThrow(TypeError);
      await expect(store.find(view, { where: { name: { from: hostile } } })).rejects.toThrow(TypeError);
      const terms = { all: [hostile], beginnings: [] };
      await expect(store.find(view, { where: {}, terms })).rejects.toThrow(TypeError);
      await expect(store.find(view, { where: {}, terms: { all: [], beginnings: [hostile] } })).rejects.toThrow(
        TypeError,
      );
    }
    expect(await store.count(view, { where: { name: { contains: '$fold' } } })).toBe(1);
    expect(await store.count(view, { where: { name: '$folder' } })).toBe(1);
    expect(await store.get(view, { $ne: null } as unknown as string)).toBeNull();
    for (const pattern of ['.*', 'fac.*', '[f]', '^f', 'fac|x'])
      expect(await store.count(view, { where: {}, terms: { all: [], beginnings: [pattern] } })).toBe(0);
  });

  it('have columns of any name', async () => {
    const store = await open();
    const view = {
      ...aView(),
      columns: { json: 'text', position: 'integer', subjects: 'text', _id: 'text', terms: 'integer' },
      indexes: [['json', 'position']],
      termsBy: 'terms',
    } as const;
    await store.open([view]);
    const columns = { json: 'j', position: 1, subjects: 's', _id: 'i', terms: 5 };
    await write(store, view, [{ ...putRow('a', 9), columns, subjects: ['u'], terms: ['t'] }], 9n);
    await store.settle(view);
    const where = { json: 'j', position: 1, subjects: 's', _id: 'i', id: 'a', terms: 5 };
    expect((await store.find(view, { where, terms: { all: ['t'], beginnings: [] } })).map(({ id }) => id)).toEqual([
      'a',
    ]);
    expect(await store.bySubject(view, 'u')).toHaveLength(1);
  });

  it('name a row that is too large for a document, and write nothing of its batch', async () => {
    const { store, view } = await opened();
    const other = aView();
    await store.open([other]);
    const large = { ...putRow('large', 2), json: JSON.stringify('x'.repeat(17_000_000)) };
    const applying = store.apply(
      [
        { view: other, writes: [putRow('a', 2)], audiences: new Map() },
        { view, writes: [putRow('b', 2), large], audiences: new Map() },
      ],
      placeAt(2n),
    );
    await expect(applying).rejects.toThrow(UnwritableRow);
    await expect(applying).rejects.toMatchObject({ view: view.view, position: 2n });
    await expect(applying).rejects.toThrow('the row large');
    expect([await store.get(other, 'a'), await store.get(view, 'b')]).toEqual([null, null]);
    await write(store, other, [putRow('a', 2)], 2n);
  });

  it('keep batches that are larger than a document', async () => {
    const { store, view } = await opened();
    const rows = Array.from({ length: 12 }, (_, at) => ({
      ...putRow(`row-${at}`, 5),
      json: JSON.stringify('ș'.repeat(1_500_000)),
    }));
    await write(store, view, rows, 5n);
    expect(await store.count(view, { where: {} })).toBe(12);
    expect((await store.get(view, 'row-11'))?.json.length).toBe(1_500_002);
  });

  it.each([
    ['mongodb://127.0.0.1:1/x', 'no MongoDB answers at mongodb://127.0.0.1:1/x'],
    ['mongodb://somebody:secret@127.0.0.1:1/x', 'no MongoDB answers at mongodb://127.0.0.1:1/x'],
    ['http://127.0.0.1', 'is not an address of MongoDB'],
    ['mongodb://127.0.0.1:1/x?readPreference=secondaryPreferred', '"readPreference=secondaryPreferred" in the address'],
    ['mongodb://127.0.0.1:1/x?a=b&journal=false', '"journal=false" in the address would take back what is promised'],
    ['mongodb://127.0.0.1:1/x?w=1', '"w=1" in the address'],
    ['mongodb://127.0.0.1:1/x?readConcernLevel=local', '"readConcernLevel=local" in the address'],
    ['mongodb://127.0.0.1:1/x?retryWrites=false', '"retryWrites=false" in the address'],
  ])('say in a sentence what is wrong with %s', async (wrong, sentence) => {
    const opening = mongoReadStore(wrong);
    await expect(opening).rejects.toThrow(CannotStart);
    await expect(opening).rejects.toThrow(sentence);
    await expect(opening).rejects.not.toThrow('secret');
  });
});
