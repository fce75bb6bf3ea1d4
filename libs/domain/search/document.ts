import type { SearchDocument } from '@dosar/search/document';

/** Whose a document is: with which key its texts are sealed, and who may find it. */
export type Found = Pick<SearchDocument, 'key' | 'scopes'>;

export const clientScope = (clientId: string): string => `client:${clientId}`;
/** Of what is about a client and not for all who see the client: nobody has this scope, and with the client it goes. */
export const aboutScope = (clientId: string): string => `about:${clientId}`;

/** Everybody may find it who may see all, the firm, or the client. */
export const ofClient = (clientId: string, firmId: string | null, key: string): Found => ({
  key,
  scopes: ['all', ...(firmId === null ? [] : [`firm:${firmId}`]), clientScope(clientId)],
});

/** By which of what they are documents are narrowed. `authorId`: who has brought it, or said it. */
export type Facet = 'mimeType' | 'processState' | 'accountingStatus' | 'conversationId' | 'authorId';

/** Its facets, with some of them otherwise; null takes one away. */
export const faceted = (
  { facets }: Pick<SearchDocument, 'facets'>,
  change: { readonly [F in Facet]?: string | null },
): Pick<SearchDocument, 'facets'> => {
  const all: [string, string | null][] = Object.entries({ ...facets, ...change });
  return { facets: Object.fromEntries(all.filter((each): each is [string, string] => each[1] !== null)) };
};

/** A document that says nothing yet but what it is called. */
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
  facets: {},
  ...found,
});
