import { MessageEvents, type MessageEvent } from '@dosar/domain/conversations/message.events';
import { messages } from '@dosar/domain/conversations/messages.projector';
import { rowShown, type Announcement, type Announcer, type ObservedEvent } from '../platform/sockets/announcer';
import { showMessages } from './shown-messages';

const told = ({ type, data, resource: { id }, position }: ObservedEvent): Announcement => {
  const { conversationId } = data as { readonly conversationId: string };
  const to = { conversationId };
  if (type === 'MessageDeleted') {
    const body = { conversation_id: conversationId, message_id: id, position: String(position) };
    return { event: 'message:delete', to, body };
  }
  const what = { to, rows: { message: rowShown(messages, id, showMessages) }, position };
  switch (type as MessageEvent['type']) {
    case 'MessageSent':
      return { event: 'message:new', ...what };
    case 'ReactionAdded':
    case 'ReactionRemoved':
      return { event: 'message:reaction', ...what };
    default:
      return { event: 'message:edit', ...what };
  }
};

/** What is said, changed and taken back. */
export const messageAnnouncements: Announcer = {
  name: 'messages',
  events: MessageEvents,
  views: [messages.view],
  announce: (heard) => heard.map(told),
};
