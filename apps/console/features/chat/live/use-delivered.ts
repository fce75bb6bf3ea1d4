import { useEffect } from 'react';
import { conversationsApi, MESSAGE_LIMITS, type Conversation } from '@dosar/contracts';
import { call, session } from '../../../platform/api';
import { connection } from '../../../platform/live/live';
import { queries } from '../../../platform/queries';
import { store, useStore } from '../../../platform/storage/store';
import { unreadTotal } from '../chat.queries';
import { reportDelivered } from './delivered';

const TALKS = 50;

/** How often something was missed on a line that held. */
const misses = store(0);
export const hasMissed = (): void => misses.set(misses.get() + 1);

const isNews = ({ participants, last_message: last }: Conversation): boolean => {
  const me = participants.find((each) => each.id === session.personId);
  if (!me || !last || last.sender_id === me.id || last.id === me.last_delivered_message_id) return false;
  return me.last_delivered === null || me.last_delivered.sent_at <= last.created_at;
};

const tellAll = async (signal: AbortSignal): Promise<void> => {
  const { unread_count: unread } = await queries.fetchQuery({ ...unreadTotal, staleTime: 0 });
  // what has not come is not read either; more than that is not counted
  let left = unread < MESSAGE_LIMITS.unread ? unread : Infinity;
  for (let page = 1; left > 0; page += 1) {
    const { conversations, total } = await call(conversationsApi.list, { query: { page, pageSize: TALKS } }, signal);
    for (const talk of conversations.filter(isNews)) reportDelivered(talk.last_message!);
    left -= conversations.reduce((sum, { unread_count: count }) => sum + count, 0);
    if (page * TALKS >= total) return;
  }
};

/** Whoever opens the portal, or is back, has now what was sent meanwhile: those who sent it are told. */
export const useDelivered = (): void => {
  const isConnected = useStore(connection) === 'connected';
  const missed = useStore(misses);
  useEffect(() => {
    if (!isConnected) return;
    const leaving = new AbortController();
    // what cannot be read now is told with the next line, or when it is read
    void tellAll(leaving.signal).catch(() => undefined);
    return () => leaving.abort();
  }, [isConnected, missed]);
};
