import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aFolder } from '../a-folder';
import { openSqlite } from '../sqlite';
import { memoryVault } from './memory';
import { sqliteVault } from './sqlite';
import { vaultSuite, vaultTranscript } from './vault.suite';

const aVault = async () => {
  const { folder, remove } = await aFolder();
  const file = join(folder, 'vault.db');
  const vault = sqliteVault(file);
  const close = async () => {
    await vault.close();
    await remove();
  };
  return { vault, file, close };
};

vaultSuite('sqlite', aVault);

describe('the embedded vault', () => {
  let opened: Awaited<ReturnType<typeof aVault>>;
  beforeEach(async () => void (opened = await aVault()));
  afterEach(() => opened.close());

  it('agrees with the memory keeper on 10,000 seeded operations', async () => {
    const seed = Number(process.env['SEED'] ?? 20260903);
    const embedded = await vaultTranscript(opened.vault, seed, 10_000, 'differential');
    expect(embedded).toEqual(await vaultTranscript(memoryVault(), seed, 10_000, 'differential'));
  });

  it('leaves no trace of what was removed in its file', async () => {
    await opened.vault.putIfAbsent('secret', 'canary-0xfeed');
    const settle = () => {
      const db = openSqlite(opened.file, 'NORMAL');
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      db.close();
    };
    settle();
    expect((await readFile(opened.file)).includes('canary-0xfeed')).toBe(true);
    await opened.vault.remove('secret');
    settle();
    expect((await readFile(opened.file)).includes('canary-0xfeed')).toBe(false);
  });
});
