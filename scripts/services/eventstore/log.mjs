// The stand-in's log: one SQLite table. Positions have gaps, as those of a transaction file have.
import { DatabaseSync } from '@photostructure/sqlite';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL, id TEXT NOT NULL,
    type TEXT NOT NULL, content_type TEXT NOT NULL, data BLOB NOT NULL, metadata BLOB NOT NULL, created INTEGER NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS gone (position INTEGER PRIMARY KEY) STRICT;
  CREATE TRIGGER IF NOT EXISTS events_go AFTER DELETE ON events BEGIN INSERT OR IGNORE INTO gone VALUES (old.position); END;
`;
/** A server writes about itself, too: after every so many appends. */
const SYSTEM_EVERY = 25;
/** How often a node looks whether another has written. */
const LOOK_MS = 20;

/** A stream that was deleted for good ends with this, and one that was deleted softly begins behind every revision. */
const TOMBSTONE = '$streamDeleted';
const DELETED = 9_000_000_000_000_000_000;
/** What is in a stream: all of it, until its metadata say otherwise. */
const ALL_OF_IT = { from: 0, since: 0 };

/** @param isShared whether other nodes write to the same file */
export const openLog = (file, isShared = false) => {
  const db = new DatabaseSync(file, { timeout: 5_000 });
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  db.exec(SCHEMA);
  const insert = db.prepare(
    `INSERT INTO events (position, stream, revision, id, type, content_type, data, metadata, created)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const last = db.prepare('SELECT max(position) AS position FROM events');
  const there = db.prepare('SELECT 1 FROM events WHERE position = ? UNION SELECT 1 FROM gone WHERE position = ?');
  const metadata = db.prepare('SELECT data FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1');
  const tombstone = db.prepare('SELECT 1 FROM events WHERE stream = ? AND type = ?');
  const head = db.prepare('SELECT max(revision) AS revision FROM events WHERE stream = ?');
  const ids = db.prepare('SELECT id, position FROM events WHERE stream = ? AND revision > ? ORDER BY revision LIMIT ?');
  const queries = new Map();
  const prepared = (sql) => queries.get(sql) ?? queries.set(sql, db.prepare(sql)).get(sql);
  const listeners = new Set();
  let count = 0;
  let appends = 0;

  const revisionOf = (stream) => head.get(stream).revision ?? -1;

  const isTombstoned = (stream) => tombstone.get(stream, TOMBSTONE) !== undefined;

  /** From which revision on, and since when, the events of a stream are shown, as an operator has set it. */
  const shownOf = (stream) => {
    const found = stream.startsWith('$$') ? undefined : metadata.get(`$$${stream}`);
    if (!found) return ALL_OF_IT;
    const { $tb = 0, $maxCount = Infinity, $maxAge = Infinity } = JSON.parse(Buffer.from(found.data).toString());
    const from = Math.min(DELETED, Math.max($tb, revisionOf(stream) + 1 - $maxCount));
    return { from, since: Math.max(0, Date.now() - $maxAge * 1000) };
  };
  const isDeleted = (stream) => shownOf(stream).from >= DELETED;

  const write = (stream, events) => {
    let position = last.get().position ?? 0;
    let revision = revisionOf(stream);
    for (const { id, type, contentType, data, metadata } of events) {
      position += 64 + data.length + metadata.length;
      revision += 1;
      insert.run(position, stream, revision, id, type, contentType, data, metadata, Date.now());
    }
    return { revision, position };
  };

  const atomically = (work) => {
    db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      db.exec('COMMIT');
      for (const listener of listeners) listener();
      return result;
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  };

  const aboutItself = () => {
    write('$stats-127.0.0.1', [ownEvent('$statsCollected', JSON.stringify({ events: (count += 1) }))]);
  };

  /** An event of the server itself. */
  const ownEvent = (type, value) => ({
    id: crypto.randomUUID(),
    type,
    contentType: 'application/json',
    data: Buffer.from(value),
    metadata: Buffer.alloc(0),
  });

  /** The position of the same events where they would stand, if they do: then the first outcome is told again. */
  const before = (stream, expected, events) => {
    const found = ids.all(stream, expected, events.length);
    const isSame = found.length === events.length && found.every(({ id }, at) => id === events[at].id);
    return isSame ? found.at(-1).position : null;
  };

  atomically(aboutItself);
  if (isShared) {
    let seen = last.get().position;
    setInterval(() => {
      const now = last.get().position;
      if (now === seen) return;
      seen = now;
      for (const listener of listeners) listener();
    }, LOOK_MS).unref();
  }

  return {
    revisionOf,
    isTombstoned,
    isDeleted,
    /** Its events are hidden, until its metadata are set anew. */
    delete: (stream) => atomically(() => write(`$$${stream}`, [ownEvent('$metadata', `{"$tb":9223372036854775807}`)])),
    tombstone: (stream) => atomically(() => write(stream, [ownEvent(TOMBSTONE, '{}')])),
    /** Takes away for good what is hidden. */
    scavenge: () =>
      atomically(() => {
        for (const { stream } of db.prepare('SELECT DISTINCT stream FROM events').all()) {
          const { from, since } = isTombstoned(stream) ? { from: DELETED, since: 0 } : shownOf(stream);
          db.prepare(
            `DELETE FROM events WHERE stream = ? AND type <> ? AND (revision < ${Math.min(from, Number.MAX_SAFE_INTEGER)} OR created < ?)`,
          ).run(stream, TOMBSTONE, since);
        }
      }),
    /**
     * `expected`: a revision, -1 for no stream, null for any.
     * @returns {{ revision: number, position: number } | { wrong: number }} of a repeat: where it stands
     */
    append(stream, expected, events) {
      return atomically(() => {
        const isAnew = expected === -1 && isDeleted(stream);
        const current = isAnew ? -1 : revisionOf(stream);
        if (expected !== null && expected !== current) {
          const position = expected < current ? before(stream, expected, events) : null;
          return position === null ? { wrong: current } : { revision: expected + events.length, position };
        }
        if (isAnew) write(`$$${stream}`, [ownEvent('$metadata', JSON.stringify({ $tb: revisionOf(stream) + 1 }))]);
        const written = write(stream, events);
        appends += 1;
        if (appends % SYSTEM_EVERY === 0) aboutItself();
        return written;
      });
    },
    /** Events of one stream from a revision on, that one included; null: from the end. */
    ofStream(stream, from, backwards, count) {
      const [compare, direction] = backwards ? ['<=', 'DESC'] : ['>=', 'ASC'];
      const start = from ?? (backwards ? Number.MAX_SAFE_INTEGER : 0);
      const shown = shownOf(stream);
      const first = Math.min(shown.from, Number.MAX_SAFE_INTEGER);
      const sql = `SELECT * FROM events WHERE stream = ? AND revision ${compare} ? AND revision >= ? AND created >= ?
        ORDER BY revision ${direction} LIMIT ?`;
      return prepared(sql).all(stream, start, first, shown.since, count);
    },
    /** Events of all streams beyond a position, which is left out. */
    ofAll(beyond, backwards, count) {
      const [compare, direction] = backwards ? ['<', 'DESC'] : ['>', 'ASC'];
      const sql = `SELECT * FROM events WHERE position ${compare} ? ORDER BY position ${direction} LIMIT ?`;
      return prepared(sql).all(beyond, count);
    },
    head: () => last.get().position ?? 0,
    isThere: (position) => there.get(position, position) !== undefined,
    /** @returns how to stop listening. */
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => db.close(),
  };
};
