// Filling all views from the log, against a bare loop that decrypts the same fields and writes the same rows aside.
import { createDecipheriv, createHmac } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { envelopesOf } from '../rel/opened.mjs';
import { keysOf } from './grown-log.mjs';

const silent = { send: () => {} };

/** Seconds that our projectors take from the first event to the last. */
export const rebuildOurs = async (folder, views, load) => {
  const { runProjectors } = await load('kernel');
  const { sqliteLogReader } = await load('event-store');
  const { sqliteReadStore } = await load('read-store');
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
  const key = mac(secretOf(k.slice(0, k.lastIndexOf('/'))), 'record', id, member);
  const sealed = Buffer.from(c, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(n, 'base64url'))
    .setAAD(Buffer.from(`${id}|${member}`))
    .setAuthTag(sealed.subarray(-16));
  return JSON.parse(decipher.update(sealed.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8'));
};

/** What is found of a view by terms, which keeps no text: its terms by the number of each row. */
const termsOf = (filled, table) => {
  filled.exec(`CREATE VIRTUAL TABLE temp.told USING fts5vocab(main, "${table}", 'instance')`);
  const told = new Map();
  for (const { term, doc } of filled.prepare('SELECT term, doc FROM temp.told').iterate())
    if (told.has(doc)) told.get(doc).push(term);
    else told.set(doc, [term]);
  filled.exec('DROP TABLE temp.told');
  return [...told].map(([rowid, terms]) => ({ rowid, terms: terms.join(' ') })).sort((a, b) => a.rowid - b.rowid);
};

/**
 * Seconds of a bare loop: read, parse, decrypt what the views show, and write the very rows that they have in the end, with
 * what they are found by.
 */
export const rebuildBare = async (folder, views, load) => {
  const { vault, ring } = await keysOf(folder, load);
  const owners = [];
  for await (const [place] of vault.all('key/')) owners.push(place.slice(4, place.lastIndexOf('/')));
  await ring.fetch(owners);
  const secretOf = (owner) => ring.key(owner).secret;
  const filled = new DatabaseSync(join(folder, views), { readOnly: true });
  const names = filled
    .prepare('SELECT name FROM views')
    .all()
    .map(({ name }) => name);
  const made = filled
    .prepare("SELECT type, name, tbl_name AS of, sql FROM sqlite_schema WHERE sql IS NOT NULL AND tbl_name LIKE '%@%'")
    .all();
  const tables = made
    .filter(({ type, name }) => type === 'table' && names.includes(name.replace(/:(subjects|terms)$/, '')))
    .map(({ name, sql }) => ({
      name,
      sql,
      rows: name.endsWith(':terms') ? termsOf(filled, name) : filled.prepare(`SELECT * FROM "${name}"`).all(),
    }));
  const log = new DatabaseSync(join(folder, 'log.db'), { readOnly: true });
  const target = new DatabaseSync(join(folder, `bare-${Date.now()}.db`));
  target.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');

  const started = performance.now();
  const read = log.prepare('SELECT position, text FROM records WHERE position > ? ORDER BY position LIMIT 1000');
  for (let at = 0, rows = read.all(0); rows.length > 0; rows = read.all(at)) {
    for (const { position, text } of rows) {
      at = position;
      const record = JSON.parse(text);
      for (const [member, envelope] of envelopesOf(record)) decrypt(record.id, member, envelope, secretOf);
    }
  }
  for (const { name, sql, rows } of tables) {
    if (rows.length === 0) continue;
    target.exec(sql);
    const columns = Object.keys(rows[0]);
    const into = columns.map((column) => `"${column}"`).join(', ');
    const add = target.prepare(`INSERT INTO "${name}" (${into}) VALUES (${columns.map(() => '?').join(', ')})`);
    target.exec('BEGIN');
    for (const row of rows) add.run(...Object.values(row));
    target.exec('COMMIT');
  }
  for (const { type, of, sql } of made)
    if (type === 'index' && tables.some(({ name, rows }) => name === of && rows.length > 0)) target.exec(sql);
  const seconds = (performance.now() - started) / 1_000;
  for (const db of [target, filled, log]) db.close();
  await vault.close();
  return { seconds, rows: tables.reduce((sum, { rows }) => sum + rows.length, 0) };
};
