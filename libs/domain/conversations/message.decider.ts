import { refuse, yearOf, type Actor, type DataOf, type Decider, type Decision, type Message } from '@dosar/kernel';
import { isBlank, MESSAGE_LIMITS, type MessageId } from '@dosar/contracts';
import { belongsToPlace } from './conversation.events';
import { MessageEvents, type MessageEvent } from './message.events';
import { agree, type MessageReturn } from './message-returns';

type Sent = DataOf<MessageEvent, 'MessageSent'>;

export type MessageCommand =
  | Message<'SendMessage', Omit<Sent, 'senderId' | 'year'>>
  | Message<'EditMessage', { readonly text: string }>
  | Message<'DeleteMessage', Record<never, never>>
  | Message<'ReturnMessage', MessageReturn>;

export type MessageRefusal =
  | 'message/unknown'
  | 'message/foreign'
  | 'message/empty'
  | 'message/edits'
  | 'message/changed-since'
  | 'message/erased';

export type MessageState = {
  /** null: not sent. */
  readonly sent: Sent | null;
  /** In milliseconds. */
  readonly sentAt: number;
  readonly edits: number;
  readonly isDeleted: boolean;
};

/** A message without visible content. */
const isEmpty = ({ text, fileIds }: Pick<Sent, 'text' | 'fileIds'>): boolean =>
  isBlank(text ?? '') && fileIds.length === 0;

type Decided = Decision<MessageEvent, MessageRefusal>;

const edited = ({ sent, edits, isDeleted }: MessageState, text: string, by: string): Decided => {
  if (!sent || isDeleted) return refuse('message/unknown');
  if (sent.senderId !== by) return refuse('message/foreign');
  if (isEmpty({ ...sent, text })) return refuse('message/empty');
  if (text === sent.text) return [];
  if (edits >= MESSAGE_LIMITS.edits) return refuse('message/edits');
  const { conversationId, year, text: from } = sent;
  return [{ type: 'MessageEdited', data: { conversationId, year, number: edits + 1, from, to: text } }];
};

const isTheirs = ({ senderId }: Sent, { id, role }: Pick<Actor, 'id' | 'role'>): boolean =>
  senderId === id || role === 'admin';

const deleted = ({ sent, isDeleted }: MessageState, by: Actor): Decided => {
  if (!sent || isDeleted) return refuse('message/unknown');
  if (!isTheirs(sent, by)) return refuse('message/foreign');
  const { conversationId, year, text } = sent;
  return [{ type: 'MessageDeleted', data: { conversationId, year, text } }];
};

const restored = ({ sentAt }: MessageState, sent: Sent, by: Actor): Decided => {
  if (!isTheirs(sent, by)) return refuse('message/foreign');
  if (sent.text === null) return refuse('message/erased');
  const { quoteId: _, ...said } = sent;
  return [{ type: 'MessageRestored', data: { ...said, sentAt } }];
};

export const message: Decider<MessageState, MessageCommand, MessageEvent, MessageRefusal, MessageId> = {
  events: MessageEvents,
  initial: () => ({ sent: null, sentAt: 0, edits: 0, isDeleted: false }),

  decide: {
    // repeating the request, however late, sends no second message
    SendMessage: (wanted, { sent }, { actor, now }) => {
      if (sent) return [];
      return isEmpty(wanted)
        ? refuse('message/empty')
        : [{ type: 'MessageSent', data: { senderId: actor.id, year: yearOf(now), ...wanted } }];
    },
    EditMessage: ({ text }, state, { actor }) => edited(state, text, actor.id),
    DeleteMessage: (_, state, { actor }) => deleted(state, actor),
    ReturnMessage: ({ was, to }, state, { actor }) => {
      const { sent, isDeleted } = state;
      if (!sent) return refuse('message/unknown');
      const now = { text: sent.text, isDeleted };
      if (agree(now, to)) return [];
      if (!agree(now, was)) return refuse(isDeleted ? 'message/unknown' : 'message/changed-since');
      if (to.isDeleted === true) return deleted(state, actor);
      if (to.isDeleted === false) return restored(state, sent, actor);
      const { text = null } = to;
      return text === null ? refuse('message/erased') : edited(state, text, actor.id);
    },
  },

  evolve: {
    MessageSent: (sent, state, { now }) => ({ ...state, sent, sentAt: Date.parse(now) }),
    MessageEdited: ({ number, to }, state) => ({
      ...state,
      sent: state.sent && { ...state.sent, text: to },
      edits: number,
    }),
    MessageDeleted: (_, state) => ({ ...state, isDeleted: true }),
    MessageRestored: (_, state) => ({ ...state, isDeleted: false }),
  },

  belongsTo: (_, __, { sent }) => belongsToPlace(sent ?? { clientId: null, firmId: null }),
  isKept: false,
  weigh: ({ sent }) => 1_000 + 2 * (sent?.text?.length ?? 0),
};
