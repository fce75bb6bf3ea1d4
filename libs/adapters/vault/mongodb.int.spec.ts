import { join } from 'node:path';
import { aFolder } from '../testing/folder';
import { addressOf, aSeed, operations } from '../testing/int';
import { mongoVault } from './mongodb';
import { sqliteVault } from './sqlite';
import { vaultSuite, vaultTranscript } from './vault.suite';

const variable = process.env['DOSAR_VAULT_MONGODB_URL'] ? 'DOSAR_VAULT_MONGODB_URL' : 'DOSAR_MONGODB_URL';
const open = () => mongoVault(addressOf(variable), variable, '_int_vault');

vaultSuite('MongoDB', async () => {
  const vault = await open();
  return { vault, close: () => vault.close() };
});

describe('the vault on MongoDB', () => {
  it(`agrees with the embedded vault on ${operations} seeded operations`, async () => {
    const seed = aSeed();
    const { folder, remove } = await aFolder();
    const vault = await open();
    const embedded = sqliteVault(join(folder, 'vault.db'));
    const found = await vaultTranscript(vault, seed, operations, `differential/${seed}`);
    expect(found).toEqual(await vaultTranscript(embedded, seed, operations, `differential/${seed}`));
    for (const each of [vault, embedded]) await each.close();
    await remove();
  }, 600_000);

  it('never takes a key or a value for an operator', async () => {
    const vault = await open();
    const place = `hostile/${Date.now()}`;
    await vault.putIfAbsent(place, 'kept');
    const anything = { $ne: null } as unknown as string;
    expect(await vault.get(anything)).toBeNull();
    expect(await vault.replaceIf(place, anything, 'taken')).toBe(false);
    await vault.remove(anything);
    expect(await vault.get(place)).toBe('kept');
    await vault.close();
  });
});
