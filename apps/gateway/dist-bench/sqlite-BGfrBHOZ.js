import './rolldown-runtime-BowF1xt-.js';
import { DatabaseSync } from '@photostructure/sqlite';
// libs/adapters/sqlite.ts
const LEVEL = {
  FULL: 2,
  NORMAL: 1,
};
/**
 * Opens a database in WAL mode. What must hold is set and read back, since SQLite ignores or lowers some settings
 * without a word.
 * @throws when a setting did not take.
 */
const openSqlite = (file, durability, readOnly = false) => {
  const db = new DatabaseSync(file, {
    readOnly,
    timeout: 5e3,
  });
  try {
    if (!readOnly) db.exec('PRAGMA journal_mode = WAL');
    db.exec(
      `PRAGMA synchronous = ${durability}; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA mmap_size = 0;`,
    );
    const holds = (pragma, wanted) => {
      const found = Object.values(db.prepare(`PRAGMA ${pragma}`).get())[0];
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
const atomically = (db, work) => {
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
export { openSqlite as n, atomically as t };

//# sourceMappingURL=sqlite-BGfrBHOZ.js.map
