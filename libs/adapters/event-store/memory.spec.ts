import { eventStoreSuite } from './event-store.suite';
import { memoryEventStore } from './memory';

eventStoreSuite('memory', async () => ({ store: memoryEventStore(), close: async () => {} }));
