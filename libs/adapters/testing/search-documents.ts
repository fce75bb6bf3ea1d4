import type { SearchDocument, SearchQuery } from '@dosar/search';

/** A document of a bakery. */
export const aDocument = (id: string, title: string, more: Partial<SearchDocument> = {}): SearchDocument => ({
  id,
  title,
  kind: 'file',
  key: 'client:brutarie',
  scopes: ['all', 'client:brutarie'],
  notes: [],
  content: null,
  isDeleted: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  size: 10,
  sum: null,
  facets: { mimeType: 'application/pdf', processState: 'new', authorId: 'ana' },
  ...more,
});

/** A query by somebody who may see the bakery's documents. */
export const aQuery = (text: string, more: Partial<SearchQuery> = {}): SearchQuery => ({
  text,
  scopes: ['client:brutarie'],
  kinds: [{ kind: 'file' }],
  deleted: 'without',
  where: {},
  sort: 'relevance',
  order: 'desc',
  skip: 0,
  limit: 100,
  ...more,
});
