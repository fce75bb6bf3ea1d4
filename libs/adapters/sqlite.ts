import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { DatabaseSync, type StatementSync } from '@photostructure/sqlite';
import { CannotStart } from './cannot-start';
import { LEVEL } from '@dosar/kernel/runtime';
import { mustNotBeHigher } from './levels';
import { codesOf, isDamagedFile, removeSqlite } from './sqlite-damage';
import { mustBeFiles, placed } from './sqlite-place';

/** The only file that uses the SQLite driver, whose API is that of `node:sqlite`. */
export type Sqlite = InstanceType<typeof DatabaseSync>;
export type Statement = InstanceType<typeof StatementSync>;

/** FULL: a commit is on disk. NORMAL: a power cut may take the last commits, never the file. */
export type Durability = 'FULL' | 'NORMAL';

export type Opening = {
  readonly durability: Durability;
  readonly readOnly?: boolean;
  /**
   * `truncate`: a rollback journal, so that replaced data does not stay in a write-ahead log. `any`: the existing one, for
   * readers, since a file made by SQLite’s own backup has another one until it is written to.
   */
  readonly journal?: 'wal' | 'truncate' | 'any';
  /** Replaced or removed data is overwritten in the file. */
  readonly isErasing?: boolean;
};

const SYNCHRONOUS = { FULL: 2, NORMAL: 1 } as const;
/** SQLite's application id: "DS" in the upper half, and the level that wrote last in the lower one. */
const OURS = 0x4453_0000;
/** Pages in the write-ahead log before a checkpoint: rare ones cost fewer fsyncs. 32 MB. */
const CHECKPOINT_PAGES = 8_000;
/** The size that a write-ahead log is cut to after it had to grow. */
const JOURNAL_BYTES = 64 * 1024 * 1024;

const settings = (durability: Durability) => `
  PRAGMA synchronous = ${durability};
  PRAGMA foreign_keys = ON;
  PRAGMA trusted_schema = OFF;
  PRAGMA mmap_size = 0;
  PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};
  PRAGMA journal_size_limit = ${JOURNAL_BYTES};
`;

/** Makes a file readable by its user only; SQLite gives the files beside it the same mode. */
const makePrivate = (file: string): void => {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
};

/**
 * How often, and at which interval, a setting is read again that SQLite does not answer while another thread creates the
 * file.
 */
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
 * Opens a database. Required settings are set and read back, since SQLite silently ignores or lowers some.
 * @throws CannotStart when the file is no database, or cannot be opened; when a setting did not take effect
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

/** A copy waits longer for writers than they would for each other. */
const COPY_PATIENCE_MS = 30_000;

/** A new file that becomes a copy of another database, attached as `source`. The caller makes it durable. */
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

/** Opens a file that nobody uses, without leaving files beside it; its write-ahead log, if any, is read, too. */
export const openToRead = (file: string): Sqlite => {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    return new DatabaseSync(file, { readOnly: true });
  return new DatabaseSync(`${pathToFileURL(file).href}?immutable=1`, { readOnly: true });
};

/** Adds a column that a table of an older release lacks; it is empty at first. */
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

/** Moves the whole write-ahead log into the file, retrying while readers of it block that. */
export const truncated = async (db: Sqlite): Promise<void> => {
  const move = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)');
  while (Number((move.get() as { busy: number | bigint }).busy) !== 0)
    await new Promise((go) => setTimeout(go, TRUNCATE_MS));
};

/**
 * Makes a file complete, with an empty write-ahead log, at a stop, when nobody uses it any more. An empty log may stay
 * beside it, since the driver closes a file only once the last statement is collected.
 * @param isComputed an unreadable file is then made again at the next start
 * @throws when the write-ahead log is not empty
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
