import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { aFolder } from '../testing/folder';
import { memoryVault } from '@dosar/kernel/memory/vault';
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

  it('agrees with the memory adapter on 10,000 seeded operations', async () => {
    const seed = Number(process.env['SEED'] ?? 20260903);
    const embedded = await vaultTranscript(opened.vault, seed, 10_000, 'differential');
    expect(embedded).toEqual(await vaultTranscript(memoryVault(), seed, 10_000, 'differential'));
  });

  /** The files that have this in them, of all those that are there. */
  const filesWith = async (text: string) => {
    const folder = dirname(opened.file);
    const found: string[] = [];
    for (const name of await readdir(folder)) if ((await readFile(join(folder, name))).includes(text)) found.push(name);
    return found;
  };

  it('leaves no trace of what was removed or replaced in any file, and at once', async () => {
    await opened.vault.putIfAbsent('removed', 'canary-0xfeed');
    await opened.vault.putIfAbsent('replaced', 'canary-0xcafe');
    expect(await filesWith('canary-0xfeed')).toEqual(['vault.db']);
    await opened.vault.remove('removed');
    await opened.vault.replaceIf('replaced', 'canary-0xcafe', 'another');
    expect([await filesWith('canary-0xfeed'), await filesWith('canary-0xcafe')]).toEqual([[], []]);
  });

  it('is nobody else’s to read', async () => {
    await opened.vault.putIfAbsent('secret', 'value');
    expect((await stat(opened.file)).mode & 0o777).toBe(0o600);
  });
});
