import { z } from 'zod';
import { MarkTimes, Message } from './conversations/conversations.view';
import { Instant, LogPosition } from './endpoint';
import { ClientId, ConversationId, FolderId, MessageId, UserId } from './ids';
import type { Feature } from './features';
import { Operation } from './files/files.view';
import { Presence } from './identity/identity.values';
import { Notification } from './notifications/notifications.view';

const Mark = z.object({
  /** The conversation. */
  conversation_id: ConversationId,
  /** Whose mark it is. */
  user_id: UserId,
  /** The message at which it stands. */
  message_id: MessageId,
  ...MarkTimes.shape,
  /** Where in the log it happened. */
  position: LogPosition,
});

/** What the server tells its sockets. What is about stored things says where in the log it happened. */
export const liveEvents = {
  /** Something in these folders was changed; null is the root. */
  'files:changed': z.object({
    client_id: ClientId,
    /** The folders in which something was changed; null is the root. */
    folder_ids: z.array(FolderId.nullable()),
    position: LogPosition,
  }),
  /** How far an operation over many things has come; told to whoever asked for it. */
  'bulk:progress': z.object({ operation: Operation, position: LogPosition }),
  /** Somebody has sent a message. */
  'message:new': z.object({ message: Message, position: LogPosition }),
  /** Somebody has changed the text of a message. */
  'message:edit': z.object({ message: Message, position: LogPosition }),
  /** Somebody has deleted a message. */
  'message:delete': z.object({ conversation_id: ConversationId, message_id: MessageId, position: LogPosition }),
  /** Somebody has reacted to a message, or has taken it back. */
  'message:reaction': z.object({ message: Message, position: LogPosition }),
  /** How far somebody has read; so far it was delivered, too. */
  'message:read_up_to': Mark,
  /** How far a conversation was delivered to somebody. */
  'message:delivered_up_to': Mark,
  /** It is new to whoever is told, or others take part in it. */
  'conversations:changed': z.object({ conversation_id: ConversationId, position: LogPosition }),
  /** Something has happened that concerns whoever is told. */
  'notification:new': z.object({
    notification: Notification,
    /** How many notifications were not read. */
    unread_count: z.int(),
    position: LogPosition,
  }),
  /** Some were read or taken away, here or elsewhere. */
  'notifications:changed': z.object({ position: LogPosition }),
  /** Somebody types, or types no more. */
  typing: z.object({
    conversation_id: ConversationId,
    user_id: UserId,
    /** Their name; null once it was erased. */
    name: z.string().nullable(),
    /** Whether they type now. */
    typing: z.boolean(),
  }),
  /** Somebody has come, gone, or is busy. */
  'presence:update': z.object({
    user_id: UserId,
    status: Presence,
    /** When they were here last, if that is known. */
    last_seen: Instant.nullable(),
  }),
  /** The own account reads otherwise: name, e-mail, preferences, pinned clients; with `access`, whose documents they see. */
  'me:changed': z.object({
    position: LogPosition,
    /** Whether other documents can be seen than before. */ access: z.boolean().optional(),
  }),
  /** The session is over, and the socket with it. */
  'session:revoked': z.object({}),
  /** Too much was missed to be told: everything is to be read again. */
  resync: z.object({}),
} as const;
export type LiveEvent = keyof typeof liveEvents;
export type LiveBody<E extends LiveEvent> = z.output<(typeof liveEvents)[E]>;

/** What a console may tell the server. */
export const consoleEvents = {
  /** Its user types; said again while they do. */
  typing: z.strictObject({ conversation_id: ConversationId, /** Whether they type now. */ typing: z.boolean() }),
  /** Its user is here, away or busy. */
  'presence:set': z.strictObject({ status: Presence }),
  /** This message, and all before it, have come. */
  'message:delivered': z.strictObject({ conversation_id: ConversationId, message_id: MessageId }),
} as const satisfies Readonly<Record<string, z.ZodType>>;
export type ConsoleEvent = keyof typeof consoleEvents;
export type ConsoleBody<E extends ConsoleEvent> = z.output<(typeof consoleEvents)[E]>;

const chat = ['chat'] as const;

/** Of what the sockets tell and are told, what belongs to a feature. */
export const eventFeatures: { readonly [E in LiveEvent | ConsoleEvent]?: readonly Feature[] } = {
  'files:changed': ['file_manager'],
  'message:new': chat,
  'message:edit': chat,
  'message:delete': chat,
  'message:reaction': chat,
  'message:read_up_to': chat,
  'message:delivered_up_to': chat,
  'message:delivered': chat,
  'conversations:changed': chat,
  typing: chat,
  'notification:new': ['notifications'],
  'notifications:changed': ['notifications'],
  'bulk:progress': ['file_manager', 'bulk_operations'],
};

/** What a socket says about itself: who it is for, and up to where it has heard everything. */
export const Handshake = z.object({ token: z.string().min(1).max(4_096), since: LogPosition.optional() });
export type Handshake = z.infer<typeof Handshake>;

export const LIVE = {
  /** A websocket that offers this protocol has its access token beside it. */
  protocol: 'dosar',
  /** What a refused handshake is told. */
  refused: 'websocket authentication failed',
  /** What the handshake of a session is told that has as many sockets as it may. */
  full: 'too many sockets',
  /** What a handshake is told of which more than the token cannot be read. */
  malformed: 'malformed handshake',
  /** What a handshake is told that nothing is wrong with, while the server cannot let anybody in. */
  unavailable: 'the server cannot let anybody in',
  /** The server says so often that it is there. */
  beat: 4_000,
  /** Who hears nothing for so long has lost it. */
  silence: 8_000,
  /** Whoever missed more than that is told to read everything again. */
  missed: 1_000,
  attempts: 5,
  delay: 1_000,
  delayMax: 5_000,
  timeout: 20_000,
} as const;
