import type { Place, Ports, Position, Standing } from '@dosar/kernel/runtime';
import type { SearchContent, SearchDocument } from './document';
import type { Segment } from './excerpts';

/** `null`: the document is removed. */
export type SearchWrite = { readonly id: string; readonly document: SearchDocument | null };

/**
 * The result of reading a document: its text, where `isScanned` says that pictures are still to be read; or why it could not
 * be read.
 */
export type SearchText =
  { readonly text: string; readonly isCut: boolean; readonly isScanned?: boolean } | { readonly why: string };
/**
 * Why a document's text is missing: not read yet; pictures not read yet; or given up after several crashes, until an
 * administrator asks for it.
 */
export type SearchUnread = 'waiting' | 'scanned' | 'given_up';
/** `none`: there is no text inside; `waiting`, `scanned`, `given_up`; `read`, `cut`; or why it could not be read. */
export type SearchTextState = string;

export const textStateOf = (read: SearchText): SearchTextState => {
  if ('why' in read) return read.why;
  if (read.isScanned) return 'scanned' satisfies SearchUnread;
  return read.isCut ? 'cut' : 'read';
};

/** A document must have one of the values of each facet; null among them: or none at all. */
export type SearchFacets = Readonly<Record<string, readonly (string | null)[]>>;

type Either = readonly [SearchWhere, ...SearchWhere[]];
/** Conditions on a document, and bounds: `from` inclusive, `below` exclusive. */
export type SearchWhere = {
  readonly facets?: SearchFacets;
  readonly size?: { readonly from?: number; readonly below?: number };
  readonly sum?: { readonly from?: number; readonly below?: number };
  readonly createdAt?: { readonly from?: string; readonly below?: string };
  /** Of each of these lists one must be so as well. */
  readonly any?: readonly Either[];
};

export type SearchSort = 'relevance' | 'created' | 'updated' | 'name' | 'size';

export type SearchQuery = {
  /** The query as typed: words, and phrases in quotes, which count as one. The first ten are used. */
  readonly text: string;
  /** The caller's scopes: documents with any of these may be found. */
  readonly scopes: readonly string[];
  /** Restricts to these kinds; within a kind, to these facets if given. */
  readonly kinds: readonly { readonly kind: string; readonly facets?: SearchFacets }[];
  readonly deleted: 'without' | 'with' | 'only';
  readonly where: SearchWhere;
  /** A facet: only documents that have it are found, and of those with the same value one alone. */
  readonly oneOfEach?: string;
  /** What was indexed up to here must be among what is looked through; whether it is not yet is said. */
  readonly least?: Position;
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
  /** A passage that matches, as written. */
  readonly excerpt: readonly Segment[];
  readonly text: SearchTextState;
};

/** The total is counted up to this number. */
export const SEARCH_TOTAL = 1_000;
export type SearchFound = {
  readonly hits: readonly SearchHit[];
  readonly total: number;
  readonly isMore: boolean;
  /** It does not have what it must have: for a moment, or until it is filled. */
  readonly behind?: 'shortly' | 'until_filled';
};

/** Whether an index that has come so far lacks something; what is being filled is not known to have anything. */
export const behindOf = (
  { least }: Pick<SearchQuery, 'least'>,
  { position, isFilled }: { readonly position: Position | null; readonly isFilled: boolean },
): Pick<SearchFound, 'behind'> => {
  if (least === undefined || (position ?? -1n) >= least) return {};
  return { behind: isFilled ? 'shortly' : 'until_filled' };
};

/** The position of a version of the index, and whether it is filled: until then the older one, if any, is searched. */
export type SearchState = {
  readonly position: Position | null;
  readonly leaf: string | null;
  readonly isSettled: boolean;
  /** The former content was of another log, or of one that went further: it was removed. */
  readonly dropped?: Exclude<Standing, 'same'>;
};

/**
 * Full-text search. Which documents are found is part of the contract, their order by relevance is not. A cache of the log.
 */
export interface SearchIndex {
  /** Creates this version where it does not exist; puts from now on go there. */
  open(version: number): Promise<SearchState>;
  get(id: string): Promise<SearchDocument | null>;
  /** Documents encrypted with this key. */
  ofKey(key: string): Promise<readonly SearchDocument[]>;
  /** Documents that this scope may find. */
  ofScope(scope: string): Promise<readonly SearchDocument[]>;
  /** Writes documents and moves the checkpoint to `upTo`: both or neither. */
  put(writes: readonly SearchWrite[], upTo: Place): Promise<void>;
  /** This version is filled: it is searched from now on, and older ones are deleted. */
  settle(): Promise<void>;
  /** Removes, from everywhere, documents encrypted with this key. */
  remove(key: string): Promise<void>;
  /** The keys of all stored documents. */
  keys(): Promise<readonly string[]>;
  /** The keys of documents whose text is in that state. */
  unreadKeys(state: SearchUnread): Promise<readonly string[]>;
  /** Documents whose text is in that state, the newest first; only those of one key, if given. */
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

/** The ports of an application: the kernel's, and an index to search. */
export type PortsWithSearch = Ports & { readonly search: Pick<SearchIndex, 'search'> };
