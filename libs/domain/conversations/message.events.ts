import { z } from 'zod';
import { events, personal, shape, WHOLE, type EventOf } from '@dosar/kernel';
import { Id } from '@dosar/contracts';
import { conversationKey, place } from './conversation.events';

const text = personal('content', z.string());

/** What is answered and what is attached is named by its id: the texts and names of others lie under other keys. */
export const MessageEvents = events(
  'message',
  {
    MessageSent: shape(
      z.object({
        conversationId: Id,
        ...place,
        senderId: Id,
        text,
        fileIds: z.array(Id),
        quoteId: Id.nullable(),
      }),
    ),
    /** `number`: from 1. */
    MessageEdited: shape(z.object({ conversationId: Id, number: z.int(), from: text, to: text })),
    MessageDeleted: shape(z.object({ conversationId: Id, text })),
  },
  (_, { data }) => conversationKey(data.conversationId, WHOLE),
);
export type MessageEvent = EventOf<typeof MessageEvents>;
