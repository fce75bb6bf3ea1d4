import { memoryReadStore } from '@dosar/kernel/memory/read-store';
import { guardOf, renewable } from './computed-file';

describe('a store that is being made anew', () => {
  it('refuses whoever asks, and answers at once what nobody waits for', async () => {
    let open = () => {};
    let isFirst = true;
    const make = async () => {
      if (!isFirst) await new Promise<void>((go) => (open = go));
      isFirst = false;
      return memoryReadStore();
    };
    const { store, renew } = await renewable([], make, guardOf('views'), { commits: () => null });
    expect(store.commits()).toBe(0);
    const renewing = renew();
    expect(store.commits()).toBeNull();
    await expect(store.open([])).rejects.toThrow('views.db is being made anew');
    while (store.commits() === null) {
      open();
      await new Promise((go) => setImmediate(go));
    }
    await renewing;
    await store.open([]);
    expect(store.commits()).toBe(0);
  });
});
