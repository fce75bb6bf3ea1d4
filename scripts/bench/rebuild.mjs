// Filling all views from the log, against a bare loop that decrypts the same fields and writes the same rows aside.
import { createDecipheriv, createHmac } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { keysOf } from './grown-log.mjs';

const silent = { send: () => {} };

/** Seconds that our projectors take from the first event to the last. */
export const rebuildOurs = async (folder, views, load) => {
  const { runProjectors } = await load('kernel');
  const [{ sqliteLogReader }, { sqliteReadStore }] = [await load('event-store'), await load('read-store')];
  const { projectors, registry } = await load('registry');
  const events = sqliteLogReader(join(folder, 'log.db'));
  const reads = sqliteReadStore(join(folder, views));
  const { vault, ring } = await keysOf(folder, load);
  const stop = new AbortController();
  const head = await events.head();
  const started = performance.now();
  const { ended } = await runProjectors(
    projectors,
    registry,
    { events, reads, keyring: ring, signals: silent },
    stop.signal,
  );
  while (!(await reads.state(projectors[0])).isSettled) await new Promise((go) => setTimeout(go, 20));
  const seconds = (performance.now() - started) / 1_000;
  stop.abort();
  await ended;
  for (const port of [reads, events, vault]) await port.close();
  return { events: Number(head), seconds };
};

const mac = (key, ...parts) => createHmac('sha256', key).update(parts.join('\0')).digest();

/** One envelope opened as libs/kernel/FORMAT.md says. */
const decrypt = (id, member, { k, n, c }, secretOf) => {
  const key = mac(secretOf(k.slice(0, k.indexOf('/'))), 'record', id);
  const sealed = Buffer.from(c, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(n, 'base64url'))
    .setAAD(Buffer.from(`${id}|${member}`))
    .setAuthTag(sealed.subarray(-16));
  return JSON.parse(decipher.update(sealed.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8'));
};

/** Seconds of a bare loop: read, parse, decrypt what the views show, and write the very rows that they have in the end. */
export const rebuildBare = async (folder, views, load) => {
  const { vault, ring } = await keysOf(folder, load);
  const owners = [];
  for await (const [place] of vault.all('key/')) owners.push(place.slice(4, place.lastIndexOf('/')));
  await ring.fetch(owners);
  const secretOf = (owner) => ring.key(owner).secret;
  const filled = new DatabaseSync(join(folder, views), { readOnly: true });
  const tables = filled
    .prepare('SELECT name FROM views')
    .all()
    .map(({ name }) => ({ name, rows: filled.prepare(`SELECT * FROM "${name}"`).all() }));
  const log = new DatabaseSync(join(folder, 'log.db'), { readOnly: true });
  const target = new DatabaseSync(join(folder, `bare-${Date.now()}.db`));
  target.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');

  const started = performance.now();
  const read = log.prepare('SELECT position, text FROM records WHERE position > ? ORDER BY position LIMIT 1000');
  for (let at = 0, rows = read.all(0); rows.length > 0; rows = read.all(at)) {
    for (const { position, text } of rows) {
      at = position;
      const record = JSON.parse(text);
      for (const member of ['personal', 'origin'])
        if (record[member]) decrypt(record.id, member, record[member], secretOf);
    }
  }
  for (const { name, rows } of tables) {
    if (rows.length === 0) continue;
    const columns = Object.keys(rows[0]);
    target.exec(`CREATE TABLE "${name}" (${columns.map((column) => `"${column}"`).join(', ')}, PRIMARY KEY (id))`);
    const add = target.prepare(`INSERT INTO "${name}" VALUES (${columns.map(() => '?').join(', ')})`);
    target.exec('BEGIN');
    for (const row of rows) add.run(...Object.values(row));
    target.exec('COMMIT');
  }
  const indexes = filled
    .prepare(
      `SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name NOT LIKE '%:subjects'`,
    )
    .all();
  for (const { sql } of indexes)
    if (tables.some(({ name, rows }) => rows.length > 0 && sql.includes(`"${name}"`))) target.exec(sql);
  const seconds = (performance.now() - started) / 1_000;
  for (const db of [target, filled, log]) db.close();
  await vault.close();
  return { seconds, rows: tables.reduce((sum, { rows }) => sum + rows.length, 0) };
};
