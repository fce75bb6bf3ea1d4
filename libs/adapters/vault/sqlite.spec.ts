import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { aFolder } from '../testing/folder';
import { Unavailable } from '@dosar/kernel/runtime';
import { memoryVault } from '@dosar/kernel/memory/vault';
import { CannotStart } from '../cannot-start';
import { openSqlite } from '../sqlite';
import { sqliteVault, sqliteVaultInThread } from './sqlite';
import { vaultSuite, vaultTranscript } from './vault.suite';
import { turnsTaken } from '@dosar/kernel/testing/waiting';

const aVault = async (open = sqliteVault) => {
  const { folder, remove } = await aFolder();
  const file = join(folder, 'vault.db');
  const vault = open(file);
  const close = async () => {
    await vault.close();
    await remove();
  };
  return { vault, file, close };
};

vaultSuite('sqlite', () => aVault());
vaultSuite('sqlite in a thread of its own', () => aVault(sqliteVaultInThread));

describe.each([
  ['the embedded vault', sqliteVault],
  ['the embedded vault in a thread of its own', sqliteVaultInThread],
])('%s', (_, open) => {
  let opened: Awaited<ReturnType<typeof aVault>>;
  beforeEach(async () => void (opened = await aVault(open)));
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

describe('whoever answers calls', () => {
  let opened: Awaited<ReturnType<typeof aVault>>;
  beforeEach(async () => void (opened = await aVault(sqliteVaultInThread)));
  afterEach(() => opened.close());

  it('goes on while another thread holds the file, and what was asked meanwhile is done afterwards', async () => {
    const { vault, file } = opened;
    const other = openSqlite(file, { durability: 'FULL', journal: 'truncate' });
    other.exec('BEGIN EXCLUSIVE');
    const asked = Promise.all([vault.putIfAbsent('one', '1'), vault.putIfAbsent('two', '2'), vault.get('one')]);
    // nothing here runs unless the loop of this thread does
    await turnsTaken();
    other.exec('COMMIT');
    other.close();
    expect(await asked).toEqual([true, true, '1']);
  });

  it('is told when the file cannot be written, and what was asked together is all undone', async () => {
    const { vault, file } = opened;
    const other = openSqlite(file, { durability: 'FULL', journal: 'truncate' });
    other.exec(`CREATE TRIGGER refused BEFORE INSERT ON secrets WHEN new.key = 'refused'
      BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);
    other.close();
    const asked = await Promise.allSettled([vault.putIfAbsent('kept', '1'), vault.putIfAbsent('refused', '2')]);
    const told = { status: 'rejected', reason: new Unavailable('the vault failed: the disk is full') };
    expect(asked).toEqual([told, told]);
    expect(await vault.get('kept')).toBeNull();
    expect(await vault.putIfAbsent('kept', '3')).toBe(true);
  });

  it('has what it asked for done before the vault is closed', async () => {
    const { vault, file } = opened;
    const asked = vault.putIfAbsent('last', '1').catch(() => 'nobody hears of it');
    await vault.close();
    await asked;
    const again = sqliteVault(file);
    expect(await again.get('last')).toBe('1');
    await again.close();
  });

  it('is refused a file that is no database, at once', async () => {
    const { folder, remove } = await aFolder();
    const file = join(folder, 'vault.db');
    await writeFile(file, 'this is no database '.repeat(1_000));
    expect(() => sqliteVaultInThread(file)).toThrow(CannotStart);
    await remove();
  });
});
