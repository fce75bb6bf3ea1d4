import type { ColumnValue, Condition, Find, Terms, ViewSpec, Where } from '@dosar/kernel/runtime';

/** Columns of a view have a prefix, so that they may have any name. */
export const columnName = (name: string): string => (name === 'id' ? name : `c:${name}`);
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const tableOf = ({ view, version }: ViewSpec): string => `${view}@${version}`;
export const subjectsOf = (table: string): string => `${table}:subjects`;
export const termsOf = (table: string): string => `${table}:terms`;

const SQL_TYPES = { text: 'TEXT', integer: 'INTEGER', id: 'ANY' } as const;

/** A value for SQLite. */
export type SqliteValue = string | number | bigint | Uint8Array | null;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Ids are mostly UUIDs: 16 bytes instead of 36. */
export const sqliteValue = (spec: ViewSpec, name: string, value: ColumnValue): SqliteValue =>
  typeof value === 'string' && spec.columns[name] === 'id' && UUID.test(value)
    ? Buffer.from(value.replaceAll('-', ''), 'hex')
    : value;

export const columnOf = (spec: ViewSpec, name: string): string => {
  if (!(name in spec.columns) && name !== 'id') throw new Error(`the view ${spec.view} has no column ${name}`);
  return quoted(columnName(name));
};

/** The columns of a view, for the end of a CREATE TABLE. */
export const columnsIn = (spec: ViewSpec): string =>
  Object.entries(spec.columns)
    .map(([name, type]) => `, ${quoted(columnName(name))} ${SQL_TYPES[type]}`)
    .join('');

type Clause = { readonly sql: string; readonly values: readonly ColumnValue[] };

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
  const bounds = [from !== undefined && `${column} >= ?`, below !== undefined && `${column} < ?`].filter(Boolean);
  return { sql: bounds.join(' AND ') || 'TRUE', values: [from, below].filter((each) => each !== undefined) };
};

const TERM = /^[\p{L}\p{N}\p{M}_]+$/u;

const asPhrase = (term: string) => {
  if (!TERM.test(term)) throw new Error('a term has letters, digits and _ only');
  return `"${term}"`;
};
const matching = ({ all, beginnings }: Terms) =>
  [...all.map(asPhrase), ...beginnings.map((beginning) => `${asPhrase(beginning)}*`)].join(' AND ');

export type Query = { readonly sql: string; readonly values: readonly SqliteValue[] };

/** The conditions of a query. */
export const clausesOf = (spec: ViewSpec, where: Where): Query[] =>
  Object.entries(where).map(([name, condition]) => {
    const { sql, values } = clauseOf(columnOf(spec, name), condition);
    return { sql, values: values.map((value) => sqliteValue(spec, name, value)) };
  });

/** A statement over the queried rows, without its end. */
export const selectOf = (
  table: string,
  spec: ViewSpec,
  { where, terms }: Pick<Find, 'where' | 'terms'>,
  what: string,
): Query => {
  const clauses = clausesOf(spec, where);
  if (!terms) return withWhere(`SELECT ${what} FROM ${quoted(table)}`, clauses);
  if (!spec.termsBy) throw new Error(`the view ${spec.view} has no terms`);
  // from the index of terms to the rows, never the other way: it yields them in order, and no more than needed
  const found = quoted(termsOf(table));
  const by = columnOf(spec, spec.termsBy);
  const range = clauses.flatMap(({ sql, values }) =>
    sql.startsWith(`${by} >`) || sql.startsWith(`${by} <`)
      ? [{ sql: sql.replaceAll(by, `${found}.rowid`), values }]
      : [],
  );
  const from = `SELECT ${what} FROM ${found} CROSS JOIN ${quoted(table)} ON ${by} = ${found}.rowid`;
  return withWhere(from, [{ sql: `${found} MATCH ?`, values: [matching(terms)] }, ...range, ...clauses]);
};

export const withWhere = (select: string, clauses: readonly Query[]): Query => ({
  sql: clauses.length > 0 ? `${select} WHERE ${clauses.map(({ sql }) => sql).join(' AND ')}` : select,
  values: clauses.flatMap(({ values }) => values),
});

/** The order of rows: last by id, in the direction of the last column, so that an index serves both. */
export const orderOf = (
  spec: ViewSpec,
  order: NonNullable<Find['order']>,
): [column: string, direction: 'asc' | 'desc'][] => {
  const byId = ['id', order.at(-1)?.[1] ?? 'asc'] as const;
  return [...order, byId].map(([name, direction]) => [columnOf(spec, name), direction]);
};

const SHOWN = ['id', 'json', 'position'];

/** A statement for the queried rows in order; it ends with LIMIT and OFFSET. */
export const rowsOf = (
  table: string,
  spec: ViewSpec,
  { where, terms, order = [] }: Omit<Find, 'limit' | 'skip'>,
): Query => {
  const shown = SHOWN.map((name) => `${quoted(table)}.${name}`).join(', ');
  if (terms) {
    const { sql, values } = selectOf(table, spec, { where, terms }, shown);
    const [first] = order;
    const by =
      first?.[0] === spec.termsBy
        ? `${quoted(termsOf(table))}.rowid ${first![1]}`
        : orderOf(spec, order)
            .map((each) => each.join(' '))
            .join(', ');
    return { sql: `${sql} ORDER BY ${by} LIMIT ? OFFSET ?`, values };
  }
  // only the columns of the order are sorted, since rows are large
  const by = orderOf(spec, order);
  const keys = by.map(([column], at) => `${column} AS by${at}`).join(', ');
  const { sql, values } = selectOf(table, spec, { where }, `rowid AS found, ${keys}`);
  const inside = `${sql} ORDER BY ${by.map((each) => each.join(' ')).join(', ')} LIMIT ? OFFSET ?`;
  const outside = by.map(([, direction], at) => `by${at} ${direction}`).join(', ');
  const rows = quoted(table);
  return {
    sql: `SELECT ${shown} FROM (${inside}) CROSS JOIN ${rows} ON ${rows}.rowid = found ORDER BY ${outside}`,
    values,
  };
};
