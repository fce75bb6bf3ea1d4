import {
  isRefusal,
  refuse,
  yearOf,
  type Actor,
  type DataOf,
  type Decider,
  type Decision,
  type Message,
} from '@dosar/kernel';
import { isBlank, MESSAGE_LIMITS, type Emoji, type MessageId, type ReactionTurn } from '@dosar/contracts';
import { belongsToPlace } from './conversation.events';
import { MessageEvents, type MessageEvent } from './message.events';
import { added, NO_REACTIONS, reacted, removed, type Reactions } from './message-reactions';
import { agree, type MessageReturn } from './message-returns';

type Sent = DataOf<MessageEvent, 'MessageSent'>;

export type MessageCommand =
  | Message<'SendMessage', Omit<Sent, 'senderId' | 'year'>>
  | Message<'EditMessage', { readonly text: string }>
  | Message<'DeleteMessage', Record<never, never>>
  | Message<'AddReaction', { readonly emoji: Emoji }>
  | Message<'RemoveReaction', { readonly emoji: Emoji }>
  | Message<'ReturnMessage', MessageReturn>;

export type MessageRefusal =
  | 'message/unknown'
  | 'message/foreign'
  | 'message/empty'
  | 'message/edits'
  | 'message/changed-since'
  | 'message/erased'
  | 'message/reactions';

export type MessageState = {
  /** null: not sent. */
  readonly sent: Sent | null;
  /** In milliseconds. */
  readonly sentAt: number;
  readonly edits: number;
  readonly isDeleted: boolean;
  readonly reactions: Reactions;
};

/** As it stands, for what is to agree with it. */
export const messageStand = ({ sent, isDeleted, reactions }: MessageState) => ({
  text: sent?.text ?? null,
  isDeleted,
  reactions: reactions.there.map((each) => ({ ...each, isThere: true })),
});

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

/** Reactions are one's own: nobody says anything for another, nor takes back what another has said. */
const reactionOf = ({ sent, isDeleted, reactions }: MessageState, stand: ReactionTurn, by: string): Decided => {
  if (!sent || isDeleted) return refuse('message/unknown');
  return stand.userId === by ? reacted(reactions, sent, stand) : refuse('message/foreign');
};

/** Text and reactions as they were, all of it or nothing. */
const putBack = (state: MessageState, { text, reactions = [] }: MessageReturn['to'], by: string): Decided => {
  const events: MessageEvent[] = [];
  const parts = reactions.map((each) => reactionOf(state, each, by));
  if (text !== undefined) parts.push(text === null ? refuse('message/erased') : edited(state, text, by));
  for (const part of parts) {
    if (isRefusal(part)) return part;
    events.push(...(part as readonly MessageEvent[]));
  }
  return events;
};

export const message: Decider<MessageState, MessageCommand, MessageEvent, MessageRefusal, MessageId> = {
  events: MessageEvents,
  initial: () => ({ sent: null, sentAt: 0, edits: 0, isDeleted: false, reactions: NO_REACTIONS }),

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
    AddReaction: ({ emoji }, state, { actor: { id: userId } }) =>
      reactionOf(state, { userId: userId, emoji, isThere: true }, userId),
    RemoveReaction: ({ emoji }, state, { actor: { id: userId } }) =>
      reactionOf(state, { userId: userId, emoji, isThere: false }, userId),
    ReturnMessage: ({ was, to }, state, { actor }) => {
      const { sent, isDeleted } = state;
      if (!sent) return refuse('message/unknown');
      const now = messageStand(state);
      if (agree(now, to)) return [];
      if (!agree(now, was)) return refuse(isDeleted ? 'message/unknown' : 'message/changed-since');
      if (to.isDeleted === true) return deleted(state, actor);
      if (to.isDeleted === false) return restored(state, sent, actor);
      return putBack(state, to, actor.id);
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
    ReactionAdded: (said, state) => ({ ...state, reactions: added(state.reactions, said) }),
    ReactionRemoved: (said, state) => ({ ...state, reactions: removed(state.reactions, said) }),
  },

  belongsTo: (_, __, { sent }) => belongsToPlace(sent ?? { clientId: null, firmId: null }),
  isKept: false,
  weigh: ({ sent, reactions }) => 1_000 + 2 * (sent?.text?.length ?? 0) + 200 * reactions.there.length,
};
