import type { SearchFacets, SearchQuery, SearchSort, SearchWhere, SearchTerm } from '@dosar/search';
import { documentsOf, scopeTerm, termsOf } from './sqlite-tables';

type Value = string | number;
export type SqlQuery = { readonly sql: string; readonly values: readonly Value[] };

/** In quotes, so that no term is read as a part of the query language. */
const quoted = (term: string): string => `"${term.replaceAll('"', '""')}"`;
const anyOf = (terms: Iterable<string>): string => `(${[...new Set(terms)].map(quoted).join(' OR ')})`;

const wordIn = (want: SearchTerm, near: readonly string[]): string => {
  if ('phrase' in want) return `{title notes text} : ${quoted(want.phrase.join(' '))}`;
  const forms = `{title notes text stems} : ${anyOf([want.word, ...want.related, ...near])}`;
  return want.isBeginning ? `(${forms} OR {title notes text} : ${quoted(want.word)} *)` : forms;
};

const deletedIn = ({ deleted }: SearchQuery): readonly boolean[] =>
  deleted === 'with' ? [false, true] : [deleted === 'only'];

/** A way in which a query may be meant: its terms, each with the words that differ from it by typos alone. */
export type Reading = readonly (readonly [SearchTerm, readonly string[]])[];

/** The MATCH of a query: scopes first, which rule out most documents, then the words of any reading. */
const matchOf = (query: SearchQuery, readings: readonly Reading[]): string => {
  const scopes = query.kinds.flatMap(({ kind }) =>
    deletedIn(query).flatMap((isDeleted) => query.scopes.map((scope) => scopeTerm(kind, isDeleted, scope))),
  );
  const words = readings
    .filter(({ length }) => length > 0)
    .map((wanted) => {
      const all = wanted.map(([want, near]) => wordIn(want, near));
      return `(${all.join(' AND ')})`;
    });
  return [`scope : ${anyOf(scopes)}`, ...(words.length > 0 ? [`(${words.join(' OR ')})`] : [])].join(' AND ');
};

const WITHIN = {
  size: 'size',
  sum: "json_extract(d.json, '$.sum')",
  createdAt: 'created',
} as const satisfies Partial<Record<keyof SearchWhere, string>>;

const facetIn = (name: string) => `$.facets."${name.replaceAll('"', '')}"`;
/** A list is bound as one JSON value, so that its length does not change the statement. */
const faceted = (facets: SearchFacets = {}): SqlQuery[] =>
  Object.entries(facets).map(([name, values]) => {
    const path = facetIn(name);
    // a document may have several values of a facet
    const has = 'EXISTS (SELECT 1 FROM json_each(d.json, ?) WHERE value IN (SELECT value FROM json_each(?)))';
    const none = values.includes(null) ? ' OR json_type(d.json, ?) IS NULL' : '';
    return { sql: `(${has}${none})`, values: [path, JSON.stringify(values), ...(none === '' ? [] : [path])] };
  });

const joined = (all: readonly SqlQuery[], by: string): SqlQuery => ({
  sql: `(${all.map(({ sql }) => sql).join(by)})`,
  values: all.flatMap(({ values }) => values),
});

const EVERYTHING: SqlQuery = { sql: 'true', values: [] };

const conditionsOf = (where: SearchWhere): SqlQuery[] => {
  const conditions = faceted(where.facets);
  for (const [fact, column] of Object.entries(WITHIN) as [keyof typeof WITHIN, string][]) {
    const { from, below } = where[fact] ?? {};
    if (from !== undefined) conditions.push({ sql: `${column} >= ?`, values: [from] });
    if (below !== undefined) conditions.push({ sql: `${column} < ?`, values: [below] });
  }
  for (const either of where.any ?? [])
    conditions.push(
      joined(
        either.map((each) => joined([EVERYTHING, ...conditionsOf(each)], ' AND ')),
        ' OR ',
      ),
    );
  return conditions;
};

const filtersOf = ({ where, kinds, oneOfEach }: SearchQuery): SqlQuery[] => {
  const filters = conditionsOf(where);
  if (oneOfEach !== undefined)
    filters.push({ sql: 'json_extract(d.json, ?) IS NOT NULL', values: [facetIn(oneOfEach)] });
  if (kinds.some(({ facets }) => facets))
    filters.push(
      joined(
        kinds.map(({ kind, facets }) => joined([{ sql: 'kind = ?', values: [kind] }, ...faceted(facets)], ' AND ')),
        ' OR ',
      ),
    );
  return filters;
};

/** Rows are numbered as documents come. */
const NEWEST = 'rowid DESC';
const COLUMNS = { updated: 'updated', name: 'name', size: 'size' } as const;

const orderOf = (sort: SearchSort, order: 'asc' | 'desc', hasWords: boolean): string => {
  if (sort === 'relevance') return hasWords ? `rank, ${NEWEST}` : NEWEST;
  if (sort === 'created') return `rowid ${order.toUpperCase()}`;
  return `${COLUMNS[sort]} ${order.toUpperCase()}, ${NEWEST}`;
};

/**
 * The numbers of what is found, and how many there are. The table of documents is looked at only where it is asked for
 * something that no term says.
 */
export const selectOf = (
  version: number,
  query: SearchQuery,
  readings: readonly Reading[],
  most: number,
): { readonly page: SqlQuery; readonly count: SqlQuery } => {
  const terms = termsOf(version);
  const documents = documentsOf(version);
  const filters = filtersOf(query);
  const isSortedByFact = query.sort in COLUMNS;
  const match = [matchOf(query, readings), ...filters.flatMap(({ values }) => values)];
  const where = [`${terms} MATCH ?`, ...filters.map(({ sql }) => sql)].join(' AND ');
  const from = (isJoined: boolean) => (isJoined ? `${terms} JOIN ${documents} d ON d.n = ${terms}.rowid` : terms);
  const hasFilters = filters.length > 0;
  const hasWords = readings.some(({ length }) => length > 0);
  const order = orderOf(query.sort, query.order, hasWords).replaceAll('rowid', `${terms}.rowid`);
  const found = `FROM ${from(hasFilters || isSortedByFact)} WHERE ${where}`;
  // the newest of each: a rank is not known where rows are put together
  const each = query.oneOfEach === undefined ? null : facetIn(query.oneOfEach);
  const newest = `${terms}.rowid IN (SELECT max(${terms}.rowid) ${found} GROUP BY json_extract(d.json, ?))`;
  const page = each === null ? found : `FROM ${from(true)} WHERE ${terms} MATCH ? AND ${newest}`;
  const counted = each === null ? '1' : 'DISTINCT json_extract(d.json, ?)';
  return {
    page: {
      sql: `SELECT ${terms}.rowid AS n ${page} ORDER BY ${order} LIMIT ? OFFSET ?`,
      values: [...(each === null ? match : [match[0]!, ...match, each]), query.limit, query.skip],
    },
    count: {
      sql: `SELECT count(*) AS n FROM (SELECT ${counted} FROM ${from(hasFilters)} WHERE ${where} LIMIT ?)`,
      values: [...(each === null ? [] : [each]), ...match, most],
    },
  };
};
