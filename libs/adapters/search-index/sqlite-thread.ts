import type { SearchFound, SearchIndex, SearchQuery } from '@dosar/search';
import { thread } from '../thread';

/** Searches in an index that another thread fills, in a thread of its own: who answers calls waits for none of it. */
export const sqliteSearches = (file: string): Pick<SearchIndex, 'search' | 'close'> => {
  const asking = thread<SearchQuery, SearchFound>('search-index.worker', file, 'the search of the documents');
  return { search: asking.ask, close: asking.close };
};
