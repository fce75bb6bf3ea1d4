import { refuse, yearOf, type DataOf, type Decider, type Message } from '@dosar/kernel';
import { isBlank, MESSAGE_LIMITS, type MessageId } from '@dosar/contracts';
import { belongsToPlace } from './conversation.events';
import { MessageEvents, type MessageEvent } from './message.events';

type Sent = DataOf<MessageEvent, 'MessageSent'>;

export type MessageCommand =
  | Message<'SendMessage', Omit<Sent, 'senderId' | 'year'>>
  | Message<'EditMessage', { readonly text: string }>
  | Message<'DeleteMessage', Record<never, never>>;

export type MessageRefusal = 'message/unknown' | 'message/foreign' | 'message/empty' | 'message/edits';

export type MessageState = {
  /** null: not sent. */
  readonly sent: Sent | null;
  readonly edits: number;
  readonly isDeleted: boolean;
};

/** A message without visible content. */
const isEmpty = ({ text, fileIds }: Pick<Sent, 'text' | 'fileIds'>): boolean =>
  isBlank(text ?? '') && fileIds.length === 0;

export const message: Decider<MessageState, MessageCommand, MessageEvent, MessageRefusal, MessageId> = {
  events: MessageEvents,
  initial: () => ({ sent: null, edits: 0, isDeleted: false }),

  decide: {
    // repeating the request, however late, sends no second message
    SendMessage: (wanted, { sent }, { actor, now }) => {
      if (sent) return [];
      return isEmpty(wanted)
        ? refuse('message/empty')
        : [{ type: 'MessageSent', data: { senderId: actor.id, year: yearOf(now), ...wanted } }];
    },
    EditMessage: ({ text }, { sent, edits, isDeleted }, { actor }) => {
      if (!sent || isDeleted) return refuse('message/unknown');
      if (sent.senderId !== actor.id) return refuse('message/foreign');
      if (isEmpty({ ...sent, text })) return refuse('message/empty');
      if (text === sent.text) return [];
      if (edits >= MESSAGE_LIMITS.edits) return refuse('message/edits');
      const { conversationId, year, text: from } = sent;
      return [{ type: 'MessageEdited', data: { conversationId, year, number: edits + 1, from, to: text } }];
    },
    DeleteMessage: (_, { sent, isDeleted }, { actor }) => {
      if (!sent || isDeleted) return refuse('message/unknown');
      if (sent.senderId !== actor.id && actor.role !== 'admin') return refuse('message/foreign');
      const { conversationId, year, text } = sent;
      return [{ type: 'MessageDeleted', data: { conversationId, year, text } }];
    },
  },

  evolve: {
    MessageSent: (sent, state) => ({ ...state, sent }),
    MessageEdited: ({ number, to }, state) => ({
      ...state,
      sent: state.sent && { ...state.sent, text: to },
      edits: number,
    }),
    MessageDeleted: (_, state) => ({ ...state, isDeleted: true }),
  },

  belongsTo: (_, __, { sent }) => belongsToPlace(sent ?? { clientId: null, firmId: null }),
  isKept: false,
  weigh: ({ sent }) => 1_000 + 2 * (sent?.text?.length ?? 0),
};
