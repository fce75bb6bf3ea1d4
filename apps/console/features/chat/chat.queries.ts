import { infiniteQueryOptions, queryOptions, type InfiniteData } from '@tanstack/react-query';
import {
  conversationsApi,
  messagesApi,
  usersApi,
  withReaction,
  type Message,
  type ReactionTurn,
  type ReplyOf,
  type RequestOf,
} from '@dosar/contracts';
import { call } from '../../platform/api';
import { queries, reading } from '../../platform/queries';
import type { Then } from '../../platform/past/then';

/** How much somebody has not read, in all conversations. */
export const unreadTotal = reading(conversationsApi.list, { query: { pageSize: 1 } });

export const PAGES = [conversationsApi.list.view, conversationsApi.list.path, 'pages'] as const;

/** The conversations somebody may read, the newest first: they are read on by scrolling. */
export const conversations = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...PAGES, q] as const,
    queryFn: ({ pageParam: page, signal }) =>
      call(conversationsApi.list, { query: { page, pageSize: TALKS, ...(q !== '' && { q }) } }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : undefined),
  });
const TALKS = 50;

/** Where it opens is what is unread when it is opened: nothing that was read before stands for it. */
export const conversation = (id: string) =>
  queryOptions({ ...reading(conversationsApi.get, { params: { id } }), gcTime: 0 });
/** What a message said before: read anew when it was changed once more. */
export const edits = (id: string, count: number, then?: Then) =>
  reading(messagesApi.edits, { params: { id }, query: { ...then } }, [count]);
export const people = (q: string) => reading(usersApi.people, { query: q === '' ? {} : { q } });

type Page = ReplyOf<typeof messagesApi.list>;
export type Near = RequestOf<typeof messagesApi.list>['query'];

const WINDOW = ['messages', 'window'] as const;

/** How messages are read on in both directions: around one of them, or from the newest. */
export const pagesNear = (anchor: string | null) => ({
  initialPageParam: anchor === null ? {} : { around: anchor },
  getPreviousPageParam: ({ has_more_before, messages: [first] }: Page) =>
    has_more_before && first ? { before: first.id } : undefined,
  getNextPageParam: ({ has_more_after, messages }: Page) => {
    const last = messages.at(-1);
    return has_more_after && last ? { after: last.id } : undefined;
  },
});

/** Messages of a conversation. */
export const messagesNear = (id: string, anchor: string | null) =>
  infiniteQueryOptions<Page, Error, InfiniteData<Page, Near>, readonly unknown[], Near>({
    ...pagesNear(anchor),
    queryKey: [...WINDOW, id, anchor],
    queryFn: ({ pageParam, signal }) => call(messagesApi.list, { params: { id }, query: pageParam }, signal),
  });

/** The messages of open conversations are asked for again, where they are to be. */
export const readOpen = (isDue: (conversationId: string) => boolean): void => {
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: WINDOW, type: 'active' }))
    if (isDue(queryKey[WINDOW.length] as string)) void queries.invalidateQueries({ queryKey, exact: true });
};

/** Changes what is read of a conversation, wherever it is shown. */
const change = (id: string, how: (pages: readonly Page[]) => Page[]): void => {
  // what is on its way may have been read before: it is read once more
  for (const { promise, queryKey } of queries
    .getQueryCache()
    .findAll({ queryKey: [...WINDOW, id], fetchStatus: 'fetching' }))
    void promise?.then(
      () => queries.invalidateQueries({ queryKey, exact: true }),
      () => undefined,
    );
  queries.setQueriesData<InfiniteData<Page, Near>>(
    { queryKey: [...WINDOW, id] },
    (known) => known && { ...known, pages: how(known.pages) },
  );
};

const eachMessage = (pages: readonly Page[], how: (message: Message) => Message): Page[] =>
  pages.map((page) => ({ ...page, messages: page.messages.map(how) }));

/** Whether a message that is not shown belongs to what is: what is before all of it is read when it is scrolled to. */
const isMissing = (pages: readonly Page[], message: Message): boolean => {
  const all = pages.flatMap(({ messages }) => messages);
  return all.every(({ id }) => id !== message.id) && (!all[0] || byPosition(all[0], message) < 0);
};

/** A message that is new, or reads otherwise: also where another one answers it. */
export const showMessage = (message: Message): void =>
  change(message.conversation_id, (pages) => {
    const last = pages.at(-1);
    if (last && !last.has_more_after && isMissing(pages, message))
      return [...pages.slice(0, -1), { ...last, messages: [...last.messages, message].sort(byPosition) }];
    return eachMessage(pages, (each) => {
      if (each.id === message.id) return message;
      return each.quote?.id === message.id ? { ...each, quote: { ...each.quote, text: message.text } } : each;
    });
  });

const byPosition = (a: Message, b: Message): number => (BigInt(a.position) < BigInt(b.position) ? -1 : 1);

/** Of the reactions to a message one is otherwise; the others may have come meanwhile. */
export const showReaction = ({ conversation_id, id }: Message, turn: ReactionTurn): void =>
  change(conversation_id, (pages) =>
    eachMessage(pages, (each) => (each.id === id ? { ...each, reactions: withReaction(each.reactions, turn) } : each)),
  );

/** Of a message that was deleted nothing is left but that it was. */
export const hideMessage = (conversationId: string, messageId: string): void =>
  change(conversationId, (pages) =>
    eachMessage(pages, (each) => {
      if (each.id === messageId)
        return { ...each, text: '', attachments: [], quote: null, deleted: true, reactions: [] };
      return each.quote?.id === messageId ? { ...each, quote: { ...each.quote, text: '' } } : each;
    }),
  );
