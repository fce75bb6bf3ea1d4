import { projects, someone } from '@dosar/kernel/testing';
import { SearchEvents, type SearchEvent } from './search.events';
import { searches } from './searches.projector';

const given = projects<SearchEvent>(searches, SearchEvents);
const of = { resource: { type: 'user', id: 'ana' } };
const recorded = (searchId: string, query: string | null, filters: Record<string, string> | null = {}) => ({
  ...({ type: 'SearchRecorded', data: { searchId, query, filters } } as const),
  ...of,
});
const cleared = (searchId: string | null) => ({
  ...({ type: 'SearchHistoryCleared', data: { searchId } } as const),
  ...of,
});
const entry = (id: string, query: string, filters = {}) => ({ id, query, filters, searched_at: someone.now });
const row = (...history: readonly object[]) => ({ 'ana 2026': { id: 'ana 2026', user_id: 'ana', history } });

describe('the view of what was looked for', () => {
  it('shows the newest first, and each once', () =>
    given(recorded('a', 'bon'), recorded('b', 'act', { types: 'images' }), recorded('c', 'bon')).thenRows(
      row(entry('c', 'bon'), entry('b', 'act', { types: 'images' })),
    ));
  it('shows no more than twenty', () =>
    given(...Array.from({ length: 21 }, (_, at) => recorded(`s${at}`, `q${at}`))).thenRows(
      row(...Array.from({ length: 20 }, (_, at) => entry(`s${20 - at}`, `q${20 - at}`))),
    ));
  it('forgets one, and all', async () => {
    await given(recorded('a', 'bon'), recorded('b', 'act'), cleared('a')).thenRows(row(entry('b', 'act')));
    await given(recorded('a', 'bon'), recorded('b', 'act'), cleared(null)).thenRows(row());
  });
  it('takes what is no longer readable', () =>
    given(recorded('a', null, null), recorded('b', 'act')).thenRows(row(entry('b', 'act'))));
});
