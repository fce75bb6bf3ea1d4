import { existsSync } from 'node:fs';
import { INSTALLATION_STREAM } from '@dosar/kernel/runtime';
import { openSqlite, type Sqlite } from '../sqlite';

const isSo = (db: Sqlite, condition: string): boolean => {
  const { so } = db.prepare(`SELECT ${condition} AS so`).get() as { readonly so: number };
  return so === 1;
};

/** Whether there are records, and not those that each log begins with. */
export const isFormerLog = (file: string): boolean => {
  if (!existsSync(file)) return false;
  const db = openSqlite(file, { durability: 'NORMAL', readOnly: true });
  try {
    const begun = `SELECT 1 FROM records JOIN streams ON key = stream WHERE name = '${INSTALLATION_STREAM}'`;
    const areThere = "(SELECT count(*) FROM sqlite_schema WHERE name IN ('records', 'streams')) = 2";
    return isSo(db, areThere) && isSo(db, `EXISTS (SELECT 1 FROM records) AND NOT EXISTS (${begun})`);
  } finally {
    db.close();
  }
};
