import type { SearchFound, SearchIndex, SearchQuery } from '@dosar/search';
import { thread } from '../../thread';
import type { MeilisearchPlace } from './meilisearch-place';

/** Asks the server in a thread of its own: to show where something answers takes longer than anybody else waits. */
export const meilisearchInThread = (place: MeilisearchPlace): Pick<SearchIndex, 'search' | 'close'> => {
  const asking = thread<SearchQuery, SearchFound>(
    'meilisearch.worker',
    JSON.stringify(place),
    'the search of the documents',
  );
  return { search: asking.ask, close: asking.close };
};
