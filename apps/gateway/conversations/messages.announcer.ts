import { messages } from '@dosar/domain/conversations/messages.projector';
import type { Announcement, Announcer, Heard } from '../platform/sockets/announcer';
import { showMessages } from '../platform/reads/shown-messages';

const told = ({ type, data, resource: { id }, position }: Heard): Announcement => {
  const { conversationId } = data as { readonly conversationId: string };
  const to = { conversationId };
  if (type === 'MessageDeleted') {
    const body = { conversation_id: conversationId, message_id: id, position: String(position) };
    return { event: 'message:delete', to, body };
  }
  const what = { to, rows: { message: [messages, id, showMessages] as const }, position };
  return type === 'MessageSent' ? { event: 'message:new', ...what } : { event: 'message:edit', ...what };
};

/** What is said, changed and taken back. */
export const toldMessages: Announcer = {
  name: 'messages',
  category: 'message',
  views: [messages.view],
  announce: (heard) => heard.map(told),
};
