import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aFolder } from '../testing/folder';
import { Unavailable, type ReadStore } from '@dosar/kernel/runtime';
import { memoryReadStore } from '@dosar/kernel/memory/read-store';
import { aView, dropRow, putRow, write } from '../testing/rows';
import { expectFormer, someActs } from './former-acts.suite';
import { aFormerView } from './former.suite';
import { readStoreSuite } from './read-store.suite';
import { sqliteReadStore } from './sqlite';
import { termsTests } from './terms.suite';
import { readStoreTranscript } from './transcript.suite';

const aStore = async () => {
  const { folder, remove } = await aFolder();
  const file = join(folder, 'views.db');
  const store = sqliteReadStore(file);
  const close = async () => {
    await store.close();
    await remove();
  };
  return { store, file, close };
};

readStoreSuite('sqlite', aStore);

describe('views: sqlite, what is erased', () => {
  it('stays in no file once it was scrubbed, neither in rows, columns, subjects nor terms', async () => {
    const { store, file, close } = await aStore();
    const view = aView();
    await store.open([view]);
    const name = (at: number) => `canar${at}sters`;
    const all = Array.from({ length: 1_500 }, (_, at) => at);
    const long = ' lung'.repeat(600);
    const row = (at: number) => {
      const text = `${name(at)}${at % 30 === 0 ? long : ''}`;
      const more = { terms: [name(at), 'bon'], subjects: [`s${name(at)}`] };
      return putRow(`r${at}`, 1, { folder: text, name: text, place: at }, more);
    };
    for (let from = 0; from < all.length; from += 100)
      await write(store, view, all.slice(from, from + 100).map(row), BigInt(from + 1));
    await store.settle(view);
    const isFound = () =>
      [file, `${file}-wal`].some((each) => existsSync(each) && readFileSync(each).includes('sters'));
    expect(isFound()).toBe(true);
    const blank = (at: number) => putRow(`r${at}`, 2_000, { place: at }, { terms: ['bon'] });
    for (const at of all) await write(store, view, [blank(at)], BigInt(2_000 + at));
    const reader = sqliteReadStore(file, true);
    expect(await reader.find(view, { where: {} })).toHaveLength(all.length);
    await store.scrub();
    expect(isFound()).toBe(false);
    await reader.close();
    await close();
  });
});

describe('views: sqlite, what is erased of former rows', () => {
  it('stays in no file once they were made again and scrubbed, neither in texts, columns nor subjects', async () => {
    const { store, file, close } = await aStore();
    const view = aFormerView();
    await store.open([view]);
    const ids = Array.from({ length: 300 }, (_, at) => at);
    const name = (at: number) => `canar${at}sters`;
    const said = (at: number) =>
      putRow(`r${at}`, 1, { folder: `${name(at)}${' lung'.repeat(at)}`, name: name(at) }, { subjects: [name(at)] });
    await write(store, view, ids.map(said), 1n);
    await store.settle(view);
    await write(
      store,
      view,
      ids.map((at) => putRow(`r${at}`, 2)),
      2n,
    );
    const isFound = () =>
      [file, `${file}-wal`].some((each) => existsSync(each) && readFileSync(each).includes('sters'));
    await store.scrub();
    expect(isFound()).toBe(true);
    const again = ids.map((at) => (at % 2 === 0 ? dropRow(`r${at}`, 1) : putRow(`r${at}`, 1)));
    await store.replaceFormer(view, again, 3n);
    await store.scrub();
    expect(isFound()).toBe(false);
    expect(await store.count(view, { where: {} }, undefined, 1n)).toBe(150);
    await close();
  });
});

describe('views: sqlite, found by terms by whoever only reads', () => {
  let opened: Awaited<ReturnType<typeof aStore>>;
  let reader: ReadStore;
  beforeAll(async () => {
    opened = await aStore();
    reader = sqliteReadStore(opened.file, true);
  });
  afterAll(async () => {
    await reader.close();
    await opened.close();
  });
  // rows written by one connection are found by the other
  termsTests(() => ({
    ...opened.store,
    find: (...asked) => reader.find(...asked),
    count: (...asked) => reader.count(...asked),
  }));

  it('leaves those who ask for something else their turn, and ends with the store', async () => {
    const view = aView();
    await opened.store.open([view]);
    await opened.store.settle(view);
    const other = sqliteReadStore(opened.file, true);
    const find = { where: {}, terms: { all: [], beginnings: ['factura'] } };
    let isFound = false;
    const finding = other.find(view, find).then(() => (isFound = true));
    await other.get(view, 'a');
    expect(isFound).toBe(false);
    await finding;
    const late = other.find(view, find);
    await Promise.all([other.close(), expect(late).rejects.toThrow(Unavailable)]);
  });
});

describe('the embedded views', () => {
  let opened: Awaited<ReturnType<typeof aStore>>;
  beforeEach(async () => void (opened = await aStore()));
  afterEach(() => opened.close());

  it('agree with the memory adapter on 10,000 seeded operations', async () => {
    const seed = Number(process.env['SEED'] ?? 20260902);
    const view = aView();
    const embedded = await readStoreTranscript(opened.store, seed, 10_000, view);
    expect(embedded).toEqual(await readStoreTranscript(memoryReadStore(), seed, 10_000, view));
  });

  it('agree with it on 1,500 more of a view that is read in its past, too', async () => {
    const seed = Number(process.env['SEED'] ?? 20261126);
    const view = aFormerView();
    const embedded = await readStoreTranscript(opened.store, seed, 1_500, view);
    expect(embedded).toEqual(await readStoreTranscript(memoryReadStore(), seed, 1_500, view));
  });

  it('are at each position what was answered then, whatever happened', () =>
    expectFormer(opened.store, Number(process.env['SEED'] ?? 20261126), someActs(1_000)));

  it('are seen by other threads as soon as they are written', async () => {
    const view = aView();
    await opened.store.open([view]);
    await opened.store.settle(view);
    const reader = sqliteReadStore(opened.file, true);
    await write(opened.store, view, [putRow('a', 1)], 1n);
    expect(await reader.get(view, 'a')).toEqual({ id: 'a', json: '{"id":"a"}', position: 1n });
    await reader.close();
  });

  it('are remembered by those who only read, until something else is written', async () => {
    const view = aView();
    const commits = new SharedArrayBuffer(4);
    const store = sqliteReadStore(opened.file, false, commits);
    await store.open([view]);
    await store.settle(view);
    const reader = sqliteReadStore(opened.file, true, commits);
    for (const position of [1n, 2n, 3n]) {
      const changed = putRow('a', position, { name: `name ${position}` });
      const { json } = changed;
      await write(store, view, [changed], position, new Map([['c-1', position]]));
      expect([await reader.get(view, 'a'), await reader.audience(view, 'c-1')]).toEqual([
        { id: 'a', json, position },
        position,
      ]);
      expect(await reader.get(view, 'a')).toBe(await reader.get(view, 'a'));
      expect(await reader.get(view, 'b')).toBeNull();
    }
    await reader.close();
    await store.close();
  });

  it('are counted for all who have the count, whatever is written', async () => {
    const view = aView();
    const commits = new SharedArrayBuffer(4);
    const store = sqliteReadStore(opened.file, false, commits);
    const reader = sqliteReadStore(opened.file, true, commits);
    await store.open([view]);
    const counts = [reader.commits()];
    for (const work of [
      () => write(store, view, [putRow('a', 1)], 1n),
      () => store.settle(view),
      () => write(store, view, [], 2n),
      () => store.drop(view),
    ]) {
      await work();
      counts.push(reader.commits());
    }
    expect(counts).toEqual([0, 1, 2, 3, 4]);
    expect([store.commits(), opened.store.commits()]).toEqual([4, null]);
    await reader.close();
    await store.close();
  });
});
