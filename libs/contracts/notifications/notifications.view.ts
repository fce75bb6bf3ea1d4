import { z } from 'zod';
import { Instant } from '../endpoint';
import { ClientId, ConversationId, Id } from '../ids';
import { NotificationKind } from './notifications.values';

/** Something that happened and that somebody is told of, in their language and with the names of now. */
export const Notification = z.object({
  id: Id,
  type: NotificationKind,
  title: z.string(),
  body: z.string(),
  /** Where it is to be seen: an address within the console. */
  link: z.string(),
  /** How many messages or documents it is about; messages are counted up to 100. */
  count: z.int(),
  conversation_id: ConversationId.nullable(),
  client_id: ClientId.nullable(),
  read_at: Instant.nullable(),
  created_at: Instant,
});
export type Notification = z.infer<typeof Notification>;
