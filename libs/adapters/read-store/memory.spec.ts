import { memoryReadStore } from '@dosar/kernel/memory/read-store';
import { expectFormer, someActs } from './former-acts.suite';
import { readStoreSuite } from './read-store.suite';

readStoreSuite('memory', async () => ({ store: memoryReadStore(), close: async () => {} }));

it('the views in memory are at each position what was answered then, whatever happened', () =>
  expectFormer(memoryReadStore(), Number(process.env['SEED'] ?? 20261126), someActs(1_000)));
