import type { ProblemCode } from '@dosar/contracts';
import type { ConversationRefusal } from './conversation.decider';
import { ConversationEvents } from './conversation.events';
import { conversations as conversationsView } from './conversations.projector';
import { edits } from './edits.projector';
import type { MessageRefusal } from './message.decider';
import { MessageEvents } from './message.events';
import { messages } from './messages.projector';
import { participants } from './participants.reactor';
import { ReaderEvents } from './reader.events';
import { readers } from './readers.projector';

/** Conversations, their messages, and how far participants have read. */
export const conversations = {
  catalogues: [ConversationEvents, MessageEvents, ReaderEvents],
  projectors: [conversationsView, messages, edits, readers],
  reactorGroups: [{ name: 'conversations', reactors: [participants], isWaitedFor: true }],
  refusals: {
    'conversation/unknown': 'NOT_FOUND',
    'message/unknown': 'NOT_FOUND',
    'message/foreign': 'ACCESS_DENIED',
    'message/empty': 'VALIDATION_FAILED',
    'message/edits': 'VALIDATION_FAILED',
    'message/changed-since': 'CONFLICT',
    'message/erased': 'NOT_FOUND',
    'message/reactions': 'VALIDATION_FAILED',
  } satisfies Record<ConversationRefusal | MessageRefusal, ProblemCode>,
} as const;
