import { z } from 'zod';
import { Instant, LogPosition } from '../endpoint';
import { ConversationId, FileId, Id, MessageId, UserId } from '../ids';
import { Presence, Role } from '../identity/identity.values';
import { Named } from '../identity/identity.view';
import { Emoji } from './conversations.values';

/** A client's own, which exists from the client's creation, or one between those who were asked into it. */
export const ConversationKind = z.enum(['client', 'direct']);
export type ConversationKind = z.infer<typeof ConversationKind>;

/** A file of the client that was sent with a message. The name is the one it has now; null when the file is not there. */
export const Attachment = z.object({
  /** What a message is sent with to bring this file: the file's id. */
  token: Id,
  /** The file. */
  file_id: FileId,
  /** What the file is called now; null once its name was erased. */
  name: z.string().nullable(),
  /** How large it is, in bytes. */
  size: z.int(),
  /** Of which kind it is, by its content. */
  mime_type: z.string(),
});
export type Attachment = z.infer<typeof Attachment>;

/** A message that another one answers; what was deleted has the text "". */
export const Quote = z.object({
  /** The message that is answered. */ id: Id,
  /** Its text as it is now. */ text: z.string().nullable(),
  /** Who sent it; null once their name was erased. */ sender_name: z.string().nullable(),
});
export type Quote = z.infer<typeof Quote>;

/** What people say of a message without writing. */
export const Reaction = z.object({
  /** What they say. */ emoji: Emoji,
  /** Who says it, in the order in which they did. */ user_ids: z.array(UserId),
});
export type Reaction = z.infer<typeof Reaction>;

/** What somebody wrote in a conversation, with documents or without. */
export const Message = z.object({
  /** The id of the message. */
  id: MessageId,
  /** The conversation in which it is. */
  conversation_id: ConversationId,
  /** What was written; null once it was erased. */
  text: z.string().nullable(),
  /** Who sent it. */
  sender_id: UserId,
  /** The name of whoever sent it; null once it was erased. */
  sender_name: z.string().nullable(),
  /** What they were when they sent it. */
  sender_role: Role,
  /** The files that came with it. */
  attachments: z.array(Attachment),
  /** The message that it answers, if it answers one. */
  quote: Quote.nullable(),
  /** Whether its text was changed since. */
  edited: z.boolean(),
  /** How often its text was changed. */
  edits_count: z.int(),
  /** Then it has the text "" and no attachments. */
  deleted: z.boolean(),
  /** When it was sent. */
  created_at: Instant,
  /** Where in the log it was sent: messages of a conversation come in this order. */
  position: LogPosition,
  /** What people say of it without writing, each kind once; a deleted message has none. */
  reactions: z.array(Reaction),
});
export type Message = z.infer<typeof Message>;

/** A change of a message's text. */
export const Edit = z.object({
  /** Who changed it. */
  editor: Named,
  /** The text before; null once it was erased. */
  old_text: z.string().nullable(),
  /** The text after; null once it was erased. */
  new_text: z.string().nullable(),
  /** Which change of the message it is, from 1. */
  edit_number: z.int(),
  /** When it was changed. */
  edited_at: Instant,
});
export type Edit = z.infer<typeof Edit>;

/** When a mark came to where it is, and when the message was sent at which it stands: all sent before is in it. */
export const MarkTimes = z.object({
  /** When the mark came to where it is. */ at: Instant,
  /** When the message was sent at which it stands. */ sent_at: Instant,
});
export type MarkTimes = z.infer<typeof MarkTimes>;

/** Somebody who takes part in a conversation. */
export const Participant = Named.extend({
  /** What their account is. */
  role: Role,
  /** Whether they are here now. */
  presence: Presence,
  /** Of whoever is offline: when they were here last, if ever. */
  last_seen: Instant.nullable(),
  /** The newest message that they have read, if any. */
  last_read_message_id: MessageId.nullable(),
  /** When they had read up to there; null: nothing yet. */
  last_read: MarkTimes.nullable(),
  /** The newest message that has come to them, if any. */
  last_delivered_message_id: MessageId.nullable(),
  /** When it had come to them up to there; null: nothing yet. */
  last_delivered: MarkTimes.nullable(),
});
export type Participant = z.infer<typeof Participant>;

/** Messages of people who take part in it. */
export const Conversation = z.object({
  /** The id of the conversation. */
  id: ConversationId,
  /** Whether it is a client's own, or one between those who were asked into it. */
  kind: ConversationKind,
  /** What it is called; null: it is called by its people. */
  title: z.string().nullable(),
  /** The client that it is about, if it is about one. */
  client: Named.nullable(),
  /** Who takes part in it. */
  participants: z.array(Participant),
  /** The newest message, if there is any. */
  last_message: Message.nullable(),
  /** Of the caller, if they take part; others have none. More than 1,000 are not counted. */
  unread_count: z.int(),
  /** The oldest message that the caller has not read; null: none. */
  first_unread_message_id: MessageId.nullable(),
  /** When something was said in it last, or when it was opened. */
  updated_at: Instant,
});
export type Conversation = z.infer<typeof Conversation>;
