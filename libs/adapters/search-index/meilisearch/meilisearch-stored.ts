import type { Meilisearch } from 'meilisearch';
import { orNull } from './meilisearch-server';
import { among } from './meilisearch-filter';
import { textIn, type StoredTextRow } from './meilisearch-documents';

/** So many documents are asked for at once. */
const PAGE = 1_000;

/** `key`: what its texts are sealed with. */
type Known = { readonly id: string; readonly number: number; readonly key: string };
export type Row = { readonly id: string; readonly number: number; readonly json: string };

/** All that a filter leaves, page by page. */
export const each = async <T extends Record<string, unknown>>(
  client: Meilisearch,
  name: string,
  filter: string,
  fields: readonly Extract<keyof T, string>[],
): Promise<T[]> => {
  const found: T[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const page = await orNull(
      client.index<T>(name).getDocuments<T>({ filter, fields: [...fields], limit: PAGE, offset }),
    );
    found.push(...(page?.results ?? []));
    if (!page || page.results.length < PAGE) return found;
  }
};

/** Those of these ids that are there, how they are numbered, and whose they are. */
export const knownIn = async (client: Meilisearch, name: string, ids: readonly string[]) => {
  const rows = ids.length === 0 ? [] : await each<Known>(client, name, among('id', ids), ['id', 'number', 'key']);
  return new Map(rows.map((row) => [row.id, row]));
};

/** What was read inside these. */
export const textsIn = async (client: Meilisearch, name: string, ids: readonly string[]) => {
  const fields = ['id', 'state', 'text', 'after'] as const;
  const rows = ids.length === 0 ? [] : await each<StoredTextRow>(client, name, among('id', ids), fields);
  return new Map(rows.map((row) => [row.id, textIn(row)]));
};
