import { z } from 'zod';
import { Message } from '../conversations/conversations.view';
import { Instant } from '../endpoint';
import { Id } from '../ids';
import { File, Folder } from '../files/files.view';
import { Named } from '../identity/identity.view';
import { SearchContents, SearchKind } from './search.values';

/** Something that was found. */
export const SearchResult = z.object({
  /** What it is. */
  kind: SearchKind,
  /** The id of what was found. */
  id: Id,
  /** What it is called; of a message its beginning. */
  title: z.string(),
  /** The folders in which it lies, from the root. */
  path: z.array(z.string()),
  /** Where it answers, in its own letters: pieces of the title, of what is written beside it, or of the text inside it. */
  highlight: z.array(
    z.object({ /** A piece of text. */ text: z.string(), /** Whether it answers the words. */ hit: z.boolean() }),
  ),
  /** From 1 for the best downwards. */
  score: z.number(),
  /** The client to whom it belongs, if to one. */
  client: Named.nullable(),
  /** Whether words inside it are found. */
  contents: SearchContents,
  /** Of so many folders of the accounting structure that are called alike this one is shown: that of the present month. */
  folded: z.int().optional(),
  /** The file, when it is one. */
  file: File.optional(),
  /** The folder, when it is one. */
  folder: Folder.optional(),
  /** The message, when it is one. */
  message: Message.optional(),
});
export type SearchResult = z.infer<typeof SearchResult>;

/** What was looked for once: the words, and the filters as they stood in the address. */
export const SearchEntry = z.object({
  /** The id of the entry. */
  id: Id,
  /** The words that were looked for. */
  query: z.string(),
  /** The filters, as they stand in an address. */
  filters: z.record(z.string(), z.string()),
  /** When it was looked for last. */
  searched_at: Instant,
});
export type SearchEntry = z.infer<typeof SearchEntry>;

/** A search that somebody has given a name. */
export const SavedSearch = SearchEntry.omit({ searched_at: true }).extend({
  /** What the search is called. */
  name: z.string(),
  /** When it was saved. */
  saved_at: Instant,
});
export type SavedSearch = z.infer<typeof SavedSearch>;
