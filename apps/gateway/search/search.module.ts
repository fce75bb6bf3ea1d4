import { context } from '../platform/hosting/context';
import { clearEntry, clearHistory, listSearches } from './clear-history';
import { findByWords } from './find-by-words';
import { forgetSaved, listSaved, saveSearch } from './save-search';
import { Finder } from './finder';
import { SearchHistory } from './search-history';
import { SearchPlaces } from './search-places';
import { Searches } from './searches';
import { ShownHits } from './shown-hits';

/** Full-text search. */
export const search = context({
  useCases: [findByWords, listSearches, clearHistory, clearEntry, listSaved, saveSearch, forgetSaved],
  providers: [Finder, SearchHistory, SearchPlaces, Searches, ShownHits],
});
