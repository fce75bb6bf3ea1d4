import { mkdirSync } from 'node:fs';
import type { EventStore, SearchIndex, SearchState } from '@dosar/kernel/runtime';
import { placesIn } from './places';
import type { PortsConfig } from './ports-config';

type Log = Pick<EventStore, 'head' | 'at'>;
type Searches = Pick<SearchIndex, 'search' | 'close'>;

const meilisearchOf = async ({ searchUrl, searchKey }: PortsConfig) =>
  searchUrl === null ? null : (await import('./search-index/meilisearch-place')).placeOf(searchUrl, searchKey);

/** The index, to be filled. */
export const openIndex = async (config: PortsConfig, events: Log): Promise<SearchIndex> => {
  const place = await meilisearchOf(config);
  if (place) return (await import('./search-index/meilisearch')).meilisearchIndex(place, events);
  return (await import('./search-index/sqlite')).sqliteSearchIndex(placesIn(config.dataDir).search, events);
};

/** Searches in the index; a file that was not made from this log is emptied before anything is found in it. */
export const openSearches = async (
  config: PortsConfig,
  events: Log,
): Promise<Searches & { readonly dropped?: SearchState['dropped'] }> => {
  const place = await meilisearchOf(config);
  // what is asked while it is away is refused, and all else goes on
  if (place) return (await import('./search-index/meilisearch-thread')).meilisearchInThread(place);
  const { folder, search } = placesIn(config.dataDir);
  // where all else is kept by services, nothing else has made it
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const dropped = await (await import('./search-index/sqlite')).dropForeignSearch(search, events);
  return { ...(await import('./search-index/sqlite-thread')).sqliteSearches(search), dropped };
};
