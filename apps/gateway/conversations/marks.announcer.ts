import type { DataOf } from '@dosar/kernel/runtime';
import { ReaderEvents, type ReaderEvent } from '@dosar/domain/conversations/reader.events';
import { readers } from '@dosar/domain/conversations/readers.projector';
import type { Announcement, Announcer } from '../platform/sockets/announcer';

/** How far those who take part have come. */
export const movedMarks: Announcer = {
  name: 'marks',
  events: ReaderEvents,
  views: [readers.view],
  announce: (heard) =>
    heard.map(({ type, data, position, occurredAt: at }): Announcement => {
      const { conversationId, userId, messageId, sentAt } = data as DataOf<ReaderEvent, 'ReadUpTo'>;
      const where = { conversation_id: conversationId, user_id: userId, message_id: messageId };
      const times = { at, sent_at: new Date(sentAt).toISOString() };
      const told = { to: { conversationId }, body: { ...where, ...times, position: String(position) } };
      return type === 'ReadUpTo'
        ? { event: 'message:read_up_to', ...told }
        : { event: 'message:delivered_up_to', ...told };
    }),
};
