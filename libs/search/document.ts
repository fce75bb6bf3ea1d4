import type { SealedDocument } from '@dosar/kernel';

/** The stored bytes from which the text inside a document is read. */
export type SearchContent = SealedDocument & { readonly mimeType: string };

/** A document in the index: found by its title, its notes, and the text inside it once that was read. */
export type SearchDocument = {
  readonly id: string;
  readonly kind: string;
  /** The data key its texts are encrypted with: it is removed from the index with that key. */
  readonly key: string;
  /** Who may find it: anybody with one of these scopes, such as `client:<id>`. */
  readonly scopes: readonly string[];
  readonly title: string;
  readonly notes: readonly string[];
  readonly content: SearchContent | null;
  readonly isDeleted: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly size: number | null;
  /** The sum that it is over, with two decimals. */
  readonly sum: number | null;
  /** Further properties to filter by: its state, who uploaded it, its tags, and so on. */
  readonly facets: Readonly<Record<string, string | readonly string[]>>;
};
