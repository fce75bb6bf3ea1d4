import { put, type Rows, type Write } from '@dosar/kernel';
import type { SearchDocument } from '@dosar/search/document';
import { monthIn } from '../files/drive.events';
import { faceted } from './document';

/** The scope of what lies in a folder: nobody has it, it only serves to follow a folder that is moved. */
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
