// Filling all views from the log, against a bare loop that decrypts the same fields and writes the same rows aside.
import { createDecipheriv } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';

const master = Buffer.alloc(32, 9);
const silent = { send: () => {} };
const CLIENTS = 50;

/** A log of so many events, made by the commands that people use: folders, files, renames, moves. */
export const makeLog = async (folder, load, count) => {
  const { desk, keyring, askedOnce, newId } = await load('kernel');
  const [{ sqliteEventStore }, { sqliteVault }, { memorySnapshots }] = [
    await load('event-store'),
    await load('vault'),
    await load('snapshots'),
  ];
  const [{ drive }, { user }, { client }] = [await load('drive'), await load('user'), await load('client')];
  const events = await sqliteEventStore(join(folder, 'log.db'));
  const vault = sqliteVault(join(folder, 'vault.db'));
  const at = desk({ events, snapshots: memorySnapshots(), keyring: keyring(vault, master) });
  const origin = (actor, clientId) => ({
    actor: { kind: 'user', id: actor, role: 'user', sessionId: newId() },
    tenant: { firmId: 'firm', clientId },
    correlationId: newId(),
    causationId: newId(),
    ip: '192.0.2.17',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  const submit = async (decider, id, type, data, by, clientId) =>
    at.submit(decider, id, { type, data }, askedOnce(), origin(by, clientId));
  let made = 0;
  const fill = async (number) => {
    const [clientId, userId] = [newId(), newId()];
    const company = {
      firmId: 'firm',
      cui: String(1_000_000 + number),
      registrulComertului: null,
      dataInregistrarii: null,
      impozit: 'micro',
      platitorTva: true,
      quota: 0,
      societate: `Brutăria ${number} SRL`,
      reprezentant: null,
      phone: null,
      email: null,
      companyEmail: null,
      address: null,
    };
    await submit(client, clientId, 'RegisterClient', company, userId, clientId);
    await submit(
      user,
      userId,
      'RegisterUser',
      {
        role: 'user',
        firmId: null,
        name: `Ana ${number}`,
        email: `ana${number}@x.ro`,
        phone: null,
        credentialId: newId(),
      },
      userId,
      clientId,
    );
    let parentId = null;
    for (let step = 0; made < count; step += 1) {
      if (step % 40 === 0) {
        parentId = newId();
        await submit(
          drive,
          clientId,
          'CreateFolder',
          { folderId: parentId, parentId: null, name: `2026-${step}` },
          userId,
          clientId,
        );
        made += 1;
      }
      const fileId = newId();
      const file = {
        fileId,
        folderId: parentId,
        name: `Factură ${number}-${step} Construcții.pdf`,
        blobId: 'b',
        size: 27_321,
        sha256: 'x'.repeat(64),
        mimeType: 'application/pdf',
        fromChat: false,
        quota: 0,
      };
      await submit(drive, clientId, 'UploadFile', file, userId, clientId);
      made += 1;
      if (step % 3 === 0) {
        await submit(
          drive,
          clientId,
          'RenameFile',
          { fileId, name: `Factură ${number}-${step} verificată.pdf` },
          userId,
          clientId,
        );
        made += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => fill(number)));
  await events.close();
  await vault.close();
};

/** Seconds that our projectors take from the first event to the last. */
export const rebuildOurs = async (folder, views, load) => {
  const { runProjectors, keyring } = await load('kernel');
  const [{ sqliteLogReader }, { sqliteReadStore }, { sqliteVault }] = [
    await load('event-store'),
    await load('read-store'),
    await load('vault'),
  ];
  const { projectors, library } = await load('registry');
  const events = sqliteLogReader(join(folder, 'log.db'));
  const reads = sqliteReadStore(join(folder, views));
  const vault = sqliteVault(join(folder, 'vault.db'));
  const stop = new AbortController();
  const head = await events.head();
  const started = performance.now();
  const { ended } = await runProjectors(
    projectors,
    library,
    { events, reads, keyring: keyring(vault, master), signals: silent },
    stop.signal,
  );
  while (!(await reads.settled(projectors[0]))) await new Promise((go) => setTimeout(go, 20));
  const seconds = (performance.now() - started) / 1_000;
  stop.abort();
  await ended;
  for (const port of [reads, events, vault]) await port.close();
  return { events: Number(head), seconds };
};

const isEnvelope = (value) =>
  typeof value?.k === 'string' && typeof value.n === 'string' && typeof value.c === 'string';
const decryptAll = (value, id, path, secretOf) => {
  if (typeof value !== 'object' || value === null) return;
  if (!isEnvelope(value)) {
    for (const [name, inner] of Object.entries(value)) decryptAll(inner, id, `${path}.${name}`, secretOf);
    return;
  }
  const sealed = Buffer.from(value.c, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', secretOf(value.k), Buffer.from(value.n, 'base64url'))
    .setAAD(Buffer.from(`${id}|${path}`))
    .setAuthTag(sealed.subarray(-16));
  JSON.parse(decipher.update(sealed.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8'));
};

/** Seconds of a bare loop: read, parse, decrypt what the views show, and write the very rows that they have in the end. */
export const rebuildBare = async (folder, views, load) => {
  const { keyring } = await load('kernel');
  const { sqliteVault } = await load('vault');
  const vault = sqliteVault(join(folder, 'vault.db'));
  const keys = keyring(vault, master);
  const ids = [];
  for await (const [key] of vault.all('key/')) ids.push(key.slice(4));
  await keys.fetch(ids);
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
      const { id, data, ip } = JSON.parse(text);
      decryptAll(data, id, 'data', keys.secret);
      decryptAll(ip, id, 'ip', keys.secret);
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
