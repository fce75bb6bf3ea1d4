import { memoryVault } from './memory';
import { vaultSuite } from './vault.suite';

vaultSuite('memory', async () => ({ vault: memoryVault(), close: async () => {} }));
