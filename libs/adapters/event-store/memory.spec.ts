import { eventStoreSuite } from './event-store.suite';
import { memoryEventStore } from '@dosar/kernel/memory/event-store';

eventStoreSuite('memory', async () => ({ store: memoryEventStore(), close: async () => {} }));
