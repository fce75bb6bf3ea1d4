import type { Meilisearch, MultiSearchQuery } from 'meilisearch';
import { SEARCH_TOTAL, type SearchDocument, type SearchQuery } from '@dosar/search';
import { facetOf } from './meilisearch-filter';
import { MOST_FOUND } from './meilisearch-settings';

const SORTED_BY = { created: 'number', updated: 'updated', name: 'name', size: 'size' } as const;

type Row = {
  readonly id: string;
  readonly facets?: SearchDocument['facets'];
  readonly _rankingScore?: number;
} & Partial<Record<(typeof SORTED_BY)[keyof typeof SORTED_BY], string | number | null>>;
/** What is found, in its order, and how much that is as far as it is counted. */
export type Found = { readonly ids: readonly string[]; readonly total: number };

const sortOf = ({ sort, order }: SearchQuery, hasWords: boolean): readonly string[] => {
  if (sort === 'relevance') return hasWords ? [] : ['number:desc'];
  return [`${SORTED_BY[sort]}:${order}`, ...(sort === 'created' ? [] : ['number:desc'])];
};

/** The order of what several questions have found: as the server orders what one has. */
const before =
  ({ sort, order }: SearchQuery) =>
  (one: Row, other: Row): number => {
    const newer = Number(other.number) - Number(one.number);
    if (sort === 'relevance') return (other._rankingScore ?? 0) - (one._rankingScore ?? 0) || newer;
    const a = one[SORTED_BY[sort]] ?? null;
    const b = other[SORTED_BY[sort]] ?? null;
    if (a === b) return newer;
    // what has no value comes last in both ways
    if (a === null) return 1;
    if (b === null) return -1;
    return (a < b ? -1 : 1) * (order === 'asc' ? 1 : -1);
  };

/** Asks one question, or several of which any may answer: then so much of each is asked for as is counted. */
export const found = async (
  client: Meilisearch,
  index: string,
  query: SearchQuery,
  { questions, filter }: { readonly questions: readonly string[]; readonly filter: string },
): Promise<Found> => {
  const end = query.skip + query.limit;
  const asked = (q: string): MultiSearchQuery => ({
    indexUid: index,
    q,
    filter,
    sort: [...sortOf(query, q !== '')],
    matchingStrategy: 'all',
    ...(query.oneOfEach !== undefined && { distinct: facetOf(query.oneOfEach) }),
  });
  if (questions.length === 1) {
    // one page, or all from the first hit on where what is asked for begins within a page
    const isPage = query.skip % query.limit === 0;
    const page = isPage
      ? { page: query.skip / query.limit + 1, hitsPerPage: query.limit }
      : { page: 1, hitsPerPage: Math.min(MOST_FOUND, end) };
    const { results } = await client.multiSearch({
      queries: [{ ...asked(questions[0]!), ...page, attributesToRetrieve: ['id'] }],
    });
    const [{ hits, totalHits }] = results as unknown as [{ hits: Row[]; totalHits: number }];
    return { ids: hits.slice(isPage ? 0 : query.skip).map(({ id }) => id), total: totalHits };
  }
  const most = {
    limit: Math.min(MOST_FOUND, Math.max(end, SEARCH_TOTAL + 1)),
    showRankingScore: true,
    attributesToRetrieve: [
      'id',
      ...(query.oneOfEach === undefined ? [] : ['facets']),
      ...new Set(['number', ...(query.sort === 'relevance' ? [] : [SORTED_BY[query.sort]])]),
    ],
  };
  const { results } = await client.multiSearch({ queries: questions.map((q) => ({ ...asked(q), ...most })) });
  // several questions may each find another one of the same value
  const sameAs = ({ id, facets }: Row) => (query.oneOfEach === undefined ? id : String(facets?.[query.oneOfEach]));
  const rows = new Map<string, Row>();
  for (const { hits } of results as unknown as readonly { hits: Row[] }[])
    for (const row of hits)
      if ((row._rankingScore ?? 0) > (rows.get(sameAs(row))?._rankingScore ?? -1)) rows.set(sameAs(row), row);
  const all = [...rows.values()].sort(before(query));
  return { ids: all.slice(query.skip, end).map(({ id }) => id), total: all.length };
};
