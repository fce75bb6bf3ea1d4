import { folded, SEARCH_LIMITS, type UserId } from '@dosar/contracts';
import { canonical, refuse, yearOf, type DataOf, type Decider, type Message } from '@dosar/kernel';
import { SearchEvents, type SearchEvent } from './search.events';

type Asked = { readonly query: string; readonly filters: Readonly<Record<string, string>> };

export type SearchCommand =
  | Message<'RecordSearch', Asked>
  | Message<'ClearHistory', { readonly searchId: string | null }>
  | Message<'SaveSearch', Asked & { readonly name: string }>
  | Message<'DeleteSavedSearch', { readonly searchId: string }>;
export type SearchRefusal = 'search/unknown' | 'search/name-taken' | 'search/too-many';

type Searches = {
  /** Searches by id, the newest last: each as one text, and when. */
  readonly history: Map<string, { readonly asked: string; readonly at: number }>;
  /** Names of saved searches by id, in the form in which they are compared; null of an erased person. */
  readonly saved: Map<string, string | null>;
};

/** The same query within this time counts as one search: somebody pages through results, or opens one after another. */
const ONE_SEARCH_MS = 24 * 60 * 60_000;

const textOf = ({ query, filters }: Pick<DataOf<SearchEvent, 'SearchRecorded'>, 'query' | 'filters'>) =>
  canonical([query, filters]);

export const search: Decider<Searches, SearchCommand, SearchEvent, SearchRefusal, UserId> = {
  events: SearchEvents,
  initial: () => ({ history: new Map(), saved: new Map() }),
  decide: {
    RecordSearch: (asked, { history }, { now, idFor }) => {
      const text = textOf(asked);
      const isKnown = (at: number) => Date.parse(now) - at < ONE_SEARCH_MS;
      if ([...history.values()].some((each) => each.asked === text && isKnown(each.at))) return [];
      return [{ type: 'SearchRecorded', data: { searchId: idFor('search'), ...asked } }];
    },
    ClearHistory: ({ searchId }, { history }) => {
      if (searchId !== null && !history.has(searchId)) return refuse('search/unknown');
      return history.size === 0 ? [] : [{ type: 'SearchHistoryCleared', data: { searchId } }];
    },
    SaveSearch: (asked, { saved }, { idFor }) => {
      if (saved.size >= SEARCH_LIMITS.saved) return refuse('search/too-many');
      if ([...saved.values()].includes(folded(asked.name))) return refuse('search/name-taken');
      return [{ type: 'SearchSaved', data: { searchId: idFor('search'), ...asked } }];
    },
    DeleteSavedSearch: ({ searchId }, { saved }) =>
      saved.has(searchId) ? [{ type: 'SavedSearchDeleted', data: { searchId } }] : refuse('search/unknown'),
  },
  evolve: {
    SearchRecorded: (data, searches, { now }) => {
      const { history } = searches;
      const asked = textOf(data);
      // each year ends by itself, so entries of other years stay
      for (const [id, each] of history)
        if (each.asked === asked && new Date(each.at).getUTCFullYear() === yearOf(now)) history.delete(id);
      history.set(data.searchId, { asked, at: Date.parse(now) });
      const [oldest] = history.keys();
      if (history.size > SEARCH_LIMITS.history && oldest !== undefined) history.delete(oldest);
      return searches;
    },
    SearchHistoryCleared: ({ searchId }, searches) => {
      if (searchId === null) searches.history.clear();
      else searches.history.delete(searchId);
      return searches;
    },
    SearchSaved: ({ searchId, name }, searches) => {
      searches.saved.set(searchId, name === null ? null : folded(name));
      return searches;
    },
    SavedSearchDeleted: ({ searchId }, searches) => {
      searches.saved.delete(searchId);
      return searches;
    },
  },
  belongsTo: (userId) => ({ userId }),
};
