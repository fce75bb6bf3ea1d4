import { z } from 'zod';
import { events, shape, type EventOf } from '@dosar/kernel';
import { ConversationId, MessageId, UserId } from '../event-values';
import { place } from './conversation.events';

/** `sentAt`: when the message was sent, in milliseconds; marks only move forward. */
const Mark = z.object({
  conversationId: ConversationId,
  ...place,
  userId: UserId,
  messageId: MessageId,
  sentAt: z.int(),
});

/** How far a participant has read a conversation. A read message counts as delivered, too. */
export const ReaderEvents = events(
  'reader',
  { ReadUpTo: shape(Mark), DeliveredUpTo: shape(Mark) },
  () => null,
  (_, { data }) => ({ type: 'conversation', id: data.conversationId }),
);
export type ReaderEvent = EventOf<typeof ReaderEvents>;

export const readerId = (conversationId: string, userId: string): string => `${conversationId}-${userId}`;
