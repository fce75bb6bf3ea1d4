import { join } from 'node:path';
import { memoryLedger } from '@dosar/kernel/memory/ledger';
import { aFolder } from '../testing/folder';
import { ledgerSuite } from './ledger.suite';
import { sqliteLedger } from './sqlite';

ledgerSuite('memory', async () => ({ ledger: memoryLedger(), close: async () => {} }));

ledgerSuite('sqlite', async () => {
  const { folder, remove } = await aFolder();
  const ledger = sqliteLedger(join(folder, 'ledger.db'));
  const close = async () => {
    await ledger.close();
    await remove();
  };
  return { ledger, close };
});

describe('the ledger in a file', () => {
  it('is read by another thread or process, which may begin first', async () => {
    const { folder, remove } = await aFolder();
    const reader = sqliteLedger(join(folder, 'ledger.db'), { readOnly: true });
    const ledger = sqliteLedger(join(folder, 'ledger.db'));
    await ledger.putTiles('o', [{ name: 'tile/0/000', hashes: Buffer.alloc(32, 1), positions: [1n] }]);
    expect(await reader.tiles('o', ['tile/0/000'])).toEqual([new Uint8Array(32).fill(1)]);
    expect(await reader.placed('o', 1n)).toEqual({ first: 0, positions: [1n] });
    await expect(reader.putTiles('o', [{ name: 'x', hashes: Buffer.alloc(32), positions: null }])).rejects.toThrow();
    await reader.close();
    await ledger.close();
    await remove();
  });
});
