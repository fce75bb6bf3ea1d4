import { decides, someone } from '@dosar/kernel/testing';
import { search } from './search.decider';
import type { SearchEvent } from './search.events';

const given = decides(search);
const after = (ms: number) => ({ now: new Date(Date.parse(someone.now) + ms).toISOString() });
const made = someone.idFor('search');
const day = 24 * 60 * 60_000;
const recorded = (
  searchId: string,
  query: string | null,
  filters: Record<string, string> | null = {},
): SearchEvent => ({
  type: 'SearchRecorded',
  data: { searchId, query, filters },
});
const look = (query: string, filters: Record<string, string> = {}) =>
  ({ type: 'RecordSearch', data: { query, filters } }) as const;
const clear = (searchId: string | null) => ({ type: 'ClearHistory', data: { searchId } }) as const;
const cleared = (searchId: string | null): SearchEvent => ({ type: 'SearchHistoryCleared', data: { searchId } });

describe('a search', () => {
  it('is kept with its filters', () =>
    given()
      .when(look('bon', { types: 'images' }))
      .then(recorded(made, 'bon', { types: 'images' })));
  it('is the same for a day', () => {
    given(recorded('a', 'bon'))
      .when(look('bon'), after(day - 1))
      .thenNothing();
    given(recorded('a', 'bon')).when(look('bon'), after(day)).then(recorded(made, 'bon'));
  });
  it('with other filters is another', () =>
    given(recorded('a', 'bon'))
      .when(look('bon', { types: 'images' }))
      .then(recorded(made, 'bon', { types: 'images' })));
  it('is kept again once it was forgotten', () => {
    given(recorded('a', 'bon'), cleared('a')).when(look('bon')).then(recorded(made, 'bon'));
    given(recorded('a', 'bon'), cleared(null)).when(look('bon')).then(recorded(made, 'bon'));
  });
  it('of somebody who was erased is forgotten, too', () =>
    given(recorded('a', null, null))
      .when(clear('a'))
      .then(cleared('a')));
});

describe('what was looked for', () => {
  it('is forgotten one by one, or at once', () => {
    given(recorded('a', 'bon'), recorded('b', 'act')).when(clear('a')).then(cleared('a'));
    given(recorded('a', 'bon'), recorded('b', 'act')).when(clear(null)).then(cleared(null));
  });
  it('is forgotten once', () => {
    given(recorded('a', 'bon'), cleared('a')).when(clear('a')).thenRefused('search/unknown');
    given(recorded('a', 'bon'), cleared(null)).when(clear(null)).thenNothing();
    given().when(clear('x')).thenRefused('search/unknown');
  });
  it('is the newest twenty: what is older is not known any more', () => {
    const many = Array.from({ length: 21 }, (_, at) => recorded(`s${at}`, `q${at}`));
    given(...many)
      .when(clear('s0'))
      .thenRefused('search/unknown');
    given(...many)
      .when(clear('s1'))
      .then(cleared('s1'));
  });
});

const save = (name: string) => ({ type: 'SaveSearch', data: { name, query: 'bon', filters: {} } }) as const;
const saved = (searchId: string, name: string | null): SearchEvent => ({
  type: 'SearchSaved',
  data: { searchId, name, query: name && 'bon', filters: name === null ? null : {} },
});
const drop = (searchId: string) => ({ type: 'DeleteSavedSearch', data: { searchId } }) as const;
const dropped = (searchId: string): SearchEvent => ({ type: 'SavedSearchDeleted', data: { searchId } });

describe('a search with a name', () => {
  it('is kept beside the history', () => {
    given().when(save('Bonuri')).then(saved(made, 'Bonuri'));
    given(saved('a', 'Bonuri'), cleared(null)).when(save('Bonuri')).thenRefused('search/name-taken');
  });
  it('has it alone, whatever its letters', () => {
    given(saved('a', 'Șosea'), saved('b', 'Acte')).when(save('SOSEA')).thenRefused('search/name-taken');
    given(saved('a', 'Șosea'), dropped('a')).when(save('SOSEA')).then(saved(made, 'SOSEA'));
  });
  it('is one of fifty', () => {
    const fifty = Array.from({ length: 50 }, (_, at) => saved(`s${at}`, `Căutarea ${at}`));
    given(...fifty)
      .when(save('Bonuri'))
      .thenRefused('search/too-many');
    given(...fifty, dropped('s7'))
      .when(save('Bonuri'))
      .then(saved(made, 'Bonuri'));
  });
  it('is taken away once, also of somebody who was erased', () => {
    given(saved('a', null)).when(drop('a')).then(dropped('a'));
    given(saved('a', 'Acte'), dropped('a')).when(drop('a')).thenRefused('search/unknown');
    given(recorded('a', 'bon')).when(drop('a')).thenRefused('search/unknown');
  });
});
