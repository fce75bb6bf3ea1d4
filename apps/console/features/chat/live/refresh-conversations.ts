import type { InfiniteData } from '@tanstack/react-query';
import { conversationsApi, type Conversation, type LiveBody } from '@dosar/contracts';
import { call } from '../../../platform/api';
import { queries } from '../../../platform/queries';
import { conversation, PAGES, unreadTotal } from '../chat.queries';
import type { Mark } from '../messages/message-state';
import { placed, type ConversationsPage } from '../messages/placed';

/** How far somebody else has come changes nothing but their mark. */
export const moveMark = (
  mark: Mark,
  { conversation_id: id, user_id, message_id, at, sent_at }: LiveBody<'message:read_up_to'>,
): void => {
  const { queryKey } = conversation(id);
  // what is on its way may have been read before
  if (queries.isFetching({ queryKey, exact: true }) > 0) return refreshConversations(id);
  queries.setQueryData(
    queryKey,
    (known) =>
      known && {
        conversation: {
          ...known.conversation,
          participants: known.conversation.participants.map((each) =>
            each.id === user_id ? { ...each, [`${mark}_message_id`]: message_id, [mark]: { at, sent_at } } : each,
          ),
        },
      },
  );
};

const isShown = (queryKey: readonly unknown[]) => queries.getQueryCache().find({ queryKey })?.isActive() === true;

const read = async (id: string): Promise<Conversation | undefined> => {
  const { queryKey } = conversation(id);
  if (!isShown(queryKey)) return (await call(conversationsApi.get, { params: { id } })).conversation;
  await queries.invalidateQueries({ queryKey, exact: true });
  return queries.getQueryData(queryKey)?.conversation;
};

const refreshAll = (): void => {
  for (const { path } of [conversationsApi.list, conversationsApi.get])
    void queries.invalidateQueries({ queryKey: ['messages', path] });
};

const asked = new Map<string, symbol>();

/** One conversation is read anew, and stands then where it belongs among those that were read. */
const refreshOne = async (id: string): Promise<void> => {
  const turn = Symbol(id);
  asked.set(id, turn);
  const talk = await read(id);
  // what was asked for later is answered later
  if (asked.get(id) !== turn) return;
  asked.delete(id);
  // what is on its way may have been read before
  if (!talk || queries.isFetching({ queryKey: PAGES }) > 0) return queries.invalidateQueries({ queryKey: PAGES });
  for (const [queryKey, known] of queries.getQueriesData<InfiniteData<ConversationsPage>>({ queryKey: PAGES }))
    if (known) queries.setQueryData(queryKey, { ...known, pages: placed(known.pages, talk, queryKey.at(-1) !== '') });
};

/** Many changes at once are one look at the server; those of so many conversations one at all of them. */
const TOGETHER_MS = 100;
const MANY = 5;
let waiting: ReturnType<typeof setTimeout> | undefined;
const changed = new Set<string | undefined>();

const refresh = (): void => {
  const ids = [...changed];
  waiting = undefined;
  changed.clear();
  if (ids.length > MANY) return refreshAll();
  for (const id of ids) {
    if (id === undefined) return refreshAll();
    // it may not be there any more
    refreshOne(id).catch(refreshAll);
  }
  void queries.invalidateQueries({ queryKey: unreadTotal.queryKey });
};

/**
 * What is said of a conversation beside its messages is read anew: the newest line, what is unread, how far others are;
 * of all of them where none is named.
 */
export const refreshConversations = (id?: string): void => {
  changed.add(id);
  waiting ??= setTimeout(refresh, TOGETHER_MS);
};
