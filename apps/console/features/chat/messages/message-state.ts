import type { Conversation, Message, Participant } from '@dosar/contracts';

/** How far an own message has come; of others' there is nothing to say. */
export type MessageState = 'sent' | 'delivered' | 'read' | null;

export type Mark = 'last_read' | 'last_delivered';

type Sent = Pick<Message, 'sender_id' | 'created_at'>;
type People = Pick<Conversation, 'participants'>;

/** Those besides the sender whose mark is at this message or behind it. */
export const reachedBy = (mark: Mark, { sender_id, created_at }: Sent, { participants }: People): Participant[] =>
  participants.filter((each) => {
    const times = each[mark];
    return each.id !== sender_id && times !== null && times.sent_at >= created_at;
  });

export const stateOf = (message: Message, talk: People, myId: string): MessageState => {
  if (message.sender_id !== myId || message.deleted) return null;
  if (reachedBy('last_read', message, talk).length > 0) return 'read';
  return reachedBy('last_delivered', message, talk).length > 0 ? 'delivered' : 'sent';
};
