import { projects, someone } from '@dosar/kernel/testing';
import { savedSearches } from './saved-searches.projector';
import { SearchEvents, type SearchEvent } from './search.events';

const given = projects<SearchEvent>(savedSearches, SearchEvents);
const of = { resource: { type: 'user', id: 'ana' } };
const saved = (searchId: string, name: string | null) => ({
  ...({
    type: 'SearchSaved',
    data: { searchId, name, query: name && 'bon', filters: name === null ? null : {} },
  } as const),
  ...of,
});
const deleted = (searchId: string) => ({ ...({ type: 'SavedSearchDeleted', data: { searchId } } as const), ...of });
const shown = (id: string, name: string) => ({ id, name, query: 'bon', filters: {}, saved_at: someone.now });
const row = (...all: readonly object[]) => ({ ana: { id: 'ana', saved: all } });

describe('the view of searches with a name', () => {
  it('shows the newest first', () =>
    given(saved('a', 'Bonuri'), saved('b', 'Acte')).thenRows(row(shown('b', 'Acte'), shown('a', 'Bonuri'))));
  it('shows none that was taken away, and those of nobody who was erased', () =>
    given(saved('a', 'Bonuri'), saved('b', 'Acte'), saved('c', null), deleted('a')).thenRows(row(shown('b', 'Acte'))));
});
