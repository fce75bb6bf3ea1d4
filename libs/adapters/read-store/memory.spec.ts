import { memoryReadStore } from '@dosar/kernel/memory/read-store';
import { readStoreSuite } from './read-store.suite';

readStoreSuite('memory', async () => ({ store: memoryReadStore(), close: async () => {} }));
