import { useState, useSyncExternalStore } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Conversation, Message } from '@dosar/contracts';
import type { Then } from '../../../platform/past/then';
import { messagesNear } from '../chat.queries';
import { formerMessages } from '../past/past-chat.queries';

const onFocus = (changed: () => void): (() => void) => {
  for (const event of ['focus', 'blur']) addEventListener(event, changed);
  return () => {
    for (const event of ['focus', 'blur']) removeEventListener(event, changed);
  };
};

/** The messages that are read of a conversation: around a message, from the first unread on, or the newest. */
export const useWindow = (
  { id, first_unread_message_id: firstUnread }: Conversation,
  startId: string | null,
  then: Then | undefined,
) => {
  const [anchor, setAnchor] = useState(startId ?? (then ? null : firstUnread));
  // what is read meanwhile does not move the line behind which it was unread
  const [unreadFrom, setUnreadFrom] = useState(firstUnread);
  const [before, setBefore] = useState(firstUnread);
  const isLookedAt = useSyncExternalStore(onFocus, () => document.hasFocus());
  if (before !== firstUnread) {
    setBefore(firstUnread);
    // whoever looks elsewhere sees on their return where they had stopped
    if (firstUnread !== null && !isLookedAt) setUnreadFrom(firstUnread);
  }
  const found = useInfiniteQuery(then ? formerMessages(id, anchor, then) : messagesNear(id, anchor));
  const messages: readonly Message[] = found.data?.pages.flatMap((page) => page.messages) ?? [];
  return { found, messages, anchor, setAnchor, unreadFrom, isNewest: !found.hasNextPage };
};
