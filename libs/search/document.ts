import type { SealedDocument } from '@dosar/kernel';

/** Where the text inside a document is read from. */
export type SearchContent = SealedDocument & { readonly mimeType: string };

/** What is found: by its title, by what is written beside it, and by the text inside it once that was read. */
export type SearchDocument = {
  readonly id: string;
  readonly kind: string;
  /** Whose data key its texts are sealed with: it leaves the index with that key. */
  readonly key: string;
  /** Who may find it: any of these, such as `client:<id>`. */
  readonly scopes: readonly string[];
  readonly title: string;
  readonly notes: readonly string[];
  readonly content: SearchContent | null;
  readonly isDeleted: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly size: number | null;
  /** What else it is, of which somebody may want some alone: its state, who has brought it, and such. */
  readonly facets: Readonly<Record<string, string>>;
};
