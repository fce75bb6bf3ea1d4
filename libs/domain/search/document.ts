import { put, type Rows, type Write } from '@dosar/kernel';
import type { SearchDocument } from '@dosar/search/document';
import { monthIn } from '../files/drive.events';

/** The key that encrypts a document's texts, and who may find it. */
export type Found = Pick<SearchDocument, 'key' | 'scopes'>;

export const clientScope = (clientId: string): string => `client:${clientId}`;
/**
 * The scope of things about a client that are not for all who see it: nobody has this scope, it only serves to remove them
 * with the client.
 */
export const aboutScope = (clientId: string): string => `about:${clientId}`;

/** The scope of what lies in a folder: nobody has it either, it serves to follow a folder that is moved. */
const insideScope = (folderId: string): string => `in:${folderId}`;

export const structureOf = (clientId: string, categoryKey: string): string => `${clientId}/${categoryKey}`;
/** The month whose folder it is, wherever that lies. */
export const ownMonth = ({ facets }: Pick<SearchDocument, 'facets'>): string | null =>
  monthIn(String(facets['structure'] ?? '').split('/')[1] ?? null);

/** It as it lies in that folder: of the month that the folder is of. */
export const inFolder = async (
  document: SearchDocument,
  folderId: string | null,
  rows: Pick<Rows<SearchDocument>, 'get'>,
): Promise<SearchDocument> => {
  const scopes = document.scopes.filter((scope) => !scope.startsWith(insideScope('')));
  const folder = folderId === null ? null : await rows.get(folderId);
  return {
    ...document,
    scopes: folderId === null ? scopes : [...scopes, insideScope(folderId)],
    ...faceted(document, { month: ownMonth(document) ?? folder?.facets['month'] ?? null }),
  };
};

/**
 * What lies in a folder, and in those inside it, once that folder is of another month; each once, also where folders are in
 * each other.
 */
export const ofMonthBelow = async (
  { id, facets }: SearchDocument,
  rows: Rows<SearchDocument>,
): Promise<Write<SearchDocument>[]> => {
  const writes: Write<SearchDocument>[] = [];
  const reached = new Set([id]);
  // what is added meanwhile is gone through as well
  for (const next of reached)
    for (const each of await rows.bySubject(insideScope(next))) {
      if (ownMonth(each) !== null || reached.has(each.id)) continue;
      writes.push(put(each.id, { ...each, ...faceted(each, { month: facets['month'] ?? null }) }));
      if (each.kind === 'folder') reached.add(each.id);
    }
  return writes;
};

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
