import { openCopy, type Sqlite } from '../sqlite';

type Made = { readonly type: string; readonly name: string; readonly sql: string };

const QUERY = 'SELECT type, name, sql FROM source.sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid';
const NUMBERS = ['user_version', 'application_id'] as const;

/** From now on until it ends, this reads what is there now. */
const beginReading = (copy: Sqlite): void => {
  copy.exec('BEGIN');
  copy.prepare(QUERY).all();
};

/** Tables and their rows first, so that nothing is triggered by them. */
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
 * Copies log and vault as they are at one moment, as a kill at that moment would have left them, beside a server that works:
 * while the vault is copied nobody writes to it, and the log is read as it was when that began. So every key that this log
 * names is in this vault, and this vault knows of no record that is not in this log.
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
      // a copy of a log is one like any other: whoever opens it finds the journal that it works with
      log.exec('PRAGMA main.journal_mode = wal');
    } finally {
      log.close();
    }
  } finally {
    vault.close();
  }
};
