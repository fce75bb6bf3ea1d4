import { useEffect } from 'react';
import { conversationsApi, type Conversation } from '@dosar/contracts';
import { call, session } from '../../platform/api';
import { connection, say } from '../../platform/live';
import { queries } from '../../platform/queries';
import { unreadTotal } from './chat.queries';

/** Fewer a second than a session may say. */
const PAUSE_MS = 100;
const TALKS = 50;

/** Up to which message of a conversation it was said that it has come. */
const told = new Map<string, string>();
session.onEnd(() => told.clear());

const isNews = ({ id, participants, last_message: last }: Conversation): boolean => {
  const me = participants.find((each) => each.id === session.personId);
  if (!me || !last || last.sender_id === me.id || told.get(id) === last.id) return false;
  return me.last_delivered === null || me.last_delivered.sent_at < last.created_at;
};

const tellAll = async (signal: AbortSignal): Promise<void> => {
  const { unread_count: unread } = await queries.fetchQuery({ ...unreadTotal, staleTime: 0 });
  if (unread === 0) return;
  const { conversations } = await call(conversationsApi.list, { query: { pageSize: TALKS } }, signal);
  for (const talk of conversations.filter(isNews)) {
    if (signal.aborted) return;
    const message = talk.last_message!;
    told.set(talk.id, message.id);
    say('message:delivered', { conversation_id: talk.id, message_id: message.id });
    await new Promise((go) => setTimeout(go, PAUSE_MS));
  }
};

/** Whoever opens the portal, or is back, has now what was sent meanwhile: those who sent it are told. */
export const useDelivered = (hasChat: boolean): void => {
  useEffect(() => {
    let leaving = new AbortController();
    // no state of the page: as somebody signs out it would read once more what they may not read any more
    const look = () => {
      leaving.abort();
      if (!hasChat || connection.get() !== 'connected') return;
      leaving = new AbortController();
      // what cannot be read now is told with the next line, or when it is read
      void tellAll(leaving.signal).catch(() => undefined);
    };
    look();
    const forget = connection.subscribe(look);
    return () => {
      forget();
      leaving.abort();
    };
  }, [hasChat]);
};
