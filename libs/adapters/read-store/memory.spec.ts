import { memoryReadStore } from './memory';
import { readStoreSuite } from './read-store.suite';

readStoreSuite('memory', async () => ({ store: memoryReadStore(), close: async () => {} }));
