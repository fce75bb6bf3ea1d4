import {
  IMAGE_TYPES,
  isOffered,
  SEARCH_TYPES,
  searchApi,
  TEXT_FILE_TYPES,
  type Feature,
  type InputOf,
  type ReplyOf,
  type SearchKind,
  type SearchType,
} from '@dosar/contracts';
import type { Facet } from '@dosar/domain/search/document';
import type { SearchQuery } from '@dosar/search';
import { endOf, startOf } from '../platform/hosting/time';
import { useCase } from '../platform/use-cases/use-case';
import type { UseCaseContext } from '../platform/use-cases/use-case-context';
import { findAsOf } from './find-as-of';
import { Finder } from './finder';
import { monthAfter } from './operator-values';
import { earlier, later, narrowed, type Narrowed } from './operators';
import { SearchHistory } from './search-history';
import { SearchPlaces } from './search-places';
import { ShownHits } from './shown-hits';

type Either = NonNullable<SearchQuery['where']['any']>[number];
type Asked = InputOf<typeof searchApi.search>['query'];

const KINDS: Readonly<Record<SearchType, { readonly kind: SearchKind; readonly mimeTypes?: readonly string[] }>> = {
  files: { kind: 'file' },
  messages: { kind: 'message' },
  images: { kind: 'file', mimeTypes: IMAGE_TYPES },
  text_files: { kind: 'file', mimeTypes: TEXT_FILE_TYPES },
  folders: { kind: 'folder' },
  clients: { kind: 'client' },
};

const FEATURES_OF: Readonly<Record<SearchKind, readonly Feature[]>> = {
  file: ['file_manager'],
  folder: ['file_manager'],
  message: ['chat'],
  client: [],
};

/** Limit of skipped results. */
const MOST_SKIPPED = 1_000_000;

/** The kinds allowed by both the filter and the operator. */
const kindsOf = (
  { types }: Asked,
  { types: narrower, mimeTypes }: Narrowed,
  features: readonly Feature[],
): SearchQuery['kinds'] => {
  const given = types && types.length > 0 ? types : null;
  const narrow = narrower && new Set(narrower.map((type) => KINDS[type].kind));
  const wanted = (given ?? narrower ?? SEARCH_TYPES)
    .map((type) => KINDS[type])
    .filter(({ kind }) => isOffered(features, FEATURES_OF[kind]) && (!narrow || narrow.has(kind)));
  // of files, the types in both
  const ofFiles = wanted.filter(({ kind }) => !mimeTypes || kind === 'file');
  return ofFiles.flatMap(({ kind, mimeTypes: own }) => {
    const both = own && mimeTypes ? mimeTypes.filter((type) => own.includes(type)) : (own ?? mimeTypes);
    if (!both) return { kind };
    return both.length === 0 ? [] : { kind, ...faceted({ mimeType: both }) };
  });
};

/** Values of these facets; null is any. */
const faceted = (facets: { readonly [F in Facet]?: readonly string[] | null }) => ({
  facets: Object.fromEntries(Object.entries(facets).flatMap(([name, values]) => (values ? [[name, values]] : []))),
});

const boundsOf = ({ date_from, date_to }: Asked, { from, below }: Narrowed): SearchQuery['where']['createdAt'] => {
  const first = later(from, date_from === undefined ? null : startOf(date_from).toISOString());
  const end = earlier(below, date_to === undefined ? null : endOf(date_to).toISOString());
  return { ...(first !== null && { from: first }), ...(end !== null && { below: end }) };
};

/** The values allowed by both the filter and the operator. */
const oneOf = (filter: string | undefined, operator: readonly string[] | null): readonly string[] | null => {
  if (filter === undefined) return operator;
  return operator ? operator.filter((value) => value === filter) : [filter];
};

/** What lies in the folder of a month, and of what lies in none what came in that month. */
const inMonth = (month: string): Either => [
  { facets: { month: [month] } },
  {
    facets: { month: [null] },
    createdAt: {
      from: startOf(`${month}-01`).toISOString(),
      below: startOf(`${monthAfter(month, 1)}-01`).toISOString(),
    },
  },
];

const whereOf = (asked: Asked, said: Narrowed, authors: readonly string[] | null): SearchQuery['where'] => {
  const { min_size: from, max_size: most, conversation_id, sender_id } = asked;
  const state = oneOf(asked.process_state, said.processStates);
  const status = oneOf(asked.accounting_status, said.accountingStatus === null ? null : [said.accountingStatus]);
  const by = sender_id === undefined ? authors : (authors ?? [sender_id]).filter((id) => id === sender_id);
  return {
    ...faceted({
      processState: state,
      accountingStatus: status,
      authorId: by,
      conversationId: conversation_id === undefined ? null : [conversation_id],
    }),
    size: { ...(from !== undefined && { from }), ...(most !== undefined && { below: most + 1 }) },
    ...(said.sum && { sum: said.sum }),
    createdAt: boundsOf(asked, said),
    any: [
      ...(said.month === null ? [] : [inMonth(said.month)]),
      ...said.tags.map((tag): Either => [{ facets: { tags: [tag] } }]),
    ],
  };
};

export const findByWords = useCase(searchApi.search, async ({ query }, context) => {
  // an auditor leaves nothing but what they opened
  if (context.look) return findAsOf(context, query, await queryOf(context, query, narrowed(query.q)));
  // the answer does not wait for the history
  const note = () => context.use(SearchHistory).note(context.call, query);
  const [reply] = await Promise.all([find(context, query), query.record && note()]);
  return reply;
});

const find = async (context: UseCaseContext, asked: Asked): Promise<ReplyOf<typeof searchApi.search>> => {
  const { call, use } = context;
  const { page, pageSize } = asked;
  const begun = performance.now();
  const said = narrowed(asked.q);
  const query = await queryOf(context, asked, said);
  const found = await use(Finder).of(call, query);
  const results = await use(ShownHits).of(call, found, { skipped: query.skip, month: said.month });
  const { total, isMore } = found;
  const took_ms = Math.round(performance.now() - begun);
  const { unknown } = said;
  return {
    results,
    total,
    ...(isMore && { total_is_more: true as const }),
    page,
    pageSize,
    took_ms,
    unknown: [...unknown],
  };
};

const queryOf = async (
  { call, installation, use }: UseCaseContext,
  asked: Asked,
  said: Narrowed,
): Promise<SearchQuery> => {
  const { page, pageSize, sort, order, include_deleted } = asked;
  const [name, ...names] = said.authors;
  const authors = name === undefined ? null : await use(SearchPlaces).authors([name, ...names]);
  return {
    text: said.text,
    scopes: await use(SearchPlaces).scopes(call, asked.client_id, said.clients),
    kinds: kindsOf(asked, said, installation.config.features),
    deleted: said.deleted ?? (include_deleted ? 'with' : 'without'),
    where: whereOf(asked, said, authors),
    sort,
    order: order ?? (sort === 'name' ? 'asc' : 'desc'),
    skip: Math.min((page - 1) * pageSize, MOST_SKIPPED),
    limit: pageSize,
  };
};
