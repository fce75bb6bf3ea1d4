import { z } from 'zod';
import { endpoint, Flag, IdParam, listOf, oneOf, Paging, stoodAt } from '../endpoint';
import { SearchFilters } from './search.filters';
import { SEARCH_LIMITS, SearchName } from './search.values';
import { SavedSearch, SearchEntry, SearchResult } from './search.view';

/** The words and the filters as they stand in an address; one of them at least. */
const Saving = z
  .strictObject({
    /** What the search is called; no two of a person have one name, whatever its case. */
    name: SearchName,
    /** The words to look for. */
    query: z.string().trim().max(SEARCH_LIMITS.query),
    /** The filters, as they stand in an address. */
    filters: z
      .partialRecord(SearchFilters.keyof(), z.string().max(500))
      .refine((filters) => Object.keys(filters).length <= SEARCH_LIMITS.filters)
      .meta({ maxProperties: SEARCH_LIMITS.filters }),
  })
  .refine(({ query, filters }) => query !== '' || Object.keys(filters).length > 0, { path: ['query'] });

export const searchApi = {
  search: endpoint({
    method: 'GET',
    path: '/search',
    summary:
      'Files, messages, folders and clients by their words. Of `q` the first ten words are looked for; words in quotes are taken as they are and count as one, and `client:`, `tip:`, `luna:`, `status:`, `de:`, `dupa:`, `inainte:`, `sters:`, `eticheta:`, `suma:` (in English `type:`, `month:`, `by:`, `after:`, `before:`, `deleted:`, `tag:`, `sum:`) narrow what is looked for.',
    query: SearchFilters.extend({
      ...Paging.shape,
      /** What is looked for: words, and operators that narrow it. */
      q: z.string().max(SEARCH_LIMITS.query).default(''),
      /** `false`: it is not kept in the history. */
      record: Flag.default(true),
    }),
    status: 200,
    /** `total` is exact up to 1,000. */
    reply: z.object({
      /** What was found, on this page. */
      results: z.array(SearchResult),
      /** How many there are, exactly up to 1,000. */
      total: z.int(),
      /** There are more than `total`. */
      total_is_more: z.literal(true).optional(),
      /** Which page this is, from 1. */
      page: z.int(),
      /** How many results a page has at most. */
      pageSize: z.int(),
      /** How long it took, in milliseconds. */
      took_ms: z.number(),
      /** What looks like one of these and is not understood; it is looked for as words. */
      unknown: z.array(z.string()),
      /** For auditors: what was renamed, edited or noted since is found by its name of then alone. */
      left_out: z.literal('changed_since').optional(),
      ...stoodAt,
    }),
    refuses: ['TOO_MANY_REQUESTS'],
  }),
  history: endpoint({
    method: 'GET',
    path: '/search/history',
    summary: 'What the caller has looked for, the newest 20.',
    status: 200,
    reply: listOf('history', SearchEntry),
    view: 'searches',
  }),
  clearHistory: endpoint({
    method: 'DELETE',
    path: '/search/history',
    summary: 'Forgets what the caller has looked for.',
    status: 204,
  }),
  clearEntry: endpoint({
    method: 'DELETE',
    path: '/search/history/:id',
    summary: 'Forgets one thing that the caller has looked for.',
    params: IdParam,
    status: 204,
    refuses: ['NOT_FOUND'],
  }),
  saved: endpoint({
    method: 'GET',
    path: '/search/saved',
    summary: 'The searches that the caller has given a name, the newest first.',
    status: 200,
    reply: listOf('saved', SavedSearch),
    view: 'saved-searches',
  }),
  save: endpoint({
    method: 'POST',
    path: '/search/saved',
    summary: 'Keeps a search under a name: 50 of them at most, and no two of one name, whatever their case.',
    body: Saving,
    status: 201,
    reply: oneOf('search', SavedSearch),
    refuses: ['ALREADY_EXISTS', 'TOO_MANY_SAVED'],
  }),
  forgetSaved: endpoint({
    method: 'DELETE',
    path: '/search/saved/:id',
    summary: 'Takes a search from those that the caller has given a name.',
    params: IdParam,
    status: 204,
    refuses: ['NOT_FOUND'],
  }),
} as const;
