import { DatabaseSync, type StatementSync } from '@photostructure/sqlite';

/** The one place that knows the SQLite driver; it speaks the API of `node:sqlite`. */
export type Sqlite = InstanceType<typeof DatabaseSync>;
export type Statement = InstanceType<typeof StatementSync>;

/** FULL: a commit is on disk. NORMAL: a power cut may take the last commits, never the file. */
export type Durability = 'FULL' | 'NORMAL';

const LEVEL = { FULL: 2, NORMAL: 1 } as const;
/** Pages in the write-ahead log before they are moved into the file: moving rarely costs fewer fsyncs. 32 MB. */
const CHECKPOINT_PAGES = 8_000;

/**
 * Opens a database in WAL mode. What must hold is set and read back, since SQLite ignores or lowers some settings
 * without a word.
 * @throws when a setting did not take.
 */
export const openSqlite = (file: string, durability: Durability, readOnly = false): Sqlite => {
  const db = new DatabaseSync(file, { readOnly, timeout: 5_000 });
  try {
    if (!readOnly) db.exec('PRAGMA journal_mode = WAL');
    db.exec(
      `PRAGMA synchronous = ${durability}; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA mmap_size = 0; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};`,
    );
    const holds = (pragma: string, wanted: unknown) => {
      const found = Object.values(db.prepare(`PRAGMA ${pragma}`).get() as object)[0] as unknown;
      if (found !== wanted) throw new Error(`${file}: ${pragma} is ${String(found)}, not ${String(wanted)}`);
    };
    holds('journal_mode', 'wal');
    holds('synchronous', LEVEL[durability]);
    holds('foreign_keys', 1);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

/** Runs the work in one transaction: all of it or nothing. */
export const atomically = <T>(db: Sqlite, work: () => T): T => {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
};
