import {
  mustBeWithoutTerms,
  mustHaveStood,
  type Find,
  type FormerName,
  type OfFormer,
  type Position,
  type ReadVersion,
  type StoredRow,
  type RowWrite,
  type ViewSpec,
  type Where,
} from '@dosar/kernel/runtime';
import type { Sqlite, Statement } from '../sqlite';
import { asWritten } from '../sqlite-damage';
import {
  clausesOf,
  columnName,
  columnsIn,
  sqliteValue,
  orderOf,
  quoted,
  subjectsOf,
  tableOf,
  withWhere,
  type Query,
} from './sqlite-query';

/** Former rows: in a table beside the rows of a version, each with the position that ended it, and its subjects. */
export const formerOf = (table: string): string => `${table}:former`;

type Prepared = (sql: string) => Statement;

const wordsOf = (text: string) => text.split(' ').filter(Boolean);

/** A replaced former row notes the destruction for which it was replaced. */
export const createFormer = (db: Sqlite, spec: ViewSpec): void => {
  const former = formerOf(tableOf(spec));
  db.exec(`
    CREATE TABLE IF NOT EXISTS ${quoted(former)} (
      id TEXT NOT NULL, json TEXT NOT NULL, position INTEGER NOT NULL, subjects TEXT NOT NULL, until INTEGER NOT NULL,
      since INTEGER${columnsIn(spec)}, PRIMARY KEY (id, position)
    ) STRICT;
    CREATE TABLE IF NOT EXISTS ${quoted(subjectsOf(former))} (
      subject TEXT NOT NULL, id TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (subject, id, position)
    ) STRICT, WITHOUT ROWID;
  `);
};

export const dropFormer = (db: Sqlite, table: string): void => {
  const former = formerOf(table);
  for (const each of [former, subjectsOf(former)]) db.exec(`DROP TABLE IF EXISTS ${quoted(each)}`);
};

/** Makes the current row a former one. */
export const formerWriter = (spec: ViewSpec, prepared: Prepared) => {
  const table = tableOf(spec);
  const former = formerOf(table);
  const columns = ['id', 'json', 'position', 'subjects', ...Object.keys(spec.columns).map(columnName)].map(quoted);
  const keep = prepared(
    `INSERT OR IGNORE INTO ${quoted(former)} (${columns.join(', ')}, until)
     SELECT ${columns.join(', ')}, ? FROM ${quoted(table)} WHERE id = ?`,
  );
  const show = prepared(`INSERT OR IGNORE INTO ${quoted(subjectsOf(former))} (subject, id, position) VALUES (?, ?, ?)`);
  return (id: string, { position, subjects }: { position: Position; subjects: string }, until: Position): void => {
    keep.run(until, id);
    for (const subject of wordsOf(subjects)) show.run(subject, id, position);
  };
};

type Old = { readonly until: Position; readonly since: Position | null; readonly subjects: string };

/** Replaces former rows. */
export const formerReplacer = (spec: ViewSpec, prepared: Prepared, since: Position) => {
  const former = formerOf(tableOf(spec));
  const shown = quoted(subjectsOf(former));
  const names = Object.keys(spec.columns);
  const columns = ['json', 'subjects', 'since', ...names.map(columnName)].map(quoted);
  const find = prepared(`SELECT until, since, subjects FROM ${quoted(former)} WHERE id = ? AND position = ?`);
  const hide = prepared(`DELETE FROM ${shown} WHERE subject = ? AND id = ? AND position = ?`);
  const show = prepared(`INSERT INTO ${shown} (subject, id, position) VALUES (?, ?, ?)`);
  const change = prepared(
    `UPDATE ${quoted(former)} SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE id = ? AND position = ?`,
  );
  const drop = prepared(`DELETE FROM ${quoted(former)} WHERE id = ? AND position = ?`);
  const stretch = prepared(`UPDATE ${quoted(former)} SET until = ? WHERE id = ? AND until = ?`);

  return ({ id, json, position, subjects, columns: values }: RowWrite): void => {
    const old = find.get(id, position) as Old | undefined;
    if (!old || (old.since ?? -1n) > since) return;
    for (const subject of wordsOf(old.subjects)) hide.run(subject, id, position);
    if (json === null) {
      drop.run(id, position);
      stretch.run(old.until, id, position);
      return;
    }
    const all = [...new Set(subjects)];
    const kept = names.map((name) => sqliteValue(spec, name, values[name] ?? null));
    change.run(json, all.join(' '), since, ...kept, id, position);
    for (const subject of all) show.run(subject, id, position);
  };
};

/** The former rows with these ids, or with one of these subjects. */
export const formerNames = (spec: ViewSpec, prepared: Prepared, { ids, subjects }: OfFormer): FormerName[] => {
  const former = formerOf(tableOf(spec));
  const select = prepared(
    `SELECT id, position FROM ${quoted(former)} WHERE id IN (SELECT value FROM json_each(?))
     UNION SELECT id, position FROM ${quoted(subjectsOf(former))} WHERE subject IN (SELECT value FROM json_each(?))
     ORDER BY position, id`,
  );
  return select.all(JSON.stringify(ids), JSON.stringify(subjects)) as FormerName[];
};

/** Current rows written by then, and former ones not ended by then. */
const stoodAt = (table: string, spec: ViewSpec, { where, at }: { where: Where; at: Position }, what: string): Query => {
  const clauses = [...clausesOf(spec, where), { sql: 'position <= ?', values: [at] }];
  const now = withWhere(`SELECT ${what} FROM ${quoted(table)}`, clauses);
  const isLeft = { sql: 'until > ?', values: [at] };
  const then = withWhere(`SELECT ${what} FROM ${quoted(formerOf(table))}`, [...clauses, isLeft]);
  return { sql: `${now.sql} UNION ALL ${then.sql}`, values: [...now.values, ...then.values] };
};

type Counted = Pick<Find, 'where' | 'terms'> & { readonly most: number };

const SHOWN = 'id, json, position';
const bare = ({ id, json, position }: StoredRow): StoredRow => ({ id, json: asWritten(json), position });

/** Reads a version of a view as of a position. */
export const pastReader = (prepared: Prepared, versionOf: (table: string) => ReadVersion) => {
  const find = (table: string, spec: ViewSpec, asked: Find, at: Position): StoredRow[] => {
    mustHaveStood(spec, versionOf(table), at);
    mustBeWithoutTerms(spec, asked);
    const { where, order = [], limit = -1, skip = 0 } = asked;
    const by = orderOf(spec, order);
    const keys = by.map(([column], nth) => `${column} AS by${nth}`).join(', ');
    const { sql, values } = stoodAt(table, spec, { where, at }, `${SHOWN}, ${keys}`);
    const sorted = by.map(([, direction], nth) => `by${nth} ${direction}`).join(', ');
    const found = prepared(`${sql} ORDER BY ${sorted} LIMIT ? OFFSET ?`).all(...values, limit, skip) as StoredRow[];
    return found.map(bare);
  };
  return {
    find,
    get: (table: string, spec: ViewSpec, id: string, at: Position): StoredRow | null =>
      find(table, spec, { where: { id } }, at)[0] ?? null,
    count(table: string, spec: ViewSpec, { where, terms, most }: Counted, at: Position): number {
      mustHaveStood(spec, versionOf(table), at);
      mustBeWithoutTerms(spec, { terms });
      const { sql, values } = stoodAt(table, spec, { where, at }, '1');
      const { count } = prepared(`SELECT count(*) AS count FROM (${sql} LIMIT ?)`).get(...values, most) as {
        count: bigint;
      };
      return Number(count);
    },
    bySubject(table: string, spec: ViewSpec, subject: string, at: Position): StoredRow[] {
      mustHaveStood(spec, versionOf(table), at);
      const former = formerOf(table);
      const select = prepared(
        `SELECT ${SHOWN} FROM ${quoted(table)}
         WHERE id IN (SELECT id FROM ${quoted(subjectsOf(table))} WHERE subject = ?) AND position <= ?
         UNION ALL SELECT ${SHOWN} FROM ${quoted(former)}
         WHERE (id, position) IN (SELECT id, position FROM ${quoted(subjectsOf(former))} WHERE subject = ?)
         AND position <= ? AND until > ? ORDER BY id`,
      );
      return (select.all(subject, at, subject, at, at) as StoredRow[]).map(bare);
    },
  };
};
