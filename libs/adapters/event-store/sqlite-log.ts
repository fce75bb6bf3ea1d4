import { leafHash } from '@dosar/kernel/log/merkle';
import { atomically, checkpoint, openSqlite, type Sqlite } from '../sqlite';
import { verifier, type Verifier } from './sqlite-verify';
import type { Known, Verified } from './verified';

/** An append on its way to the writer thread: only texts, since they contain everything else. */
export type AppendRequest = readonly [stream: string, seen: number, ...texts: string[]];
/** The position of the last record, or a sentence about a conflict. */
export type AppendResult = number | string;

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

type StreamHead = { readonly key: number; revision: number };
const STREAMS_KEPT = 50_000;

/** The table of records and the only code that writes to it. Everything here is synchronous: it runs in the writer thread. */
export const sqliteLog = (file: string) => {
  const db = openSqlite(file, { durability: 'FULL' });
  db.exec(SCHEMA);
  // after a failed fsync the kernel may cache pages that are not on disk: moving them into the file writes them again
  checkpoint(db);

  const findStream = db.prepare('SELECT key FROM streams WHERE name = ?');
  const addStream = db.prepare('INSERT INTO streams (name) VALUES (?) RETURNING key');
  const findHead = db.prepare('SELECT max(revision) AS revision FROM records WHERE stream = ?');
  const addRecord = db.prepare('INSERT INTO records (position, stream, revision, leaf, text) VALUES (?, ?, ?, ?, ?)');
  const findAfter = db.prepare(
    'SELECT position, text FROM records WHERE stream = ? AND revision > ? ORDER BY revision LIMIT ?',
  );
  const version = db.prepare('PRAGMA data_version');
  const heads = new Map<string, StreamHead>();
  let head = lastPosition(db);

  const headOf = (name: string): StreamHead | null => {
    const known = heads.get(name);
    if (known) return known;
    const found = findStream.get(name) as { key: number } | undefined;
    if (!found) return null;
    const { revision } = findHead.get(found.key) as { revision: number | null };
    return remember(name, { key: found.key, revision: revision ?? -1 });
  };

  const remember = (name: string, stream: StreamHead) => {
    if (heads.size >= STREAMS_KEPT) heads.delete(heads.keys().next().value!);
    heads.set(name, stream);
    return stream;
  };

  /** The position of the same records, if they are the ones behind `seen`. */
  const before = (stream: StreamHead, seen: number, texts: readonly string[]): number | null => {
    const found = findAfter.all(stream.key, seen, texts.length) as { position: number; text: string }[];
    const same = found.length === texts.length && found.every(({ text }, at) => idOf(text) === idOf(texts[at]!));
    return same ? found.at(-1)!.position : null;
  };

  const append = ([name, seen, ...texts]: AppendRequest): AppendResult => {
    const known = headOf(name);
    const current = known?.revision ?? -1;
    if (current !== seen)
      return (known && before(known, seen, texts)) ?? `${name} is at revision ${current}, not ${seen}`;
    const stream = known ?? remember(name, { key: (addStream.get(name) as { key: number }).key, revision: -1 });
    for (const text of texts) {
      head += 1;
      stream.revision += 1;
      addRecord.run(head, stream.key, stream.revision, leafHash(text), text);
    }
    return head;
  };

  return {
    /** Appends all of these in one transaction; on return they are on disk. @throws when nothing was stored */
    appendAll(requests: readonly AppendRequest[]): AppendResult[] {
      try {
        return atomically(db, () => requests.map(append));
      } catch (error) {
        heads.clear();
        head = lastPosition(db);
        throw error;
      }
    },
    head: () => head,
    /** Verifies records from a place on. */
    verifier: (from: Verified | number, known: Known | null = null): Verifier =>
      verifier(db, from, { known, head: () => head }),
    /** Changes when another process has written to the file, which nobody may. */
    writtenByOthers: (): number => (version.get() as { data_version: number }).data_version,
    close() {
      checkpoint(db);
      db.close();
    },
  };
};

export type SqliteLog = ReturnType<typeof sqliteLog>;

const lastPosition = (db: Sqlite) =>
  (db.prepare('SELECT max(position) AS position FROM records').get() as { position: number | null }).position ?? 0;

const idOf = (text: string) => (JSON.parse(text) as { id: string }).id;
