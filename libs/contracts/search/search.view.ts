import { z } from 'zod';
import { Message } from '../conversations/conversations.view';
import { Instant } from '../endpoint';
import { Id } from '../ids';
import { File, Folder } from '../files/files.view';
import { Named } from '../identity/identity.view';
import { SearchContents, SearchKind } from './search.values';

export const SearchResult = z.object({
  kind: SearchKind,
  id: Id,
  /** What it is called; of a message its beginning. */
  title: z.string(),
  /** Where it answers, in its own letters: pieces of the title, of what is written beside it, or of the text inside it. */
  highlight: z.array(z.object({ text: z.string(), hit: z.boolean() })),
  /** From 1 for the best downwards. */
  score: z.number(),
  client: Named.nullable(),
  contents: SearchContents,
  file: File.optional(),
  folder: Folder.optional(),
  message: Message.optional(),
});
export type SearchResult = z.infer<typeof SearchResult>;

/** What was looked for once: the words, and the filters as they stood in the address. */
export const SearchEntry = z.object({
  id: Id,
  query: z.string(),
  filters: z.record(z.string(), z.string()),
  searched_at: Instant,
});
export type SearchEntry = z.infer<typeof SearchEntry>;

/** A search that somebody has given a name. */
export const SavedSearch = SearchEntry.omit({ searched_at: true }).extend({ name: z.string(), saved_at: Instant });
export type SavedSearch = z.infer<typeof SavedSearch>;
