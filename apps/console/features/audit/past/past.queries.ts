import { infiniteQueryOptions, queryOptions, type InfiniteData } from '@tanstack/react-query';
import { pastApi, undoApi, type ReplyOf, type RequestOf } from '@dosar/contracts';
import { call } from '../../../platform/api';
import { PAST } from '../../../platform/past/former';

type Query = NonNullable<RequestOf<typeof pastApi.moments>['query']>;
/** What has moments of its own. */
export type Thing =
  | { readonly client_id: string }
  | { readonly resource_type: NonNullable<Query['resource_type']>; readonly resource_id: string };

type Page = ReplyOf<typeof pastApi.moments>;
/** When something changed. */
export type Moment = Page['moments'][number];
type Near = Pick<Query, 'before' | 'after'>;

const MOMENTS = 100;

/** When a thing changed, to be read on in both directions: around a position, or the newest. */
export const moments = (thing: Thing, anchor: string | null) =>
  infiniteQueryOptions<Page, Error, InfiniteData<Page, Near>, readonly unknown[], Near>({
    queryKey: [PAST, pastApi.moments.path, thing, anchor],
    queryFn: ({ pageParam, signal }) =>
      call(pastApi.moments, { query: { ...thing, ...pageParam, limit: MOMENTS } }, signal),
    initialPageParam: anchor === null ? {} : { before: String(BigInt(anchor) + 1n) },
    getPreviousPageParam: ({ has_more_before, moments: [first] }) =>
      has_more_before && first ? { before: first.position } : undefined,
    getNextPageParam: ({ has_more_after, moments: read }) => {
      const after = read.at(-1)?.position ?? anchor;
      return has_more_after && after !== null ? { after } : undefined;
    },
  });

type Compared = NonNullable<RequestOf<typeof pastApi.compare>['query']>;
const CHANGES = 100;

/** What became of the documents of a client between two instants. What is of now is asked for anew. */
export const changes = (clientId: string, from: string, to: string | null) =>
  infiniteQueryOptions({
    queryKey: [PAST, pastApi.compare.path, clientId, from, to],
    queryFn: ({ pageParam: skip, signal }) => {
      const query: Compared = { client_id: clientId, from, ...(to !== null && { to }), skip, limit: CHANGES };
      return call(pastApi.compare, { query }, signal);
    },
    initialPageParam: 0,
    getNextPageParam: ({ changes: read, total }, _pages, skip) =>
      read.length > 0 && skip + read.length < total ? skip + read.length : undefined,
    staleTime: to === null ? 0 : Infinity,
  });

/** What restoring these would do now. */
export const restorePlan = (body: RequestOf<typeof undoApi.restore>['body']) =>
  queryOptions({
    queryKey: [PAST, undoApi.restore.path, body],
    queryFn: () => call(undoApi.restore, { body: { ...body, dry_run: true } }),
    gcTime: 0,
  });
