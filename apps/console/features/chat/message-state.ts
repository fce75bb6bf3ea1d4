import type { Conversation, Message, Participant } from '@dosar/contracts';

/** How far an own message has come; of others' there is nothing to say. */
export type MessageState = 'sent' | 'delivered' | 'read' | null;

type Mark = 'last_read_message_id' | 'last_delivered_message_id';

/** Those besides the sender whose mark is at this message or behind it. */
export const reachedBy = (
  mark: Mark,
  message: Message,
  messages: readonly Message[],
  { participants }: Pick<Conversation, 'participants'>,
): readonly Participant[] => {
  const place = BigInt(message.position);
  const places = new Map(messages.map(({ id, position }) => [id, BigInt(position)]));
  return participants.filter((each) => {
    const at = each[mark] === null ? undefined : places.get(each[mark]);
    return each.id !== message.sender_id && at !== undefined && at >= place;
  });
};

export const stateOf = (
  message: Message,
  messages: readonly Message[],
  talk: Pick<Conversation, 'participants'>,
  myId: string,
): MessageState => {
  if (message.sender_id !== myId || message.deleted) return null;
  if (reachedBy('last_read_message_id', message, messages, talk).length > 0) return 'read';
  return reachedBy('last_delivered_message_id', message, messages, talk).length > 0 ? 'delivered' : 'sent';
};
