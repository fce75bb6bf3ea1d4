import type { SearchDocument } from '@dosar/search/document';

/** The key that encrypts a document's texts, and who may find it. */
export type Found = Pick<SearchDocument, 'key' | 'scopes'>;

export const clientScope = (clientId: string): string => `client:${clientId}`;
/**
 * The scope of things about a client that are not for all who see it: nobody has this scope, it only serves to remove them
 * with the client.
 */
export const aboutScope = (clientId: string): string => `about:${clientId}`;

/** Found by whoever may see everything, the firm, or the client. */
export const ofClient = (clientId: string, firmId: string | null, key: string): Found => ({
  key,
  scopes: ['all', ...(firmId === null ? [] : [`firm:${firmId}`]), clientScope(clientId)],
});

/**
 * The properties that searches filter by. `authorId`: who uploaded or sent it; `month`: in whose folder it lies; `structure`:
 * as which folder of the accounting structure it was made, the same for each month of a client.
 */
export type Facet =
  'mimeType' | 'processState' | 'accountingStatus' | 'conversationId' | 'authorId' | 'month' | 'structure' | 'tags';

type Value = string | readonly string[];

/** Its facets with some changed; null removes one. */
export const faceted = (
  { facets }: Pick<SearchDocument, 'facets'>,
  change: { readonly [F in Facet]?: Value | null },
): Pick<SearchDocument, 'facets'> => {
  const all: [string, Value | null][] = Object.entries({ ...facets, ...change });
  return { facets: Object.fromEntries(all.filter((each): each is [string, Value] => each[1] !== null)) };
};

/** A document with nothing but its title. */
export const documentOf = (
  ...[kind, id, title, at, found]: readonly [kind: string, id: string, title: string, at: string, found: Found]
): SearchDocument => ({
  id,
  kind,
  title,
  notes: [],
  content: null,
  isDeleted: false,
  createdAt: at,
  updatedAt: at,
  size: null,
  sum: null,
  facets: {},
  ...found,
});
