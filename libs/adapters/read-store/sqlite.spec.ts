import { join } from 'node:path';
import { aFolder } from '../a-folder';
import { memoryReadStore } from './memory';
import { aView, readStoreSuite, readStoreTranscript } from './read-store.suite';
import { sqliteReadStore } from './sqlite';

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

describe('the embedded views', () => {
  let opened: Awaited<ReturnType<typeof aStore>>;
  beforeEach(async () => void (opened = await aStore()));
  afterEach(() => opened.close());

  it('agree with the memory keeper on 10,000 seeded operations', async () => {
    const seed = Number(process.env['SEED'] ?? 20260902);
    const view = aView();
    const embedded = await readStoreTranscript(opened.store, seed, 10_000, view);
    expect(embedded).toEqual(await readStoreTranscript(memoryReadStore(), seed, 10_000, view));
  });

  it('are seen by other threads as soon as they are written', async () => {
    const view = aView();
    await opened.store.open([view]);
    await opened.store.settle(view);
    const reader = sqliteReadStore(opened.file, true);
    const columns = { folder: null, name: null, size: null };
    await opened.store.apply(
      [{ view, writes: [{ id: 'a', json: '{}', position: 1n, columns, subjects: [] }], audiences: new Map() }],
      1n,
    );
    expect(await reader.get(view, 'a')).toEqual({ id: 'a', json: '{}', position: 1n });
    await reader.close();
  });

  it('are remembered by those who only read, until something else is written', async () => {
    const view = aView();
    const commits = new SharedArrayBuffer(4);
    const store = sqliteReadStore(opened.file, false, commits);
    await store.open([view]);
    await store.settle(view);
    const reader = sqliteReadStore(opened.file, true, commits);
    const columns = { folder: null, name: null, size: null };
    for (const position of [1n, 2n, 3n]) {
      const json = JSON.stringify({ version: String(position) });
      const writes = [{ id: 'a', json, position, columns, subjects: [] }];
      const audiences = new Map([['c-1', position]]);
      await store.apply([{ view, writes, audiences }], position);
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
});
