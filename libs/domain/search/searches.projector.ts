import { canonical, put, remove, yearOf, view, type Rows } from '@dosar/kernel';
import { SEARCH_LIMITS, type SearchEntry } from '@dosar/contracts';
import type { SearchEvent } from './search.events';

/** A person's searches of one year, the newest first, which end with the year. */
export type Searches = {
  readonly id: string;
  readonly user_id: string;
  readonly history: readonly SearchEntry[];
};

const isSame = (one: SearchEntry, other: SearchEntry) =>
  one.query === other.query && canonical(one.filters) === canonical(other.filters);

const rowOf = (userId: string, year: number): string => `${userId} ${year}`;
const allOf = (rows: Rows<Searches>, userId: string) => rows.find({ where: { user_id: userId } });

/** The newest of all years. */
export const newestSearches = (all: readonly Searches[]): readonly SearchEntry[] =>
  all
    .flatMap(({ history }) => history)
    .sort((one, other) => other.searched_at.localeCompare(one.searched_at))
    .slice(0, SEARCH_LIMITS.history);

export const searches = view<SearchEvent, Searches>()({
  view: 'searches',
  version: 2,
  columns: { user_id: 'text' },
  indexes: [['user_id']],
  columnsOf: ({ user_id }) => ({ user_id }),
  audienceOf: ({ user_id }) => user_id,
  forgets: { searches: ({ id, generation }) => remove(rowOf(id, generation)) },
  on: {
    SearchRecorded: async ({ searchId, query, filters }, { resource, occurredAt }, rows) => {
      // of an erased person
      if (query === null || filters === null) return [];
      const entry = { id: searchId, query, filters, searched_at: occurredAt };
      const id = rowOf(resource.id, yearOf(occurredAt));
      const before = (await rows.get(id))?.history ?? [];
      const history = [entry, ...before.filter((each) => !isSame(each, entry))].slice(0, SEARCH_LIMITS.history);
      return put(id, { id, user_id: resource.id, history });
    },
    SearchHistoryCleared: async ({ searchId }, { resource }, rows) =>
      (await allOf(rows, resource.id)).map((row) =>
        put(row.id, { ...row, history: row.history.filter(({ id }) => searchId !== null && id !== searchId) }),
      ),
  },
});
