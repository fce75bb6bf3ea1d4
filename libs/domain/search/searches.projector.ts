import { canonical, put, type Projector } from '@dosar/kernel';
import { SEARCH_LIMITS, type SearchEntry } from '@dosar/contracts';
import type { SearchEvent } from './search.events';

/** What somebody has looked for, the newest first. */
export type Searches = { readonly id: string; readonly history: readonly SearchEntry[] };

const isSame = (one: SearchEntry, other: SearchEntry) =>
  one.query === other.query && canonical(one.filters) === canonical(other.filters);

export const searches: Projector<SearchEvent, Searches> = {
  view: 'searches',
  version: 1,
  columns: {},
  indexes: [],
  columnsOf: () => ({}),
  audienceOf: ({ id }) => id,
  on: {
    SearchRecorded: async ({ searchId, query, filters }, { resource: { id }, occurredAt }, rows) => {
      // of somebody who was erased
      if (query === null || filters === null) return [];
      const entry = { id: searchId, query, filters, searched_at: occurredAt };
      const before = (await rows.get(id))?.history ?? [];
      return put(id, {
        id,
        history: [entry, ...before.filter((each) => !isSame(each, entry))].slice(0, SEARCH_LIMITS.history),
      });
    },
    SearchHistoryCleared: async ({ searchId }, { resource: { id } }, rows) => {
      const before = (await rows.get(id))?.history ?? [];
      return put(id, { id, history: before.filter((each) => searchId !== null && each.id !== searchId) });
    },
  },
};
