import type { Place, Ports, Position, Standing } from '@dosar/kernel/runtime';
import type { SearchContent, SearchDocument } from './document';
import type { Segment } from './words';

/** `null`: it is taken out. */
export type SearchWrite = { readonly id: string; readonly document: SearchDocument | null };

/** What the text inside a document came to: the text, all but what stands in pictures of it; or why it could not be read. */
export type SearchText =
  { readonly text: string; readonly isCut: boolean; readonly isScanned?: boolean } | { readonly why: string };
/**
 * Of a document whose text is still to be read: all of it, or what stands in pictures; or that ended the process too often,
 * and is read when an administrator says so.
 */
export type SearchUnread = 'waiting' | 'scanned' | 'given_up';
/** `none`: it has no text inside; `waiting`, `scanned`, `given_up`; `read`, `cut`; or why it could not be read. */
export type SearchTextState = string;

export const textStateOf = (read: SearchText): SearchTextState => {
  if ('why' in read) return read.why;
  if (read.isScanned) return 'scanned' satisfies SearchUnread;
  return read.isCut ? 'cut' : 'read';
};

/** Of each of these facets a document has one of the values. */
export type SearchFacets = Readonly<Record<string, readonly string[]>>;

/** What a document must be, and bounds that it must lie in: `from` included, `below` not. */
export type SearchWhere = {
  readonly facets?: SearchFacets;
  readonly size?: { readonly from?: number; readonly below?: number };
  readonly createdAt?: { readonly from?: string; readonly below?: string };
};

export type SearchSort = 'relevance' | 'created' | 'updated' | 'name' | 'size';

export type SearchQuery = {
  /** As a person wrote it: words, and words in quotes, which count as one. The first ten are looked for. */
  readonly text: string;
  /** Whoever asks may find what has any of these. */
  readonly scopes: readonly string[];
  /** Only documents of these kinds; of a kind, only those with such facets, if it says so. */
  readonly kinds: readonly { readonly kind: string; readonly facets?: SearchFacets }[];
  readonly deleted: 'without' | 'with' | 'only';
  readonly where: SearchWhere;
  readonly sort: SearchSort;
  readonly order: 'asc' | 'desc';
  readonly skip: number;
  readonly limit: number;
};

export type SearchHit = {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly title: string;
  /** Where it answers, in its own letters. */
  readonly excerpt: readonly Segment[];
  readonly text: SearchTextState;
};

/** So many are counted. */
export const SEARCH_TOTAL = 1_000;
export type SearchFound = { readonly hits: readonly SearchHit[]; readonly total: number; readonly isMore: boolean };

/** How far a version of the index has come, and whether it is filled: until then the older one, if any, is searched. */
export type SearchState = {
  readonly position: Position | null;
  readonly leaf: string | null;
  readonly isSettled: boolean;
  /** What was there was of another log, or of one that went further: it was emptied. */
  readonly dropped?: Exclude<Standing, 'same'>;
};

/** Documents by their words. What it finds is promised, in which order by relevance is not. A cache of the log. */
export interface SearchIndex {
  /** Makes room for this version, where there is none yet: what is put from now on goes there. */
  open(version: number): Promise<SearchState>;
  get(id: string): Promise<SearchDocument | null>;
  /** Those whose texts were sealed with this key. */
  ofKey(key: string): Promise<readonly SearchDocument[]>;
  /** Those that whoever has this scope may find. */
  ofScope(scope: string): Promise<readonly SearchDocument[]>;
  /** Writes and moves the checkpoint to `upTo`: both or neither. */
  put(writes: readonly SearchWrite[], upTo: Place): Promise<void>;
  /** This version is filled: it is what is searched from now on, and older ones go. */
  settle(): Promise<void>;
  /** Takes out, from everywhere, what was sealed with this key. */
  remove(key: string): Promise<void>;
  /** Whose keys what is kept was sealed with. */
  keys(): Promise<readonly string[]>;
  /** The keys of documents whose text is in that state. */
  unreadKeys(state: SearchUnread): Promise<readonly string[]>;
  /** Documents whose text is in that state, the newest first; those of a key alone, if one is named. */
  unread(
    state: SearchUnread,
    most: number,
    key?: string,
  ): Promise<readonly { readonly id: string; readonly content: SearchContent }[]>;
  putText(id: string, text: SearchText): Promise<void>;
  /** @throws Unavailable */
  search(query: SearchQuery): Promise<SearchFound>;
  close(): Promise<void>;
}

/** What an application needs around it: the kernel's ports, and an index to search in. */
export type PortsWithSearch = Ports & { readonly search: Pick<SearchIndex, 'search'> };
