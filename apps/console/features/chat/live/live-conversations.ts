import { TYPING_MS, type LiveBody } from '@dosar/contracts';
import { session } from '../../../platform/api';
import { connection, type Handlers } from '../../../platform/live/live';
import { queries } from '../../../platform/queries';
import { store } from '../../../platform/storage/store';
import { conversation, hideMessage, readOpen, showMessage } from '../chat.queries';
import { reportDelivered } from './delivered';
import { moveMark, refreshConversations } from './refresh-conversations';
import { hasMissed } from './use-delivered';

/** So long somebody types of whom nothing more is heard: as long as at the server, and its way here. */
const SHOWN_MS = TYPING_MS + 1_000;

type Typist = { readonly conversationId: string; readonly userId: string; readonly name: string | null };

type Told = Pick<LiveBody<'presence:update'>, 'status' | 'last_seen'>;

/** Whether others are there: it is asked for once, and told from then on. */
export const presences = store<ReadonlyMap<string, Told>>(new Map());
export const typists = store<readonly Typist[]>([]);

const timers = new Map<string, ReturnType<typeof setTimeout>>();

const stopTyping = (conversationId: string, userId: string): void => {
  clearTimeout(timers.get(`${conversationId} ${userId}`));
  typists.set(typists.get().filter((each) => each.conversationId !== conversationId || each.userId !== userId));
};

const startTyping = (typist: Typist): void => {
  const { conversationId, userId } = typist;
  stopTyping(conversationId, userId);
  typists.set([...typists.get(), typist]);
  const key = `${conversationId} ${userId}`;
  timers.set(
    key,
    setTimeout(() => stopTyping(conversationId, userId), SHOWN_MS),
  );
};

/** Whoever takes part is told of what is said anyway; a server that began anew does not know what others had asked for. */
const isAskedFor = (conversationId: string): boolean => {
  const { conversation: talk } = queries.getQueryData(conversation(conversationId).queryKey) ?? {};
  return !talk?.participants.some(({ id }) => id === session.personId);
};

// of those who came and went while there was no line nothing was told
connection.subscribe(() => {
  if (connection.get() !== 'connected') return;
  presences.set(new Map());
  refreshConversations();
  readOpen(isAskedFor);
});

/** What the sockets tell of conversations and people. */
export const conversationHandlers = {
  'message:new': ({ message }) => {
    const { conversation_id, sender_id } = message;
    stopTyping(conversation_id, sender_id);
    showMessage(message);
    if (sender_id !== session.personId) reportDelivered(message);
    refreshConversations(conversation_id);
  },
  'message:edit': ({ message }) => {
    showMessage(message);
    refreshConversations(message.conversation_id);
  },
  'message:reaction': ({ message }) => showMessage(message),
  'message:delete': ({ conversation_id, message_id }) => {
    hideMessage(conversation_id, message_id);
    refreshConversations(conversation_id);
  },
  'message:read_up_to': (moved) =>
    // what oneself has read in another window is not unread here
    moved.user_id === session.personId ? refreshConversations(moved.conversation_id) : moveMark('last_read', moved),
  'message:delivered_up_to': (moved) => moveMark('last_delivered', moved),
  'conversations:changed': ({ conversation_id }) => refreshConversations(conversation_id),
  typing: ({ conversation_id: conversationId, user_id: userId, name, typing }) => {
    if (userId === session.personId) return;
    if (typing) startTyping({ conversationId, userId, name });
    else stopTyping(conversationId, userId);
  },
  'presence:update': ({ user_id, ...told }) => presences.set(new Map(presences.get()).set(user_id, told)),
  // what was told meanwhile is in what is read now
  resync: () => {
    presences.set(new Map());
    hasMissed();
  },
} satisfies Handlers;

session.onEnd(() => {
  presences.set(new Map());
  typists.set([]);
});
