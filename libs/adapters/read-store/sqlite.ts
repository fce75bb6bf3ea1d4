import type {
  ColumnValue,
  Condition,
  Position,
  ReadStore,
  Row,
  RowReads,
  RowWrite,
  ViewSpec,
  Where,
} from '@dosar/kernel';
import { atomically, openSqlite, type Sqlite, type Statement } from '../sqlite';

/** Columns of a view have a prefix, so that they may be called as they like. */
const columnName = (name: string) => (name === 'id' ? name : `c:${name}`);
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const tableOf = ({ view, version }: ViewSpec) => `${view}@${version}`;
const subjectsOf = (table: string) => `${table}:subjects`;
const wordsOf = (text: string) => text.split(' ').filter(Boolean);

type ViewRow = { readonly name: string; readonly position: bigint | null; readonly settled: bigint };

/** So many rows that were read are remembered until something is written. */
const REMEMBERED = 10_000;

/** How often the thread that writes has committed: one number in memory that all threads of the process see. */
export type Commits = SharedArrayBuffer;

/** Answers again what was read since the last commit; without a count of them it reads each time. */
const remembering = (commits: Int32Array | null) => {
  const known = new Map<string, unknown>();
  let at = -1;
  return <T>(key: string, read: () => T): T => {
    if (!commits) return read();
    const now = Atomics.load(commits, 0);
    if (now !== at || known.size >= REMEMBERED) known.clear();
    at = now;
    if (!known.has(key)) known.set(key, read());
    return known.get(key) as T;
  };
};

/**
 * Views in one SQLite file. One thread of the process writes, each other has a store of its own for reading.
 * @param commits the same for all threads of the process that have this file open
 */
export const sqliteReadStore = (file: string, readOnly = false, commits: Commits | null = null): ReadStore => {
  const db = openSqlite(file, 'NORMAL', readOnly);
  if (!readOnly) db.exec(SCHEMA);
  const statements = new Map<string, Statement>();
  const settledOnes = new Set<string>();
  const counted = commits && new Int32Array(commits);
  const remembered = remembering(readOnly ? counted : null);
  /** What was written can be read by all from here on. */
  const committed = () => void (counted && Atomics.add(counted, 0, 1));

  const prepared = (sql: string): Statement => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = db.prepare(sql);
    statement.setReadBigInts(true);
    statements.set(sql, statement);
    return statement;
  };

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

  const select = (table: string, spec: ViewSpec, where: Where, what: string) => {
    const { sql, values } = whereOf(spec, where);
    return { sql: `SELECT ${what} FROM ${quoted(table)}${sql}`, values };
  };

  const reading = (tableToRead: (spec: ViewSpec) => string): RowReads => ({
    async get(spec, id) {
      const table = tableToRead(spec);
      return remembered(`${table} ${id}`, () => {
        const row = prepared(`SELECT id, json, position FROM ${quoted(table)} WHERE id = ?`).get(id) as Row | undefined;
        return row ?? null;
      });
    },
    async find(spec, { where, order = [], limit = -1, skip = 0 }) {
      const { sql, values } = select(tableToRead(spec), spec, where, 'id, json, position');
      const by = [...order.map(([name, direction]) => `${columnOf(spec, name)} ${direction}`), 'id'].join(', ');
      return prepared(`${sql} ORDER BY ${by} LIMIT ? OFFSET ?`).all(...values, limit, skip) as Row[];
    },
    async bySubject(spec, subject) {
      const table = tableToRead(spec);
      return prepared(
        `SELECT id, json, position FROM ${quoted(table)}
         WHERE id IN (SELECT id FROM ${quoted(subjectsOf(table))} WHERE subject = ?) ORDER BY id`,
      ).all(subject) as Row[];
    },
  });

  const writers = new Map<string, (write: RowWrite) => void>();
  const writerTo = (spec: ViewSpec) => {
    const table = tableOf(spec);
    const known = writers.get(table) ?? makeWriter(spec, table);
    writers.set(table, known);
    return known;
  };

  const makeWriter = (spec: ViewSpec, table: string) => {
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

    return ({ id, json, position, subjects, columns: values }: RowWrite) => {
      const former = find.get(id) as { position: bigint; subjects: string } | undefined;
      if (former && former.position >= position) return;
      const shown = json === null ? '' : [...new Set(subjects)].join(' ');
      if (json === null) drop.run(id);
      else add.run(id, json, position, shown, ...names.map((name) => values[name] ?? null));
      if (shown === (former?.subjects ?? '')) return;
      for (const subject of wordsOf(former?.subjects ?? '')) dropSubject.run(id, subject);
      for (const subject of wordsOf(shown)) addSubject.run(id, subject);
    };
  };

  return {
    ...reading(readable),
    own: reading(tableOf),
    async open(specs) {
      if (readOnly) return;
      atomically(db, () => {
        for (const spec of specs) createView(db, spec);
      });
    },
    async count(spec, where) {
      const { sql, values } = select(readable(spec), spec, where, 'count(*) AS count');
      return Number((prepared(sql).get(...values) as { count: bigint }).count);
    },
    async position(spec) {
      return viewOf(tableOf(spec))?.position ?? null;
    },
    settled: async (spec) => isSettled(tableOf(spec)),
    async audience(spec, audience) {
      const table = readable(spec);
      return remembered(`${table}: ${audience}`, () => {
        const select = prepared('SELECT position FROM audiences WHERE name = ? AND audience = ?');
        const found = select.get(table, audience) as { position: Position } | undefined;
        return found?.position ?? null;
      });
    },
    async apply(batches, upTo) {
      const moveAudience = prepared(
        `INSERT INTO audiences (name, audience, position) VALUES (?, ?, ?)
         ON CONFLICT (name, audience) DO UPDATE SET position = excluded.position`,
      );
      const move = prepared('UPDATE views SET position = ? WHERE name IN (SELECT value FROM json_each(?))');
      atomically(db, () => {
        for (const { view, writes, audiences } of batches) {
          if (writes.length > 0) writes.forEach(writerTo(view));
          for (const [audience, position] of audiences) moveAudience.run(tableOf(view), audience, position);
        }
        move.run(upTo, JSON.stringify(batches.map(({ view }) => tableOf(view))));
      });
      committed();
    },
    async settle(spec) {
      const table = tableOf(spec);
      if (isSettled(table)) return;
      atomically(db, () => {
        for (const [at, columns] of spec.indexes.entries())
          db.exec(
            `CREATE INDEX IF NOT EXISTS ${quoted(`${table}:${at}`)} ON ${quoted(table)} (${columns.map((name) => columnOf(spec, name)).join(', ')})`,
          );
        for (const { name } of prepared('SELECT name FROM views WHERE view = ? AND name <> ?').all(
          spec.view,
          table,
        ) as ViewRow[])
          dropView(db, name);
        db.prepare('UPDATE views SET settled = 1 WHERE name = ?').run(table);
      });
      committed();
    },
    async close() {
      writers.clear();
      statements.clear();
      db.close();
    },
  };
};

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS views (
    name TEXT PRIMARY KEY, view TEXT NOT NULL, position INTEGER, settled INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE IF NOT EXISTS audiences (
    name TEXT NOT NULL, audience TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (name, audience)
  ) STRICT, WITHOUT ROWID;
`;

const createView = (db: Sqlite, spec: ViewSpec) => {
  const table = tableOf(spec);
  const columns = Object.entries(spec.columns).map(([name, type]) => `, ${quoted(columnName(name))} ${type}`);
  db.exec(`
    CREATE TABLE IF NOT EXISTS ${quoted(table)} (
      id TEXT PRIMARY KEY, json TEXT NOT NULL, position INTEGER NOT NULL, subjects TEXT NOT NULL${columns.join('')}
    ) STRICT;
    CREATE TABLE IF NOT EXISTS ${quoted(subjectsOf(table))} (subject TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (subject, id))
      STRICT, WITHOUT ROWID;
  `);
  db.prepare('INSERT INTO views (name, view) VALUES (?, ?) ON CONFLICT DO NOTHING').run(table, spec.view);
};

const dropView = (db: Sqlite, table: string) => {
  db.exec(`DROP TABLE ${quoted(table)}; DROP TABLE ${quoted(subjectsOf(table))}`);
  db.prepare('DELETE FROM audiences WHERE name = ?').run(table);
  db.prepare('DELETE FROM views WHERE name = ?').run(table);
};

const columnOf = (spec: ViewSpec, name: string) => {
  if (!(name in spec.columns) && name !== 'id') throw new Error(`the view ${spec.view} has no column ${name}`);
  return quoted(columnName(name));
};

type Clause = { readonly sql: string; readonly values: readonly ColumnValue[] };

const whereOf = (spec: ViewSpec, where: Where): { sql: string; values: ColumnValue[] } => {
  const clauses = Object.entries(where).map(([name, condition]) => clauseOf(columnOf(spec, name), condition));
  return {
    sql: clauses.length > 0 ? ` WHERE ${clauses.map(({ sql }) => sql).join(' AND ')}` : '',
    values: clauses.flatMap(({ values }) => values),
  };
};

const clauseOf = (column: string, condition: Condition): Clause => {
  if (condition === null || typeof condition !== 'object') return { sql: `${column} IS ?`, values: [condition] };
  if ('in' in condition) {
    // SQL's IN never finds NULL
    const some = condition.in.filter((value) => value !== null);
    const sql = `${column} IN (${some.map(() => '?').join(', ')})`;
    return { sql: some.length < condition.in.length ? `(${sql} OR ${column} IS NULL)` : sql, values: some };
  }
  if ('not' in condition) return { sql: `${column} IS NOT ?`, values: [condition.not] };
  if ('contains' in condition) return { sql: `instr(${column}, ?) > 0`, values: [condition.contains] };
  const { from, below } = condition;
  return {
    sql:
      [from !== undefined && `${column} >= ?`, below !== undefined && `${column} < ?`].filter(Boolean).join(' AND ') ||
      'TRUE',
    values: [from, below].filter((each) => each !== undefined),
  };
};
