import { z } from 'zod';
import { events, internal, personal, shape, type EventOf } from '@dosar/kernel';
import { ConversationId, Emoji, FileId, MessageId, UserId } from '../event-values';
import { conversationKey, place } from './conversation.events';

const text = personal('content', z.string());

/** `year`: the year in which the message was sent. */
const about = { conversationId: ConversationId, year: internal(z.int()) } as const;

/** The quoted message and attached files are stored by id only, since their texts and names are encrypted with other keys. */
export const MessageEvents = events(
  'message',
  {
    MessageSent: shape(
      z.object({
        ...about,
        ...place,
        senderId: UserId,
        text,
        fileIds: z.array(FileId),
        quoteId: MessageId.nullable(),
      }),
    ),
    /** `number`: from 1. */
    MessageEdited: shape(z.object({ ...about, number: z.int(), from: text, to: text })),
    MessageDeleted: shape(z.object({ ...about, text })),
    /** It was deleted, and that was undone. `sentAt`: in milliseconds. */
    MessageRestored: shape(
      z.object({ ...about, ...place, senderId: UserId, sentAt: z.int(), text, fileIds: z.array(FileId) }),
    ),
    ReactionAdded: shape(z.object({ ...about, userId: UserId, emoji: Emoji })),
    ReactionRemoved: shape(z.object({ ...about, userId: UserId, emoji: Emoji })),
  },
  (_, { data }) => conversationKey(data.conversationId, data.year),
);
export type MessageEvent = EventOf<typeof MessageEvents>;
