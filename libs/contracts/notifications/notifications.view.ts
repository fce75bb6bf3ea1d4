import { z } from 'zod';
import { Instant } from '../endpoint';
import { ClientId, ConversationId, Id } from '../ids';
import { NotificationKind } from './notifications.values';

/** Something that happened and that somebody is told of, in their language and with the names of now. */
export const Notification = z.object({
  /** The id of the notification. */
  id: Id,
  /** Of what kind of thing it tells. */
  type: NotificationKind,
  /** What happened, in the reader's language. */
  title: z.string(),
  /** More of it: the beginning of a message, or names of documents. */
  body: z.string(),
  /** Where it is to be seen: an address within the console. */
  link: z.string(),
  /** How many messages or documents it is about; messages are counted up to 100. */
  count: z.int(),
  /** The conversation that it is about, if it is about one. */
  conversation_id: ConversationId.nullable(),
  /** The client that it is about, if it is about one. */
  client_id: ClientId.nullable(),
  /** When it was read; null while it was not. */
  read_at: Instant.nullable(),
  /** When it came, or came anew. */
  created_at: Instant,
});
export type Notification = z.infer<typeof Notification>;
