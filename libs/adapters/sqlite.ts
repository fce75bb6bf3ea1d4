import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { DatabaseSync, type StatementSync } from '@photostructure/sqlite';
import { CannotStart } from './cannot-start';
import { LEVEL } from '@dosar/kernel/runtime';
import { mustNotBeHigher } from './levels';
import { codesOf, isDamagedFile, removeSqlite } from './sqlite-damage';
import { mustBeFiles, placed } from './sqlite-place';

/** The one place that knows the SQLite driver; it speaks the API of `node:sqlite`. */
export type Sqlite = InstanceType<typeof DatabaseSync>;
export type Statement = InstanceType<typeof StatementSync>;

/** FULL: a commit is on disk. NORMAL: a power cut may take the last commits, never the file. */
export type Durability = 'FULL' | 'NORMAL';

export type Opening = {
  readonly durability: Durability;
  readonly readOnly?: boolean;
  /**
   * `truncate`: a rollback journal, so that what was replaced stays in no write-ahead log. `any`: whatever it has, for who only
   * reads, since a file that SQLite’s own backup has made has another one until it is written to.
   */
  readonly journal?: 'wal' | 'truncate' | 'any';
  /** What is replaced or taken out is overwritten in the file. */
  readonly isErasing?: boolean;
};

const SYNCHRONOUS = { FULL: 2, NORMAL: 1 } as const;
/** What SQLite has in each file for whom it belongs to: "DS", and in the lower half the level that wrote last. */
const OURS = 0x4453_0000;
/** Pages in the write-ahead log before they are moved into the file: moving rarely costs fewer fsyncs. 32 MB. */
const CHECKPOINT_PAGES = 8_000;
/** What is left of a write-ahead log that had to be longer for once. */
const JOURNAL_BYTES = 64 * 1024 * 1024;

const settings = (durability: Durability) => `
  PRAGMA synchronous = ${durability};
  PRAGMA foreign_keys = ON;
  PRAGMA trusted_schema = OFF;
  PRAGMA mmap_size = 0;
  PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};
  PRAGMA journal_size_limit = ${JOURNAL_BYTES};
`;

/** Nobody else on this machine reads what is in it; SQLite gives the files beside it the same mode. */
const makePrivate = (file: string): void => {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
};

/** How often, and how long in between, a setting is asked for again that is not told while another thread makes the file. */
const [ASKED, ASK_AGAIN_MS] = [20, 10] as const;

const pragma = (db: Sqlite, name: string): unknown => {
  const waiting = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  for (let asked = 1; ; asked += 1) {
    const row = db.prepare(`PRAGMA ${name}`).get() as object | undefined;
    if (row || asked === ASKED) return Object.values(row ?? {})[0] as unknown;
    Atomics.wait(waiting, 0, 0, ASK_AGAIN_MS);
  }
};

/** @throws CannotStart when another program, or a higher level, has written to it */
const mustBeOurs = (db: Sqlite, file: string): number => {
  const id = pragma(db, 'application_id') as number;
  if (id === 0) return 0;
  if ((id & ~0xffff) !== OURS) throw new CannotStart(`${file} is a file of another program`);
  const level = id & 0xffff;
  mustNotBeHigher(file, level);
  return level;
};

const named = (error: unknown, file: string): unknown =>
  isDamagedFile(error)
    ? Object.assign(
        new CannotStart(`${file} is damaged (${error.message}): restore the folder from its backup`, { cause: error }),
        codesOf(error),
      )
    : placed(error, file);

const opened = (file: string, readOnly: boolean): Sqlite => {
  try {
    if (!readOnly) makePrivate(file);
    return new DatabaseSync(file, { readOnly, timeout: 5_000 });
  } catch (error) {
    throw named(error, file);
  }
};

/**
 * Opens a database. What must hold is set and read back, since SQLite ignores or lowers some settings without a word.
 * @throws CannotStart when the file is no database, or none that can be opened; when a setting did not take
 */
export const openSqlite = (file: string, opening: Opening): Sqlite => {
  const { durability, readOnly = false, journal = 'wal', isErasing = false } = opening;
  mustBeFiles(file);
  const db = opened(file, readOnly);
  try {
    const level = mustBeOurs(db, file);
    if (!readOnly) db.exec(`PRAGMA journal_mode = ${journal}`);
    db.exec(settings(durability));
    const holds = (name: string, wanted: unknown) => {
      const found = pragma(db, name);
      if (found !== wanted) throw new Error(`${file}: ${name} is ${String(found)}, not ${String(wanted)}`);
    };
    if (journal !== 'any') holds('journal_mode', journal);
    holds('synchronous', SYNCHRONOUS[durability]);
    holds('foreign_keys', 1);
    if (!readOnly && level < LEVEL) db.exec(`PRAGMA application_id = ${OURS + LEVEL}`);
    if (isErasing && !readOnly) {
      db.exec('PRAGMA secure_delete = ON');
      holds('secure_delete', 1);
    }
    return db;
  } catch (error) {
    db.close();
    throw named(error, file);
  }
};

/** Whoever copies waits longer for those who write than they would for each other. */
const COPY_PATIENCE_MS = 30_000;

/** A new file that becomes a copy of another database, which is read as `source`. What is written is made durable by whoever asks. */
export const openCopy = (file: string, source: string): Sqlite => {
  makePrivate(file);
  const db = new DatabaseSync(file, { timeout: COPY_PATIENCE_MS });
  try {
    db.exec('PRAGMA synchronous = OFF');
    db.prepare('ATTACH ? AS source').run(source);
    return db;
  } catch (error) {
    db.close();
    throw named(error, source);
  }
};

/** Reads a file that nobody uses, and leaves nothing beside it: its write-ahead log is read, too, if there is one. */
export const openToRead = (file: string): Sqlite => {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    return new DatabaseSync(file, { readOnly: true });
  return new DatabaseSync(`${pathToFileURL(file).href}?immutable=1`, { readOnly: true });
};

/** Adds a column that a table was made without by an older release: there is nothing in it yet. */
export const addColumn = (db: Sqlite, table: string, column: string, type: string): void => {
  const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all(table) as { readonly name: string }[];
  if (columns.every(({ name }) => name !== column)) db.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
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

/** Moves the write-ahead log into the file. */
export const checkpoint = (db: Sqlite): void => db.exec('PRAGMA wal_checkpoint(TRUNCATE)');

const TRUNCATE_MS = 50;

/** Moves the write-ahead log into the file until nothing of it is left: whoever reads from it meanwhile holds it up. */
export const truncated = async (db: Sqlite): Promise<void> => {
  const move = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)');
  while (Number((move.get() as { busy: number | bigint }).busy) !== 0)
    await new Promise((go) => setTimeout(go, TRUNCATE_MS));
};

/**
 * Leaves a file whole, with nothing in its write-ahead log: for a stop, when nobody uses it any more. An empty log may stay
 * beside it, since the driver closes a file only when the last statement was collected.
 * @param isComputed when it cannot be read, it is made anew at the next start
 * @throws when something of it is left
 */
export const makeWhole = (file: string, isComputed = false): void => {
  if (!existsSync(file)) return;
  try {
    const db = openSqlite(file, { durability: 'FULL' });
    checkpoint(db);
    db.close();
  } catch (error) {
    if (!isComputed || !isDamagedFile(error)) throw error;
    return removeSqlite(file);
  }
  const left = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (left > 0) throw new Error(`${file}-wal could not be moved into its file`);
};
