import { openCopy, type Sqlite } from '../sqlite';

type Made = { readonly type: string; readonly name: string; readonly sql: string };

const QUERY = 'SELECT type, name, sql FROM source.sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid';
const NUMBERS = ['user_version', 'application_id'] as const;

/** Begins a read transaction: until it ends, later writes are not seen. */
const beginReading = (copy: Sqlite): void => {
  copy.exec('BEGIN');
  copy.prepare(QUERY).all();
};

/** Copies tables and rows first, so that triggers do not run for them. */
const copyAll = (copy: Sqlite): void => {
  const made = copy.prepare(QUERY).all() as Made[];
  for (const { sql } of made.filter(({ type }) => type !== 'trigger')) copy.exec(sql);
  for (const { name } of made.filter(({ type }) => type === 'table'))
    copy.exec(`INSERT INTO main."${name}" SELECT * FROM source."${name}"`);
  for (const { sql } of made.filter(({ type }) => type === 'trigger')) copy.exec(sql);
  for (const number of NUMBERS) {
    const [value] = Object.values(copy.prepare(`PRAGMA source.${number}`).get() as Record<string, number>);
    copy.exec(`PRAGMA main.${number} = ${value}`);
  }
  copy.exec('COMMIT');
};

type Files = { readonly log: string; readonly vault: string };

/**
 * Copies log and vault as of one moment, beside a running server, as a kill at that moment would leave them. The vault is
 * locked against writes while it is copied, and the log is read as it was when that began. So every key named by the copied
 * log is in the copied vault, and the vault knows of no record that the log lacks.
 */
export const cut = (from: Files, to: Files): void => {
  const vault = openCopy(to.vault, from.vault);
  try {
    const log = openCopy(to.log, from.log);
    try {
      beginReading(vault);
      beginReading(log);
      copyAll(vault);
      copyAll(log);
      // gives the copy the journal mode that a log is opened with
      log.exec('PRAGMA main.journal_mode = wal');
    } finally {
      log.close();
    }
  } finally {
    vault.close();
  }
};
