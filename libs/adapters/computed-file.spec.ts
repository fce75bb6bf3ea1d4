import { memoryReadStore } from '@dosar/kernel/memory/read-store';
import type { ReadStore } from '@dosar/kernel/runtime';
import { guarded, guardOf, renewable } from './computed-file';

describe('a store that is being made anew', () => {
  it('refuses whoever asks, and answers at once what nobody waits for', async () => {
    let open = () => {};
    let made = 0;
    const make = () => {
      made += 1;
      return new Promise<void>((go) => (open = go));
    };
    const files = { files: [], make, open: async () => memoryReadStore() };
    const { store, renew } = await renewable(files, guardOf('views'), { commits: () => null });
    expect([store.commits(), made]).toEqual([0, 0]);
    const renewing = renew();
    expect(store.commits()).toBeNull();
    await expect(store.open([])).rejects.toThrow('views.db is being made anew');
    while (store.commits() === null) {
      open();
      await new Promise((go) => setImmediate(go));
    }
    await renewing;
    await store.open([]);
    expect([store.commits(), made]).toEqual([0, 1]);
  });
});

describe('a file that is computed from the log', () => {
  it.each([
    ['a page of it cannot be read', { sqliteCode: 11 }],
    ['its tables contradict each other', { sqliteCode: 19 }],
    ['somebody took it away while it is used', { sqliteCode: 14 }],
  ])('is told to be made anew, and an outage for whoever asks: %s', async (_, codes) => {
    const told: string[] = [];
    const error = Object.assign(new Error('what SQLite says'), codes);
    const store: ReadStore = { ...memoryReadStore(), open: () => Promise.reject(error) };
    const opening = guarded(
      store,
      guardOf('views', (why) => told.push(why)),
    ).open([]);
    await expect(opening).rejects.toThrow('views.db cannot be read, and will be filled anew: what SQLite says');
    expect(told).toEqual(['what SQLite says']);
  });
});
