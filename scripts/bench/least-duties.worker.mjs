// The threads behind the least duties: one commits records in groups, one writes rows for them, one puts them into an index.
import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { opened } from './least-duties.mjs';
import { inGroups, openLeast } from './least-thread.mjs';

const { role, secret, file, lines } = workerData;
const db = openLeast(file, role === 'log');

const hex = (id) => id.replaceAll('-', '');
const words = (text) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .join(' ');

const asLog = () => {
  db.exec(`CREATE TABLE records (position INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL,
    leaf BLOB NOT NULL, text TEXT NOT NULL, UNIQUE (stream, revision))`);
  const add = db.prepare('INSERT INTO records (stream, revision, leaf, text) VALUES (?, ?, ?, ?)');
  const write = ({ stream, revision, text }) =>
    add.run(stream, revision, createHash('sha256').update('\0').update(text).digest(), text);
  inGroups(db, parentPort, write, (work) => lines.forEach((line) => line.postMessage(work)));
};

const asView = () => {
  db.exec(`
    CREATE TABLE folders (id TEXT PRIMARY KEY, json TEXT NOT NULL, client TEXT, parent TEXT, deleted INTEGER, sort TEXT);
    CREATE INDEX folders_listed ON folders (client, parent, deleted, sort, id);
    CREATE INDEX folders_deleted ON folders (client, deleted, id);
    CREATE TABLE audiences (audience TEXT PRIMARY KEY, position INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE audit (position INTEGER PRIMARY KEY, event TEXT, at TEXT, json TEXT NOT NULL);
    CREATE INDEX audit_events ON audit (event);
    CREATE INDEX audit_times ON audit (at);
    CREATE VIRTUAL TABLE words USING fts5(terms, content='', contentless_delete=1, detail=none, prefix='2 3',
      tokenize="ascii tokenchars '_'")`);
  const folder = db.prepare('INSERT INTO folders VALUES (?, ?, ?, NULL, 0, ?)');
  const move = db.prepare('INSERT INTO audiences VALUES (?, ?) ON CONFLICT DO UPDATE SET position = excluded.position');
  const audit = db.prepare('INSERT INTO audit VALUES (?, ?, ?, ?)');
  const find = db.prepare('INSERT INTO words (rowid, terms) VALUES (?, ?)');
  let position = 0;
  inGroups(db, lines[0], ({ text }) => {
    position += 1;
    const { id, occurredAt, actor, command, correlationId, data, tenant, type, ...record } = JSON.parse(text);
    const { name } = opened(secret, id, 'name', record.personal.name);
    const { ip } = opened(secret, id, 'origin', record.origin);
    const row = { id: data.folderId, name, client_id: tenant.clientId, created_at: occurredAt };
    folder.run(data.folderId, JSON.stringify(row), tenant.clientId, name.toLowerCase());
    move.run(tenant.clientId, position);
    audit.run(position, id, occurredAt, JSON.stringify({ user_name: 'Ana Țăranu' }));
    const [whose, firm, who] = [tenant.clientId, tenant.firmId, actor.id].map(hex);
    find.run(
      position,
      `client_${whose} firm_${firm} user_${who} type_${type} resource_folder id_${hex(data.folderId)} ` +
        `correlation_${hex(correlationId)} command_${hex(command.id)} ip_${hex(ip)} ana taranu ${words(name)}`,
    );
  });
};

const asIndex = () => {
  db.exec(`
    CREATE TABLE documents (n INTEGER PRIMARY KEY, id TEXT NOT NULL, json TEXT NOT NULL, name TEXT NOT NULL);
    CREATE VIRTUAL TABLE terms USING fts5(scope, title, content='', contentless_delete=1, prefix='2 3', tokenize='ascii')`);
  const put = db.prepare('INSERT INTO documents (n, id, json, name) VALUES (?, ?, ?, ?)');
  const find = db.prepare('INSERT INTO terms (rowid, scope, title) VALUES (?, ?, ?)');
  let n = 0;
  inGroups(db, lines[0], ({ text }) => {
    n += 1;
    const { id, data, tenant, personal } = JSON.parse(text);
    const { name } = opened(secret, id, 'name', personal.name);
    put.run(n, data.folderId, JSON.stringify({ id: data.folderId, name, client_id: tenant.clientId }), name);
    find.run(n, hex(tenant.clientId), words(name));
  });
};

({ log: asLog, view: asView, index: asIndex })[role]();
