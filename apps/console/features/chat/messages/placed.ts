import type { Conversation, conversationsApi, ReplyOf } from '@dosar/contracts';

export type ConversationsPage = ReplyOf<typeof conversationsApi.list>;

const newestFirst = (a: Conversation, b: Conversation): number => (a.updated_at < b.updated_at ? 1 : -1);

/** The pages with a conversation as it is now, where its newest message puts it; of a selection only if it was in it. */
export const placed = (
  pages: readonly ConversationsPage[],
  talk: Conversation,
  isSelection: boolean,
): readonly ConversationsPage[] => {
  const isTalk = ({ id }: Conversation) => id === talk.id;
  const isKnown = pages.some(({ conversations }) => conversations.some(isTalk));
  const others = pages.map((page) => ({ ...page, conversations: page.conversations.filter((each) => !isTalk(each)) }));
  const isOlder = (each: Conversation) => each.updated_at < talk.updated_at;
  const found = others.findIndex(({ conversations }) => conversations.some(isOlder));
  const last = others.at(-1);
  const isAll = !last || last.page * last.pageSize >= last.total;
  // where it is older than all that was read, it comes with the next page
  if (!isKnown && (isSelection || (found === -1 && !isAll))) return pages;
  const at = found === -1 ? others.length - 1 : found;
  return others.map((page, place) =>
    place === at ? { ...page, conversations: [...page.conversations, talk].sort(newestFirst) } : page,
  );
};
