import { MongoClient } from 'mongodb';
import { Unavailable, type ReadStore } from '@dosar/kernel';
import { aFolder } from '../a-folder';
import { CannotStart } from '../cannot-start';
import { addressOf, aSeed, inDatabase, operations } from '../int';
import { join } from 'node:path';
import { mongoReadStore } from './mongodb';
import { aView, readStoreSuite, readStoreTranscript } from './read-store.suite';
import { sqliteReadStore } from './sqlite';

const url = inDatabase(addressOf('DOSAR_MONGODB_URL'), `dosar_int_${Date.now()}`);

afterAll(async () => {
  const client = new MongoClient(url);
  await client.db().dropDatabase();
  await client.close();
});

const aStore = (together: boolean) => async () => {
  const store = await mongoReadStore(url, together);
  return { store, close: () => store.close() };
};

readStoreSuite('MongoDB, in transactions', aStore(true));
readStoreSuite('MongoDB, guarded by positions', aStore(false));

describe('the views on MongoDB', () => {
  const stores: ReadStore[] = [];
  const open = async (together = true) => {
    const store = await mongoReadStore(url, together);
    stores.push(store);
    return store;
  };
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
  });
  const columns = { folder: null, name: null, size: null };
  const put = (id: string, position: bigint) => ({ id, json: `{"at":${position}}`, position, columns, subjects: [] });

  it.each([true, false])(
    `agree with the embedded views on ${operations} seeded operations (transactions: %s)`,
    async (together) => {
      const seed = aSeed();
      const { folder, remove } = await aFolder();
      const embedded = sqliteReadStore(join(folder, 'views.db'));
      const view = aView();
      const found = await readStoreTranscript(await open(together), seed, operations, view);
      expect(found).toEqual(await readStoreTranscript(embedded, seed, operations, view));
      await embedded.close();
      await remove();
    },
    900_000,
  );

  it.each([true, false])(
    'refuse a projector that another has overtaken, until it looks again (transactions: %s)',
    async (together) => {
      const [first, second] = [await open(together), await open(together)];
      const view = aView();
      await first.open([view]);
      await first.apply([{ view, writes: [put('a', 1n)], audiences: new Map() }], 1n);
      await second.position(view);
      await second.apply([{ view, writes: [put('a', 2n)], audiences: new Map() }], 2n);
      const late = first.apply([{ view, writes: [put('b', 2n)], audiences: new Map() }], 2n);
      await expect(late).rejects.toThrow(Unavailable);
      expect([await first.get(view, 'b'), await first.position(view)]).toEqual([null, 2n]);
      await first.apply([{ view, writes: [put('b', 3n)], audiences: new Map() }], 3n);
      expect((await second.get(view, 'b'))?.position).toBe(3n);
    },
  );

  it('tell a process that knows only an older version of a view that it is too old', async () => {
    const [older, newer] = [await open(), await open()];
    const view = aView();
    const raised = { ...view, version: 2 };
    await older.open([view]);
    await older.apply([{ view, writes: [put('a', 1n)], audiences: new Map() }], 1n);
    await older.settle(view);
    expect(await older.count(view, {})).toBe(1);
    await newer.open([raised]);
    await newer.settle(raised);
    await new Promise((go) => setTimeout(go, 600));
    await expect(older.count(view, {})).rejects.toThrow(Unavailable);
  });

  it('never take a value for an operator', async () => {
    const store = await open();
    const view = aView();
    await store.open([view]);
    await store.apply(
      [{ view, writes: [{ ...put('a', 1n), columns: { ...columns, name: '$folder' } }], audiences: new Map() }],
      1n,
    );
    for (const hostile of [{ $ne: null }, { $gt: '' }, ['a'], { $where: 'true' }] as unknown as string[]) {
      await expect(store.find(view, { where: { name: { in: [hostile] } } })).rejects.toThrow(TypeError);
      await expect(store.find(view, { where: { name: { not: hostile } } })).rejects.toThrow(TypeError);
      await expect(store.find(view, { where: { name: { contains: hostile } } })).rejects.toThrow(TypeError);
      await expect(store.find(view, { where: { name: { from: hostile } } })).rejects.toThrow(TypeError);
    }
    expect(await store.count(view, { name: { contains: '$fold' } })).toBe(1);
    expect(await store.count(view, { name: '$folder' })).toBe(1);
    expect(await store.get(view, { $ne: null } as unknown as string)).toBeNull();
  });

  it('have columns of any name', async () => {
    const store = await open();
    const view = {
      ...aView(),
      columns: { json: 'text', position: 'integer', subjects: 'text', _id: 'text' },
      indexes: [['json', 'position']],
    } as const;
    await store.open([view]);
    const write = { ...put('a', 9n), columns: { json: 'j', position: 1, subjects: 's', _id: 'i' }, subjects: ['u'] };
    await store.apply([{ view, writes: [write], audiences: new Map() }], 9n);
    await store.settle(view);
    expect(await store.find(view, { where: { json: 'j', position: 1, subjects: 's', _id: 'i', id: 'a' } })).toEqual([
      { id: 'a', json: '{"at":9}', position: 9n },
    ]);
    expect(await store.bySubject(view, 'u')).toHaveLength(1);
  });

  it.each([
    ['mongodb://127.0.0.1:1/x', 'no MongoDB answers at mongodb://127.0.0.1:1/x'],
    ['mongodb://somebody:secret@127.0.0.1:1/x', 'no MongoDB answers at mongodb://127.0.0.1:1/x'],
    ['http://127.0.0.1', 'is not an address of MongoDB'],
  ])('say in a sentence what is wrong with %s', async (wrong, sentence) => {
    const opening = mongoReadStore(wrong);
    await expect(opening).rejects.toThrow(CannotStart);
    await expect(opening).rejects.toThrow(sentence);
    await expect(opening).rejects.not.toThrow('secret');
  });
});
