import type { ColumnValue, Condition, Find, Terms, ViewSpec } from '@dosar/kernel/runtime';

/** Columns of a view have a prefix, so that they may be called as they like. */
export const columnName = (name: string): string => (name === 'id' ? name : `c:${name}`);
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const tableOf = ({ view, version }: ViewSpec): string => `${view}@${version}`;
export const subjectsOf = (table: string): string => `${table}:subjects`;
export const termsOf = (table: string): string => `${table}:terms`;

/** A value as SQLite keeps it. */
export type Kept = string | number | bigint | Uint8Array | null;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Ids are mostly UUIDs: 16 bytes instead of 36. */
export const keptValue = (spec: ViewSpec, name: string, value: ColumnValue): Kept =>
  typeof value === 'string' && spec.columns[name] === 'id' && UUID.test(value)
    ? Buffer.from(value.replaceAll('-', ''), 'hex')
    : value;

export const columnOf = (spec: ViewSpec, name: string): string => {
  if (!(name in spec.columns) && name !== 'id') throw new Error(`the view ${spec.view} has no column ${name}`);
  return quoted(columnName(name));
};

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

type Query = { readonly sql: string; readonly values: readonly Kept[] };

/** A statement over the rows that are asked for, without its end. */
export const selectOf = (
  table: string,
  spec: ViewSpec,
  { where, terms }: Pick<Find, 'where' | 'terms'>,
  what: string,
): Query => {
  const clauses = Object.entries(where).map(([name, condition]) => {
    const { sql, values } = clauseOf(columnOf(spec, name), condition);
    return { sql, values: values.map((value) => keptValue(spec, name, value)) };
  });
  if (!terms) return withWhere(`SELECT ${what} FROM ${quoted(table)}`, clauses);
  if (!spec.termsBy) throw new Error(`the view ${spec.view} has no terms`);
  // from the index of terms to the rows, never the other way about: it yields them in order, and no more than are asked for
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

const withWhere = (select: string, clauses: readonly { sql: string; values: readonly Kept[] }[]): Query => ({
  sql: clauses.length > 0 ? `${select} WHERE ${clauses.map(({ sql }) => sql).join(' AND ')}` : select,
  values: clauses.flatMap(({ values }) => values),
});

/** The order of rows; of those that were found by terms, by the index of these. */
export const orderOf = (
  table: string,
  spec: ViewSpec,
  { terms, order = [] }: Pick<Find, 'terms' | 'order'>,
): string => {
  const [first] = order;
  if (terms && first?.[0] === spec.termsBy) return `${quoted(termsOf(table))}.rowid ${first![1]}`;
  const byId = ['id', order.at(-1)?.[1] ?? 'asc'] as const;
  return [...order, byId].map(([name, direction]) => `${columnOf(spec, name)} ${direction}`).join(', ');
};
