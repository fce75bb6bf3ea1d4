import type { RowWrite, ViewSpec } from '@dosar/kernel/runtime';
import type { Sqlite, Statement } from '../sqlite';
import { createFormer, dropFormer, formerOf, formerWriter } from './sqlite-former';
import { columnName, columnOf, columnsIn, sqliteValue, quoted, subjectsOf, tableOf, termsOf } from './sqlite-query';

const wordsOf = (text: string) => text.split(' ').filter(Boolean);

/** Terms are words of letters, digits and `_`, separated by blanks: the tokenizer has nothing else to decide. */
const TERMS = `USING fts5(terms, content='', contentless_delete=1, detail=none, prefix='2 3', tokenize="ascii tokenchars '_'")`;

export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS views (
    name TEXT PRIMARY KEY, view TEXT NOT NULL, position INTEGER, settled INTEGER NOT NULL DEFAULT 0, leaf TEXT,
    sum TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS audiences (
    name TEXT NOT NULL, audience TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (name, audience)
  ) STRICT, WITHOUT ROWID;
`;

export const createView = (db: Sqlite, spec: ViewSpec): void => {
  const table = tableOf(spec);
  db.exec(`
    CREATE TABLE IF NOT EXISTS ${quoted(table)} (
      id TEXT PRIMARY KEY, json TEXT NOT NULL, position INTEGER NOT NULL, subjects TEXT NOT NULL${columnsIn(spec)}
    ) STRICT;
    CREATE TABLE IF NOT EXISTS ${quoted(subjectsOf(table))} (subject TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (subject, id))
      STRICT, WITHOUT ROWID;
  `);
  if (spec.keepsFormer) createFormer(db, spec);
  else dropFormer(db, table);
  if (spec.termsBy) db.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS ${quoted(termsOf(table))} ${TERMS}`);
  db.prepare('INSERT INTO views (name, view) VALUES (?, ?) ON CONFLICT DO NOTHING').run(table, spec.view);
};

export const dropView = (db: Sqlite, table: string): void => {
  for (const each of [table, subjectsOf(table), termsOf(table)]) db.exec(`DROP TABLE IF EXISTS ${quoted(each)}`);
  dropFormer(db, table);
  db.prepare('DELETE FROM audiences WHERE name = ?').run(table);
  db.prepare('DELETE FROM views WHERE name = ?').run(table);
};

/** How many pages of terms are merged at once, with a yield to the event loop in between. */
const MERGED_PAGES = 200;
const turn = () => new Promise((go) => setImmediate(go));

/** Merges the index: removed terms stay in its segments until these become one. */
export const mergeTerms = async (db: Sqlite, table: string): Promise<void> => {
  const terms = termsOf(table);
  if (!db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(terms)) return;
  const merge = db.prepare(`INSERT INTO ${quoted(terms)} (${quoted(terms)}, rank) VALUES ('merge', ?)`);
  const changes = db.prepare('SELECT total_changes() AS count');
  const count = () => Number((changes.get() as { count: number | bigint }).count);
  // a negative number starts merging all segments into one
  for (let pages = -MERGED_PAGES; ; pages = MERGED_PAGES) {
    const before = count();
    merge.run(pages);
    if (count() - before < 2) return;
    await turn();
  }
};

/**
 * Statements for the indexes of a view, run one at a time once it is filled. Each index ends with the id, the last criterion
 * of the order: a page far down is then found without reading the rows before it.
 */
export const indexesOf = (spec: ViewSpec): string[] => {
  const rows = tableOf(spec);
  return [rows, ...(spec.keepsFormer ? [formerOf(rows)] : [])].flatMap((table) =>
    spec.indexes.map((columns, at) => {
      const names = [...columns, 'id'].map((name) => columnOf(spec, name)).join(', ');
      return `CREATE INDEX IF NOT EXISTS ${quoted(`${table}:${at}`)} ON ${quoted(table)} (${names})`;
    }),
  );
};

/** Writes rows of one view. A write older than the stored row is ignored. */
export const rowWriter = (spec: ViewSpec, prepared: (sql: string) => Statement) => {
  const table = tableOf(spec);
  const names = Object.keys(spec.columns);
  const columns = ['json', 'position', 'subjects', ...names.map(columnName)].map(quoted);
  const find = prepared(`SELECT position, subjects FROM ${quoted(table)} WHERE id = ?`);
  const add = prepared(
    `INSERT INTO ${quoted(table)} (id, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})
     ON CONFLICT (id) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
  );
  const drop = prepared(`DELETE FROM ${quoted(table)} WHERE id = ?`);
  const addSubject = prepared(`INSERT INTO ${quoted(subjectsOf(table))} (id, subject) VALUES (?, ?)`);
  const dropSubject = prepared(`DELETE FROM ${quoted(subjectsOf(table))} WHERE id = ? AND subject = ?`);
  const addTerms = spec.termsBy
    ? prepared(`INSERT OR REPLACE INTO ${quoted(termsOf(table))} (rowid, terms) VALUES (?, ?)`)
    : null;
  const keepFormer = spec.keepsFormer ? formerWriter(spec, prepared) : null;

  return ({ id, json, position, subjects, terms, columns: values }: RowWrite): void => {
    const former = find.get(id) as { position: bigint; subjects: string } | undefined;
    if (former && former.position >= position) return;
    if (former) keepFormer?.(id, former, position);
    const shown = json === null ? '' : [...new Set(subjects)].join(' ');
    if (json === null) drop.run(id);
    else add.run(id, json, position, shown, ...names.map((name) => sqliteValue(spec, name, values[name] ?? null)));
    if (addTerms && terms.length > 0) addTerms.run(values[spec.termsBy!], terms.join(' '));
    if (shown === (former?.subjects ?? '')) return;
    for (const subject of wordsOf(former?.subjects ?? '')) dropSubject.run(id, subject);
    for (const subject of wordsOf(shown)) addSubject.run(id, subject);
  };
};
