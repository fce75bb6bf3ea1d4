import type { Settings } from 'meilisearch';

/** So many are found, and can be turned to page by page. */
export const MOST_FOUND = 10_000;
/** Of so many keys are documents at most. */
const MOST_KEYS = 1_000_000;

/** What words are searched in, those that say most first. */
const SEARCHED = ['title', 'notes', 'text', 'rest', 'stems', 'textStems'] as const;

/** How documents are searched. Words come folded, with a letter before each (words.ts): so much longer they are. */
export const SETTINGS = {
  searchableAttributes: [...SEARCHED],
  filterableAttributes: ['id', 'scopes', 'kind', 'isDeleted', 'facets', 'size', 'sum', 'created', 'key', 'state'],
  sortableAttributes: ['created', 'updated', 'name', 'size', 'number'],
  // what is asked for in an order comes in that order alone
  rankingRules: ['sort', 'words', 'typo', 'proximity', 'attribute', 'exactness'],
  typoTolerance: { enabled: true, minWordSizeForTypos: { oneTypo: 6, twoTypos: 10 }, disableOnNumbers: true },
  pagination: { maxTotalHits: MOST_FOUND },
  faceting: { maxValuesPerFacet: MOST_KEYS },
  stopWords: [],
  synonyms: {},
} satisfies Settings;

/** Texts that were read inside documents are kept beside: to fill an index anew does not read every document again. */
export const TEXT_SETTINGS = {
  searchableAttributes: [],
  filterableAttributes: ['id', 'key'],
  faceting: { maxValuesPerFacet: MOST_KEYS },
} satisfies Settings;
