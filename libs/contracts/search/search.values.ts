import { z } from 'zod';
import { PreviewFault } from '../files/files.values';
import { notBlank } from '../rules';

/** What is looked for: files, all of them or some; messages; and, where they are asked for, folders and clients. */
export const SearchType = z.enum(['files', 'messages', 'images', 'text_files', 'folders', 'clients']);
export type SearchType = z.infer<typeof SearchType>;

/** What is looked for where nothing is said. */
export const SEARCH_TYPES: readonly SearchType[] = ['files', 'messages'];

/** What was found. */
export const SearchKind = z.enum(['file', 'message', 'folder', 'client']);
export type SearchKind = z.infer<typeof SearchKind>;

/** By what results are sorted. */
export const SearchSort = z.enum(['relevance', 'created', 'updated', 'name', 'size']);

/**
 * Whether words inside a document are found: it has none; they are not read yet; all but those in its pictures are, which
 * OCR has not recognized (yet); all are, or their beginning; or why not.
 */
export const SearchContents = z.enum([
  ...(['none', 'waiting', 'scanned', 'read', 'cut'] as const),
  ...PreviewFault.options,
]);
export type SearchContents = z.infer<typeof SearchContents>;

export const SEARCH_LIMITS = { query: 500, total: 1_000, history: 20, saved: 50, name: 100, filters: 20 } as const;

/** What somebody calls a search. */
export const SearchName = notBlank(z.string().trim().max(SEARCH_LIMITS.name));
