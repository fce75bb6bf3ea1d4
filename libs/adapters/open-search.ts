import { mkdirSync } from 'node:fs';
import type { EventStore, SearchIndex } from '@dosar/kernel/runtime';
import { placesIn } from './places';
import type { PortsConfig } from './ports-config';

type Log = Pick<EventStore, 'head'>;
type Searches = Pick<SearchIndex, 'search' | 'close'>;

const meilisearchOf = async ({ searchUrl, searchKey }: PortsConfig) =>
  searchUrl === null ? null : (await import('./search-index/meilisearch-place')).placeOf(searchUrl, searchKey);

/** The index, to be filled. */
export const openIndex = async (config: PortsConfig, events: Log): Promise<SearchIndex> => {
  const place = await meilisearchOf(config);
  if (place) return (await import('./search-index/meilisearch')).meilisearchIndex(place, () => events.head());
  return (await import('./search-index/sqlite')).sqliteSearchIndex(placesIn(config.dataDir).search, () =>
    events.head(),
  );
};

/** Searches in the index; a file that is further than the log is emptied before anything is written. */
export const openSearches = async (config: PortsConfig, events: Log): Promise<Searches> => {
  const place = await meilisearchOf(config);
  // what is asked while it is away is refused, and all else goes on
  if (place) return (await import('./search-index/meilisearch-thread')).meilisearchInThread(place);
  const { folder, search } = placesIn(config.dataDir);
  // where all else is kept by services, nothing else has made it
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  (await import('./search-index/sqlite')).dropSearchAhead(search, (await events.head()) ?? -1n);
  return (await import('./search-index/sqlite-thread')).sqliteSearches(search);
};
