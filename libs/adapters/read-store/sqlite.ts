import { setImmediate as turn } from 'node:timers/promises';
import {
  mustKeepAsBefore,
  type Condition,
  type Find,
  type Position,
  type ReadStore,
  type ReadVersion,
  type StoredRow,
  type RowReads,
  type RowWrite,
  type ViewSpec,
} from '@dosar/kernel/runtime';
import { addColumn, atomically, checkpoint, openSqlite, truncated, type Statement } from '../sqlite';
import { asWritten } from '../sqlite-damage';
import { formerNames, formerOf, formerReplacer, pastReader } from './sqlite-former';
import { quoted, rowsOf, selectOf, subjectsOf, tableOf, type SqliteValue } from './sqlite-query';
import { keyOf, remembering } from './sqlite-remembering';
import { searching } from './sqlite-search';
import { createView, dropView, indexesOf, mergeTerms, rowWriter, SCHEMA } from './sqlite-write';

type ViewRow = {
  readonly name: string;
  readonly position: bigint | null;
  readonly settled: bigint;
  readonly leaf: string | null;
  readonly sum: string | null;
};

/** A counter of commits in memory shared by all threads of the process. */
export type Commits = SharedArrayBuffer;

/** The id, when a query can find one row only: it is looked up directly. */
const onlyId = ({ where, limit, skip, terms }: Find): string | null => {
  const asked = Object.entries(where);
  if (limit !== undefined || skip || terms || asked.length !== 1 || asked[0]![0] !== 'id') return null;
  const [[, condition]] = asked as [[string, Condition]];
  const ids = condition !== null && typeof condition === 'object' && 'in' in condition ? condition.in : [];
  return ids.length === 1 && typeof ids[0] === 'string' ? ids[0] : null;
};

const asRead = (row: StoredRow): StoredRow => {
  asWritten(row.json);
  return row;
};

/**
 * Views in one SQLite file. One thread of the process writes, each other has a store of its own for reading.
 * @param commits the same for all threads of the process that have this file open
 */
export const sqliteReadStore = (file: string, readOnly = false, commits: Commits | null = null): ReadStore => {
  const db = openSqlite(file, { durability: 'NORMAL', readOnly, isErasing: true });
  if (!readOnly) {
    db.exec(SCHEMA);
    for (const column of ['leaf', 'sum']) addColumn(db, 'views', column, 'TEXT');
  }
  const statements = new Map<string, Statement>();
  const settledOnes = new Set<string>();
  const counted = commits && new Int32Array(commits);
  const remembered = remembering(readOnly ? counted : null);
  const search = readOnly ? searching(file) : null;
  /** From here on everybody reads what was written. */
  const committed = () => void (counted && Atomics.add(counted, 0, 1));

  const prepared = (sql: string): Statement => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = db.prepare(sql);
    statement.setReadBigInts(true);
    statements.set(sql, statement);
    return statement;
  };

  /** A query by terms may take long, so it runs in another thread. */
  const all = async <T>(
    sql: string,
    values: readonly SqliteValue[],
    { terms }: Pick<Find, 'terms'>,
  ): Promise<readonly T[]> => (terms && search ? search.all<T>(sql, values) : (prepared(sql).all(...values) as T[]));

  const viewOf = (table: string) => prepared('SELECT * FROM views WHERE name = ?').get(table) as ViewRow | undefined;

  const isSettled = (table: string) => {
    if (settledOnes.has(table)) return true;
    if (viewOf(table)?.settled !== 1n) return false;
    settledOnes.add(table);
    return true;
  };

  /** The table to read: this version's, or the older one's while this one is being filled. */
  const readable = (spec: ViewSpec): string => {
    const own = tableOf(spec);
    if (isSettled(own)) return own;
    const older = prepared(`SELECT name FROM views WHERE view = ? AND settled = 1`).get(spec.view) as
      ViewRow | undefined;
    return older?.name ?? own;
  };

  const row = (table: string, id: string): StoredRow | null =>
    remembered(`${table} ${id}`, () => {
      const found = prepared(`SELECT id, json, position FROM ${quoted(table)} WHERE id = ?`).get(id) as
        StoredRow | undefined;
      return found ? asRead(found) : null;
    });

  const versionOf = (table: string): ReadVersion => ({
    position: viewOf(table)?.position ?? null,
    keepsFormer: prepared('SELECT 1 FROM sqlite_schema WHERE name = ?').get(formerOf(table)) !== undefined,
  });
  const past = pastReader(prepared, versionOf);

  const reading = (tableToRead: (spec: ViewSpec) => string): RowReads => ({
    async get(spec, id, at) {
      const table = tableToRead(spec);
      return at === undefined ? row(table, id) : past.get(table, spec, id, at);
    },
    async find(spec, find, at) {
      const table = tableToRead(spec);
      if (at !== undefined) return past.find(table, spec, find, at);
      const only = onlyId(find);
      if (only !== null) return [row(table, only)].filter((each) => each !== null);
      const { limit = -1, skip = 0 } = find;
      const { sql, values } = rowsOf(table, spec, find);
      return (await all<StoredRow>(sql, [...values, limit, skip], find)).map(asRead);
    },
    async bySubject(spec, subject, at) {
      const table = tableToRead(spec);
      if (at !== undefined) return past.bySubject(table, spec, subject, at);
      const found = prepared(
        `SELECT id, json, position FROM ${quoted(table)}
         WHERE id IN (SELECT id FROM ${quoted(subjectsOf(table))} WHERE subject = ?) ORDER BY id`,
      ).all(subject) as StoredRow[];
      return found.map(asRead);
    },
  });

  const writers = new Map<string, (write: RowWrite) => void>();
  const writerTo = (spec: ViewSpec) => {
    const table = tableOf(spec);
    const known = writers.get(table) ?? rowWriter(spec, prepared);
    writers.set(table, known);
    return known;
  };

  const forgetStatements = () => {
    writers.clear();
    statements.clear();
    settledOnes.clear();
  };

  return {
    ...reading(readable),
    own: reading(tableOf),
    async open(specs) {
      if (readOnly) return;
      atomically(db, () => {
        for (const spec of specs) {
          mustKeepAsBefore(spec, versionOf(tableOf(spec)));
          createView(db, spec);
        }
      });
    },
    async count(spec, find, most = -1, at) {
      if (at !== undefined) return past.count(readable(spec), spec, { ...find, most }, at);
      const { sql, values } = selectOf(readable(spec), spec, find, '1');
      const counting = `SELECT count(*) AS count FROM (${sql} LIMIT ?)`;
      const asked = [...values, most];
      const of = ({ count }: { readonly count: bigint }) => Number(count);
      if (find.terms) return of((await all<{ count: bigint }>(counting, asked, find))[0]!);
      return remembered(keyOf(counting, asked), () => of(prepared(counting).get(...asked) as { count: bigint }));
    },
    async state(spec) {
      const table = tableOf(spec);
      const found = remembered(`${table}: state`, () => viewOf(table));
      return {
        position: found?.position ?? null,
        leaf: found?.leaf ?? null,
        isSettled: found?.settled === 1n,
        ...(found?.sum && { sum: found.sum }),
      };
    },
    async audience(spec, audience) {
      const table = readable(spec);
      return remembered(`${table}: ${audience}`, () => {
        const select = prepared('SELECT position FROM audiences WHERE name = ? AND audience = ?');
        const found = select.get(table, audience) as { position: Position } | undefined;
        return found?.position ?? null;
      });
    },
    commits: () => counted && Atomics.load(counted, 0),
    async apply(batches, { position: upTo, leaf }) {
      const moveAudience = prepared(
        `INSERT INTO audiences (name, audience, position) VALUES (?, ?, ?)
         ON CONFLICT (name, audience) DO UPDATE SET position = excluded.position`,
      );
      const move = prepared('UPDATE views SET position = ?, leaf = ? WHERE name IN (SELECT value FROM json_each(?))');
      atomically(db, () => {
        for (const { view, writes, audiences, sum } of batches) {
          if (writes.length > 0) writes.forEach(writerTo(view));
          if (sum !== undefined) prepared('UPDATE views SET sum = ? WHERE name = ?').run(sum, tableOf(view));
          for (const [audience, position] of audiences) moveAudience.run(tableOf(view), audience, position);
        }
        move.run(upTo, leaf, JSON.stringify(batches.map(({ view }) => tableOf(view))));
      });
      committed();
    },
    former: async (spec, of) => (spec.keepsFormer ? formerNames(spec, prepared, of) : []),
    async replaceFormer(spec, rows, since) {
      atomically(db, () => rows.forEach(formerReplacer(spec, prepared, since)));
      committed();
    },
    async settle(spec) {
      const table = tableOf(spec);
      if (isSettled(table)) return;
      for (const index of indexesOf(spec)) {
        db.exec(index);
        checkpoint(db);
        await turn();
      }
      atomically(db, () => {
        const older = prepared('SELECT name FROM views WHERE view = ? AND name <> ?').all(
          spec.view,
          table,
        ) as ViewRow[];
        for (const { name } of older) dropView(db, name);
        db.prepare('UPDATE views SET settled = 1 WHERE name = ?').run(table);
      });
      committed();
    },
    async drop(spec) {
      forgetStatements();
      atomically(db, () => {
        dropView(db, tableOf(spec));
        createView(db, spec);
      });
      committed();
    },
    async scrub() {
      const all = prepared('SELECT name FROM views').all() as Pick<ViewRow, 'name'>[];
      for (const { name } of all) await mergeTerms(db, name);
      await truncated(db);
    },
    async close() {
      await search?.close();
      forgetStatements();
      if (!readOnly) checkpoint(db);
      db.close();
    },
  };
};
