import { infiniteQueryOptions, keepPreviousData, type InfiniteData } from '@tanstack/react-query';
import { conversationsApi, messagesApi, type ReplyOf } from '@dosar/contracts';
import { call } from '../../../platform/api';
import { former, PAST } from '../../../platform/past/former';
import type { Then } from '../../../platform/past/then';
import { pagesNear, type Near } from '../chat.queries';

export const formerConversation = (id: string, then: Then) =>
  former(conversationsApi.get, { params: { id }, query: then });

const TALKS = 50;

export const formerConversations = (then: Then) =>
  infiniteQueryOptions({
    queryKey: [PAST, conversationsApi.list.path, then] as const,
    queryFn: ({ pageParam: page, signal }) =>
      call(conversationsApi.list, { query: { page, pageSize: TALKS, ...then } }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : undefined),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });

type Page = ReplyOf<typeof messagesApi.list>;

/** Messages of a conversation as they were: around one of them, or the newest of then. */
export const formerMessages = (id: string, anchor: string | null, then: Then) =>
  infiniteQueryOptions<Page, Error, InfiniteData<Page, Near>, readonly unknown[], Near>({
    ...pagesNear(anchor),
    queryKey: [PAST, messagesApi.list.path, id, anchor, then],
    queryFn: ({ pageParam, signal }) =>
      call(messagesApi.list, { params: { id }, query: { ...pageParam, ...then } }, signal),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
