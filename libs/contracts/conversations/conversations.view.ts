import { z } from 'zod';
import { Instant, LogPosition } from '../endpoint';
import { ConversationId, FileId, Id, MessageId, UserId } from '../ids';
import { Presence, Role } from '../identity/identity.values';
import { Named } from '../identity/identity.view';

/** A client's own, which exists from the client's creation, or one between those who were asked into it. */
export const ConversationKind = z.enum(['client', 'direct']);
export type ConversationKind = z.infer<typeof ConversationKind>;

/** A file of the client that was sent with a message. The name is the one it has now; null when the file is not there. */
export const Attachment = z.object({
  token: Id,
  file_id: FileId,
  name: z.string().nullable(),
  size: z.int(),
  mime_type: z.string(),
});
export type Attachment = z.infer<typeof Attachment>;

/** A message that another one answers; what was deleted has the text "". */
export const Quote = z.object({ id: Id, text: z.string().nullable(), sender_name: z.string().nullable() });
export type Quote = z.infer<typeof Quote>;

export const Message = z.object({
  id: MessageId,
  conversation_id: ConversationId,
  text: z.string().nullable(),
  sender_id: UserId,
  sender_name: z.string().nullable(),
  sender_role: Role,
  attachments: z.array(Attachment),
  quote: Quote.nullable(),
  edited: z.boolean(),
  edits_count: z.int(),
  /** Then it has the text "" and no attachments. */
  deleted: z.boolean(),
  created_at: Instant,
  /** Where in the log it was sent: messages of a conversation come in this order. */
  position: LogPosition,
});
export type Message = z.infer<typeof Message>;

export const Edit = z.object({
  editor: Named,
  old_text: z.string().nullable(),
  new_text: z.string().nullable(),
  edit_number: z.int(),
  edited_at: Instant,
});
export type Edit = z.infer<typeof Edit>;

/** When a mark came to where it is, and when the message was sent at which it stands: all sent before is in it. */
export const MarkTimes = z.object({ at: Instant, sent_at: Instant });
export type MarkTimes = z.infer<typeof MarkTimes>;

export const Participant = Named.extend({
  role: Role,
  presence: Presence,
  /** Of whoever is offline: when they were here last, if ever. */
  last_seen: Instant.nullable(),
  last_read_message_id: MessageId.nullable(),
  last_read: MarkTimes.nullable(),
  last_delivered_message_id: MessageId.nullable(),
  last_delivered: MarkTimes.nullable(),
});
export type Participant = z.infer<typeof Participant>;

export const Conversation = z.object({
  id: ConversationId,
  kind: ConversationKind,
  title: z.string().nullable(),
  client: Named.nullable(),
  participants: z.array(Participant),
  last_message: Message.nullable(),
  /** Of the caller, if they take part; others have none. More than 1,000 are not counted. */
  unread_count: z.int(),
  first_unread_message_id: MessageId.nullable(),
  updated_at: Instant,
});
export type Conversation = z.infer<typeof Conversation>;
