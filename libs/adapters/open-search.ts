import { mkdirSync } from 'node:fs';
import type { EventStore, Foreign } from '@dosar/kernel/runtime';
import type { SearchIndex, SearchState } from '@dosar/search';
import { openedOrAnew, renewable, type Guard, type Renewable } from './computed-file';
import { placesIn } from './places';
import type { PortsConfig } from './ports-config';

type Log = Pick<EventStore, 'head' | 'at'>;
type Searches = Pick<SearchIndex, 'search' | 'close'>;

const meilisearchOf = async ({ searchUrl, searchKey }: PortsConfig) =>
  searchUrl === null
    ? null
    : (await import('./search-index/meilisearch/meilisearch-place')).placeOf(searchUrl, searchKey);

/** Opens the index for filling. */
export const openIndex = async (config: PortsConfig, events: Log): Promise<SearchIndex> => {
  const place = await meilisearchOf(config);
  if (place) return (await import('./search-index/meilisearch/meilisearch')).meilisearchIndex(place, events);
  return (await import('./search-index/sqlite')).sqliteSearchIndex(placesIn(config.dataDir).search, events);
};

export type OpenedSearches = Renewable<Searches> & { readonly dropped?: SearchState['dropped'] };

/** Opens the index for searching; a file made from another log is emptied first. */
export const openSearches = async (config: PortsConfig, events: Log, guard: Guard): Promise<OpenedSearches> => {
  const place = await meilisearchOf(config);
  // searches fail while the file is away, and everything else works
  if (place)
    return renewable(
      {
        files: [],
        make: async () => {},
        open: async () => (await import('./search-index/meilisearch/meilisearch-thread')).meilisearchInThread(place),
      },
      guard,
    );
  const { folder, search } = placesIn(config.dataDir);
  // with everything else on services, nothing has made the folder
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { dropForeignSearch } = await import('./search-index/sqlite');
  const { sqliteSearches } = await import('./search-index/sqlite-thread');
  const make = () => dropForeignSearch(search, events);
  const dropped = await openedOrAnew(search, make, guard.onDamage);
  const open = async () => sqliteSearches(search);
  return { ...(await renewable({ files: [search], make, open }, guard)), dropped };
};

/** Its name in lists of views. */
const INDEX = 'the index of the search';

export const withIndex = ({ ahead, other }: Foreign, dropped: SearchState['dropped']): Foreign => ({
  ahead: [...ahead, ...(dropped === 'ahead' ? [INDEX] : [])],
  other: [...other, ...(dropped === 'other' ? [INDEX] : [])],
});
