import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LEVEL, recordOf } from '@dosar/kernel/runtime';
import { openPorts, openVaultAlone } from './open-ports';
import { readPortsConfig } from './ports-config';
import { openSqlite } from './sqlite';
import { aFolder } from './testing/folder';

const HIGHER = LEVEL + 4;
const OURS = 0x4453_0000;

describe('each store says which level wrote to it', () => {
  let folder = '';
  let remove = async () => {};
  beforeEach(async () => {
    ({ folder, remove } = await aFolder());
    const ports = await openPorts(config(), [], {});
    const data = { installationId: 'i', formats: {} as never, check: 'c' };
    const at = '2030-01-01T00:00:00.000Z';
    await ports.events.append('installation', -1, [recordOf({ type: 'InstallationFounded', data }, 0, 'i', at)]);
    await ports.upgrading.run();
    await ports.close();
  });
  afterEach(() => remove());
  const config = () => readPortsConfig({ DOSAR_DATA_DIR: folder });
  const files = ['log.db', 'vault.db', 'views.db', 'snapshots.db', 'search.db'];
  const bytes = () =>
    readdirSync(folder)
      .filter((name) => /\.db$|^level$/.test(name))
      .map((name) => [name, readFileSync(join(folder, name)).toString('base64')]);
  const raised = (name: string) => {
    const db = openSqlite(join(folder, name), {
      durability: 'FULL',
      journal: name === 'vault.db' ? 'truncate' : 'wal',
    });
    db.exec(`PRAGMA application_id = ${OURS + HIGHER}; PRAGMA wal_checkpoint(TRUNCATE)`);
    db.close();
  };
  const newer = (store: string) =>
    `${store} was written by a newer Dosar (level ${HIGHER}) than this one (0.1.0, level ${LEVEL}): start the newer one`;

  it('in each file, and in the folder', () => {
    for (const name of files) {
      const db = openSqlite(join(folder, name), {
        durability: 'FULL',
        journal: name === 'vault.db' ? 'truncate' : 'wal',
      });
      expect(db.prepare('PRAGMA application_id').get()).toEqual({ application_id: OURS + LEVEL });
      db.close();
    }
    expect(readFileSync(join(folder, 'level'), 'utf8')).toBe(`Dosar, level ${LEVEL}\n`);
  });

  it.each(files)('a %s of a higher one keeps a lower one from starting, and nothing is touched', async (name) => {
    raised(name);
    const before = bytes();
    await expect(openPorts(config(), [], {})).rejects.toThrow(newer(join(folder, name)));
    expect(bytes()).toEqual(before);
  });

  it('so do the folder, the log, and the vault by what stands in them', async () => {
    writeFileSync(join(folder, 'level'), `Dosar, level ${HIGHER}\n`);
    await expect(openPorts(config(), [], {})).rejects.toThrow(newer(`the folder ${folder}`));
    writeFileSync(join(folder, 'level'), `Dosar, level ${LEVEL}\n`);

    const ports = await openPorts(config(), [], {});
    await ports.vault.replaceIf('level', String(LEVEL), String(HIGHER));
    await ports.close();
    await expect(openPorts(config(), [], {})).rejects.toThrow(newer('the vault'));
    await expect(openVaultAlone(config())).rejects.toThrow(newer('the vault'));
  });

  it('a file of another program is none of ours', async () => {
    const db = openSqlite(join(folder, 'search.db'), { durability: 'FULL' });
    db.exec('PRAGMA application_id = 7; PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
    await expect(openPorts(config(), [], {})).rejects.toThrow(
      `${join(folder, 'search.db')} is a file of another program`,
    );
  });
});
