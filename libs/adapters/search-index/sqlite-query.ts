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

const WITHIN = { size: 'size', createdAt: 'created' } as const satisfies Partial<Record<keyof SearchWhere, string>>;

/** A list is bound as one JSON value, so that its length does not change the statement. */
const faceted = (facets: SearchFacets = {}): SqlQuery[] =>
  Object.entries(facets).map(([name, values]) => ({
    sql: 'json_extract(json, ?) IN (SELECT value FROM json_each(?))',
    values: [`$.facets."${name.replaceAll('"', '')}"`, JSON.stringify(values)],
  }));

const joined = (all: readonly SqlQuery[], by: string): SqlQuery => ({
  sql: `(${all.map(({ sql }) => sql).join(by)})`,
  values: all.flatMap(({ values }) => values),
});

const filtersOf = ({ where, kinds }: SearchQuery): SqlQuery[] => {
  const filters = faceted(where.facets);
  for (const [fact, column] of Object.entries(WITHIN) as [keyof typeof WITHIN, string][]) {
    const { from, below } = where[fact] ?? {};
    if (from !== undefined) filters.push({ sql: `${column} >= ?`, values: [from] });
    if (below !== undefined) filters.push({ sql: `${column} < ?`, values: [below] });
  }
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
  const from = (isJoined: boolean) =>
    isJoined ? `${terms} JOIN ${documents} ON ${documents}.n = ${terms}.rowid` : terms;
  const hasFilters = filters.length > 0;
  const hasWords = readings.some(({ length }) => length > 0);
  const order = orderOf(query.sort, query.order, hasWords).replaceAll('rowid', `${terms}.rowid`);
  return {
    page: {
      sql: `SELECT ${terms}.rowid AS n FROM ${from(hasFilters || isSortedByFact)} WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`,
      values: [...match, query.limit, query.skip],
    },
    count: {
      sql: `SELECT count(*) AS n FROM (SELECT 1 FROM ${from(hasFilters)} WHERE ${where} LIMIT ?)`,
      values: [...match, most],
    },
  };
};
