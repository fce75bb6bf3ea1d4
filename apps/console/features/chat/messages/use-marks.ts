import { useEffect, useRef } from 'react';
import { conversationsApi, type Conversation, type Message } from '@dosar/contracts';
import { call } from '../../../platform/api';
import { refreshConversations } from '../live/refresh-conversations';

const WAIT_MS = 300;

const placeOf = (messages: readonly Message[], id: string | null | undefined): bigint =>
  BigInt(messages.find((each) => each.id === id)?.position ?? 0);

/** Says how far somebody who takes part has read; what cannot be said now is said with the next. */
export const useMarks = (myId: string, talk: Conversation, messages: readonly Message[]) => {
  const { id, participants, unread_count: unread } = talk;
  const furthest = useRef<bigint>(0n);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const me = participants.find((each) => each.id === myId);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (message: Message): void => {
    const place = BigInt(message.position);
    const isNews = place > furthest.current && place > placeOf(messages, me?.last_read_message_id);
    // an own message behind all that was read says nothing new
    const isOthers = unread > 0 || message.sender_id !== myId;
    if (!me || !isNews || !isOthers || document.visibilityState !== 'visible') return;
    furthest.current = place;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      call(conversationsApi.read, { body: { conversation_id: id, message_id: message.id } }).then(
        () => refreshConversations(id),
        () => {
          furthest.current = 0n;
        },
      );
    }, WAIT_MS);
  };
};
