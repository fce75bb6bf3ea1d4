import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { sqliteLog } from '../event-store/sqlite-log';
import { openSqlite, openToRead } from '../sqlite';
import { aFolder } from '../testing/folder';
import { sqliteVault } from '../vault/sqlite';
import { cut } from './cut';

/**
 * Writes in the order of a server: a key is in the vault before a record names it, and the vault learns of the log's end
 * afterwards.
 */
const WRITES = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('@photostructure/sqlite');
  const [log, vault] = ['log', 'vault'].map((name) => new DatabaseSync(workerData[name], { timeout: 5000 }));
  for (const db of [log, vault]) db.exec('PRAGMA synchronous = OFF');
  const begin = vault.prepare('INSERT INTO secrets (key, value) VALUES (?, ?)');
  const append = log.prepare('INSERT INTO records (position, stream, revision, leaf, text) VALUES (?, 1, ?, ?, ?)');
  const know = vault.prepare("INSERT INTO secrets (key, value) VALUES ('head', ?) ON CONFLICT DO UPDATE SET value = excluded.value");
  let [at, isOver] = [0, false];
  parentPort.on('message', () => (isOver = true));
  const work = () => {
    for (let many = 0; many < 20; many += 1) {
      at += 1;
      begin.run('key/' + at, 'k');
      append.run(at, at, Buffer.alloc(32), 'x'.repeat(500));
      know.run(String(at));
    }
    parentPort.postMessage(at);
    if (isOver) { log.close(); vault.close(); parentPort.close(); } else setImmediate(work);
  };
  work();
`;

describe('log and vault, copied while they are written to', () => {
  it('are of one moment: each key that the log names is there, and nothing is known that it does not say', async () => {
    const { folder, remove } = await aFolder();
    const files = { log: join(folder, 'log.db'), vault: join(folder, 'vault.db') };
    sqliteLog(files.log).close();
    await sqliteVault(files.vault).close();
    const writer = new Worker(WRITES, { eval: true, workerData: files });
    const copies = { log: join(folder, 'log-copy.db'), vault: join(folder, 'vault-copy.db') };
    const seen: number[] = [];
    for (let copy = 0; copy < 15; copy += 1) {
      await once(writer, 'message');
      cut(files, copies);
      const log = openToRead(copies.log);
      const vault = openToRead(copies.vault);
      const { records } = log.prepare('SELECT count(*) AS records FROM records').get() as { records: number };
      const { keys } = vault.prepare("SELECT count(*) AS keys FROM secrets WHERE key LIKE 'key/%'").get() as {
        keys: number;
      };
      const known = vault.prepare("SELECT value FROM secrets WHERE key = 'head'").get() as
        { value: string } | undefined;
      for (const db of [log, vault]) db.close();
      expect(keys).toBeGreaterThanOrEqual(records);
      expect(Number(known?.value ?? 0)).toBeLessThanOrEqual(records);
      seen.push(records);
      for (const file of Object.values(copies)) await rm(file);
    }
    writer.postMessage('end');
    await once(writer, 'exit');
    // writes went on during the copies
    expect(new Set(seen).size).toBeGreaterThan(5);
    await remove();
  });

  it('the log’s copy is opened as any other', async () => {
    const { folder, remove } = await aFolder();
    const files = { log: join(folder, 'log.db'), vault: join(folder, 'vault.db') };
    sqliteLog(files.log).close();
    await sqliteVault(files.vault).close();
    const copies = { log: join(folder, 'log-copy.db'), vault: join(folder, 'vault-copy.db') };
    cut(files, copies);
    openSqlite(copies.log, { durability: 'FULL', readOnly: true }).close();
    expect(() => cut({ ...files, log: join(folder, 'nu', 'log.db') }, copies)).toThrow();
    await remove();
  });
});
