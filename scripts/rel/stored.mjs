// What a stopped server has left on its disk, read without any of its code.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { documentOf, opener } from './opened.mjs';

// who runs may be writing to it
const open = (file) => new DatabaseSync(file, { readOnly: true, timeout: 30_000 });

/** All records of the log, in order. */
export const records = (dataDir) => {
  const db = open(join(dataDir, 'log.db'));
  const rows = db
    .prepare('SELECT position, name, revision, leaf, text FROM records JOIN streams ON key = stream ORDER BY position')
    .all();
  db.close();
  return rows.map(({ position, name, revision, leaf, text }) => ({
    position,
    stream: name,
    revision,
    leaf,
    text,
    ...JSON.parse(text),
  }));
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** What must hold of any log, whatever was done. @returns what does not. */
export const faultsOfLog = (all) => {
  const faults = [];
  const heads = new Map();
  const commands = new Map();
  const ids = new Set();
  for (const [at, record] of all.entries()) {
    if (record.position !== at + 1) faults.push(`position ${record.position} stands at ${at + 1}`);
    const leaf = createHash('sha256')
      .update(Buffer.from([0]))
      .update(record.text)
      .digest();
    if (!leaf.equals(Buffer.from(record.leaf))) faults.push(`position ${record.position}: leaf`);
    if ((heads.get(record.stream) ?? -1) + 1 !== record.revision)
      faults.push(`${record.stream}: revision ${record.revision}`);
    heads.set(record.stream, record.revision);
    if (ids.has(record.id)) faults.push(`event id ${record.id} twice`);
    if (record.causationId !== null && !ids.has(record.causationId))
      faults.push(`${record.id} was caused by ${record.causationId}, which is not before it`);
    ids.add(record.id);
    // all events of one command stand together: else it was done twice. A key is new after a day
    const command = `${record.stream} ${record.command.id}`;
    const last = commands.get(command);
    const when = Date.parse(record.occurredAt);
    if (last && last.revision !== record.revision - 1 && when - last.when < DAY_MS)
      faults.push(`${command} was done again at revision ${record.revision}`);
    commands.set(command, { revision: record.revision, when });
  }
  return faults;
};

/** What the vault keeps, by name. */
export const secretsIn = (dataDir) => {
  const db = open(join(dataDir, 'vault.db'));
  const rows = db.prepare('SELECT key, value FROM secrets').all();
  db.close();
  return new Map(rows.map(({ key, value }) => [key, value]));
};

/** Opens records of an embedded log. */
export const openerIn = (dataDir) => {
  const file = join(dataDir, 'master.key');
  const keys = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return opener(secretsIn(dataDir), keys);
};

/** Events whose bytes are not there, or are other bytes. */
export const faultsOfBlobs = (dataDir, all) =>
  all
    .filter(({ type }) => type === 'FileUploaded')
    .map(openerIn(dataDir))
    .flatMap(({ data }) => {
      const { blobId, fileId } = data;
      const file = join(dataDir, 'blobs', blobId.slice(0, 2), blobId);
      if (!existsSync(file)) return [`${fileId}: its bytes are missing`];
      const fault = faultOfDocument(readFileSync(file), data);
      return fault === null ? [] : [`${fileId}: its bytes are others (${fault})`];
    });

/** Whether what is kept of a document is what its record says. @returns what is wrong, or null */
export const faultOfDocument = (kept, data) => {
  try {
    const hash = createHash('sha256').update(documentOf(kept, data)).digest('hex');
    return hash === data.sha256 ? null : 'another hash';
  } catch (error) {
    return error.message;
  }
};

/** What a view's rows are found by. */
const hashTerms = (db, view, hash) => {
  const terms = `${view}:terms`;
  if (!db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(terms)) return;
  db.exec(`CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, "${terms}", instance)`);
  for (const row of db.prepare('SELECT term, doc FROM temp.vocabulary ORDER BY term, doc').iterate())
    hash.update(`${row.term} ${row.doc}\n`);
  db.exec('DROP TABLE temp.vocabulary');
};

/** Every row of every view, hashed, and by what words it is found, unless those are not asked for. */
export const hashOfViews = (dataDir, withTerms = true) => {
  const db = open(join(dataDir, 'views.db'));
  const hash = createHash('sha256');
  const views = db.prepare('SELECT name, position FROM views WHERE settled = 1 ORDER BY name').all();
  let rows = 0;
  for (const { name, position } of views) {
    hash.update(`${name} ${position}\n`);
    for (const row of db.prepare(`SELECT * FROM "${name}" ORDER BY id`).iterate()) {
      hash.update(JSON.stringify(row));
      rows += 1;
    }
    if (withTerms) hashTerms(db, name, hash);
  }
  const audiences = db.prepare('SELECT * FROM audiences ORDER BY name, audience').all();
  hash.update(JSON.stringify(audiences));
  db.close();
  return { hash: hash.digest('hex'), rows, views: views.length, positions: views.map(({ position }) => position) };
};

/** Throws the views away: the next start fills them again from the first event. */
export const dropViews = (dataDir) => {
  for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `views.db${end}`), { force: true });
};
