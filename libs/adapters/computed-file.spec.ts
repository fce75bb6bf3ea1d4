import { memoryReadStore } from '@dosar/kernel/memory/read-store';
import { guardOf, renewable } from './computed-file';

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
