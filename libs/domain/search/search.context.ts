import type { ProblemCode } from '@dosar/contracts';
import type { SearchRefusal } from './search.decider';
import { SearchEvents } from './search.events';
import { savedSearches } from './saved-searches.projector';
import { searches } from './searches.projector';

/** Searches of people. What they find is in the index, filled from `documents`. */
export const search = {
  catalogues: [SearchEvents],
  projectors: [searches, savedSearches],
  reactorGroups: [],
  refusals: {
    'search/unknown': 'NOT_FOUND',
    'search/name-taken': 'ALREADY_EXISTS',
    'search/too-many': 'TOO_MANY_SAVED',
  } satisfies Record<SearchRefusal, ProblemCode>,
} as const;
