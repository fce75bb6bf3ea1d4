import { memoryVault } from '@dosar/kernel/memory/vault';
import { vaultSuite } from './vault.suite';

vaultSuite('memory', async () => ({ vault: memoryVault(), close: async () => {} }));
