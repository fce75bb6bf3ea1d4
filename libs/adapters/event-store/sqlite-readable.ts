import { statSync } from 'node:fs';
import { mustBeReadable } from '@dosar/kernel/runtime';
import { openSqlite, type Sqlite } from '../sqlite';

type Stored = { readonly name: string; readonly text: string };

const areThere = (db: Sqlite): boolean => {
  const sql = "SELECT count(*) AS count FROM sqlite_schema WHERE name IN ('records', 'streams')";
  return (db.prepare(sql).get() as { readonly count: number }).count === 2;
};

const recordAt = (db: Sqlite, order: 'ASC' | 'DESC'): Stored | undefined =>
  db.prepare(`SELECT name, text FROM records JOIN streams ON key = stream ORDER BY position ${order} LIMIT 1`).get() as
    Stored | undefined;

/** Checks the form of the first and last records; missing ones are reported by verification. @throws CannotStart */
export const mustBeReadableLog = (file: string): void => {
  // an empty file is not a log yet: other files show whether there must be one
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  const db = openSqlite(file, { durability: 'NORMAL', readOnly: true, journal: 'any' });
  try {
    if (!areThere(db)) return;
    const first = recordAt(db, 'ASC');
    const newest = recordAt(db, 'DESC');
    if (!first || !newest) return;
    mustBeReadable([first.text, newest.text]);
  } finally {
    db.close();
  }
};
