import './rolldown-runtime-BowF1xt-.js';
import { i as leafHash } from './merkle-CjNdPYbF.js';
import { n as openSqlite, t as atomically } from './sqlite-BGfrBHOZ.js';
import { BroadcastChannel, parentPort, workerData } from 'node:worker_threads';
// libs/adapters/event-store/sqlite-log.ts
/** A stored record that is not what was written. */
var Damaged = class extends Error {
  name = 'Damaged';
};
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS streams (key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE IF NOT EXISTS records (
    position INTEGER PRIMARY KEY,
    stream   INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    leaf     BLOB NOT NULL,
    text     TEXT NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT;
  CREATE TRIGGER IF NOT EXISTS records_stay BEFORE UPDATE ON records BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
  CREATE TRIGGER IF NOT EXISTS records_remain BEFORE DELETE ON records BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
  CREATE TRIGGER IF NOT EXISTS streams_stay BEFORE UPDATE ON streams BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
  CREATE TRIGGER IF NOT EXISTS streams_remain BEFORE DELETE ON streams BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
`;
const STREAMS_KEPT = 5e4;
/** The table of records and the only code that writes to it. Everything here is synchronous: it runs in the writer's thread. */
const sqliteLog = (file) => {
  const db = openSqlite(file, 'FULL');
  db.exec(SCHEMA);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const findStream = db.prepare('SELECT key FROM streams WHERE name = ?');
  const addStream = db.prepare('INSERT INTO streams (name) VALUES (?) RETURNING key');
  const findHead = db.prepare('SELECT max(revision) AS revision FROM records WHERE stream = ?');
  const addRecord = db.prepare('INSERT INTO records (position, stream, revision, leaf, text) VALUES (?, ?, ?, ?, ?)');
  const findAfter = db.prepare(
    'SELECT position, text FROM records WHERE stream = ? AND revision > ? ORDER BY revision LIMIT ?',
  );
  const heads = /* @__PURE__ */ new Map();
  let head = lastPosition(db);
  const headOf = (name) => {
    const known = heads.get(name);
    if (known) return known;
    const found = findStream.get(name);
    if (!found) return null;
    const { revision } = findHead.get(found.key);
    return remember(name, {
      key: found.key,
      revision: revision ?? -1,
    });
  };
  const remember = (name, stream) => {
    if (heads.size >= STREAMS_KEPT) heads.delete(heads.keys().next().value);
    heads.set(name, stream);
    return stream;
  };
  /** The position of the same records, if that is what stands behind `seen`. */
  const before = (stream, seen, texts) => {
    const found = findAfter.all(stream.key, seen, texts.length);
    return found.length === texts.length && found.every(({ text }, at) => idOf(text) === idOf(texts[at]))
      ? found.at(-1).position
      : null;
  };
  const append = ([name, seen, ...texts]) => {
    const known = headOf(name);
    const current = known?.revision ?? -1;
    if (current !== seen)
      return (known && before(known, seen, texts)) ?? `${name} is at revision ${current}, not ${seen}`;
    const stream =
      known ??
      remember(name, {
        key: addStream.get(name).key,
        revision: -1,
      });
    for (const text of texts) {
      head += 1;
      stream.revision += 1;
      addRecord.run(head, stream.key, stream.revision, leafHash(text), text);
    }
    return head;
  };
  return {
    /** All of these in one transaction; on return they are on disk. @throws when nothing of it was kept. */
    appendAll(requests) {
      try {
        return atomically(db, () => requests.map(append));
      } catch (error) {
        heads.clear();
        head = lastPosition(db);
        throw error;
      }
    },
    head: () => head,
    /** Compares records with what was written. @returns the last position looked at, null at the end. @throws Damaged */
    verify: (after, count) => verify(db, after, count),
    close: () => db.close(),
  };
};
const lastPosition = (db) => db.prepare('SELECT max(position) AS position FROM records').get().position ?? 0;
const idOf = (text) => JSON.parse(text).id;
const readAfter = (db, after, count) => {
  const found = db.prepare(`SELECT position, name, revision, leaf, text FROM records JOIN streams ON key = stream
     WHERE position > ? ORDER BY position LIMIT ?`);
  try {
    return found.all(after, count);
  } catch (error) {
    for (let at = after; count > 1 && at < after + count; at += 1) readAfter(db, at, 1);
    throw new Damaged(`the record at position ${after + 1} cannot be read: ${error.message}`);
  }
};
const verify = (db, after, count) => {
  const rows = readAfter(db, after, count);
  let expected = after;
  for (const { position, name, revision, leaf, text } of rows) {
    expected += 1;
    if (position !== expected) throw new Damaged(`the record at position ${expected} is missing`);
    const place = `the record at position ${position} (${name}, revision ${revision})`;
    if (!leafHash(text).equals(leaf)) throw new Damaged(`${place} is damaged: its text is not what was written`);
    const face = JSON.parse(text);
    if (face.stream !== name || face.revision !== revision)
      throw new Damaged(`${place} is damaged: it stands in another place`);
  }
  return rows.length < count ? null : expected;
};
// libs/adapters/event-store/sqlite-writer.worker.ts
/** Verified before the first append is taken; the rest is verified in the pauses. */
const VERIFIED_AT_START = 1e4;
const VERIFIED_AT_ONCE = 500;
const REOPEN_AFTER_MS = 1e3;
const { file, channel } = workerData;
const port = parentPort;
const wakeUp = new BroadcastChannel(channel);
const tell = (message) => port.postMessage(message);
let log = null;
let damage = null;
let closedAt = 0;
let verifying = null;
const open = () => {
  const opened = sqliteLog(file);
  log = opened;
  const recent = Math.max(0, opened.head() - VERIFIED_AT_START);
  check(() => {
    for (let at = recent; at !== null;) at = opened.verify(at, VERIFIED_AT_START);
  });
  verifying =
    recent > 0
      ? {
          at: 0,
          until: recent,
        }
      : null;
  setImmediate(verifyOn);
};
const check = (work) => {
  try {
    work();
  } catch (error) {
    damage = error.message;
    tell({ damaged: damage });
  }
};
const verifyOn = () => {
  if (!verifying || !log || damage !== null) return;
  const part = verifying;
  check(() => {
    part.at = log.verify(part.at, Math.min(VERIFIED_AT_ONCE, part.until - part.at)) ?? part.until;
  });
  if (part.at < part.until) setTimeout(verifyOn, 2).unref();
  else verifying = null;
};
/** After any failure the log is closed and read anew before anything else is acknowledged. */
const reopened = () => {
  if (damage !== null) throw new Error(damage);
  if (log) return log;
  if (Date.now() - closedAt < REOPEN_AFTER_MS) throw new Error('the log is being opened again after a failure');
  closedAt = Date.now();
  open();
  if (damage !== null) throw new Error(damage);
  return log;
};
port.on('message', (message) => {
  if (message === 'close') {
    log?.close();
    wakeUp.close();
    tell({ closed: true });
    return port.close();
  }
  try {
    const results = reopened().appendAll(message.requests);
    tell({
      group: message.group,
      results,
    });
    wakeUp.postMessage(null);
  } catch (error) {
    const failed = error.message;
    try {
      log?.close();
    } catch {}
    log = null;
    closedAt = Date.now();
    tell({
      group: message.group,
      failed,
    });
  }
});
open();
tell({ ready: true });
export {};

//# sourceMappingURL=sqlite-writer.worker.js.map
