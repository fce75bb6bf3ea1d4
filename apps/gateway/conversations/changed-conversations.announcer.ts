import type { DataOf } from '@dosar/kernel/runtime';
import { ConversationEvents, type ConversationEvent } from '@dosar/domain/conversations/conversation.events';
import { conversations } from '@dosar/domain/conversations/conversations.projector';
import type { Announcement, Announcer } from '../platform/sockets/announcer';

/** Who takes part in a conversation: told to those who do, and to whoever does so no longer. */
export const changedConversations: Announcer = {
  name: 'changed-conversations',
  events: ConversationEvents,
  views: [conversations.view],
  announce: (heard) =>
    heard.flatMap(({ type, data, resource: { id }, position }): Announcement[] => {
      const event = 'conversations:changed';
      const body = { conversation_id: id, position: String(position) };
      const told: Announcement = { event, to: { conversationId: id }, body };
      if (type !== 'ParticipantRemoved') return [told];
      const { userId } = data as DataOf<ConversationEvent, 'ParticipantRemoved'>;
      return [told, { event, to: { userId }, body }];
    }),
};
