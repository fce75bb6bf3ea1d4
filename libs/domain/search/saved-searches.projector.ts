import { put, yearOf, view } from '@dosar/kernel';
import type { SavedSearch } from '@dosar/contracts';
import type { SearchEvent } from './search.events';

/** The saved searches of a person, the newest first. */
export type SavedSearches = { readonly id: string; readonly saved: readonly SavedSearch[] };

export const savedSearches = view<SearchEvent, SavedSearches>()({
  view: 'saved-searches',
  version: 2,
  columns: {},
  indexes: [],
  columnsOf: () => ({}),
  audienceOf: ({ id }) => id,
  forgets: {
    searches: async ({ id, generation }, rows) => {
      const before = (await rows.get(id))?.saved ?? [];
      return put(id, { id, saved: before.filter(({ saved_at }) => yearOf(saved_at) !== generation) });
    },
  },
  on: {
    SearchSaved: async ({ searchId, name, query, filters }, { resource: { id }, occurredAt }, rows) => {
      // of an erased person
      if (name === null || query === null || filters === null) return [];
      const before = (await rows.get(id))?.saved ?? [];
      return put(id, { id, saved: [{ id: searchId, name, query, filters, saved_at: occurredAt }, ...before] });
    },
    SavedSearchDeleted: async ({ searchId }, { resource: { id } }, rows) => {
      const before = (await rows.get(id))?.saved ?? [];
      return put(id, { id, saved: before.filter((each) => each.id !== searchId) });
    },
  },
});
