import { z } from 'zod';
import { events, shape, type EventOf } from '@dosar/kernel';
import { ClientId, ConversationId, Id, NotificationKind, UserId } from '../event-values';

/**
 * Of what somebody is told, by ids alone: names and texts lie under the keys of others. A notification has the id of the
 * event that it tells of, which is one of its own within an inbox.
 */
const about = {
  notificationId: Id,
  kind: NotificationKind,
  actorId: UserId,
  clientId: ClientId.nullable(),
  /** Of a message. */
  conversationId: ConversationId.nullable(),
} as const;
const About = z.object(about);
export type About = z.infer<typeof About>;

export const InboxEvents = events(
  'inbox',
  {
    NotificationRaised: shape(
      z.object({
        ...about,
        /** The message or the file. */
        subjectId: Id,
        /** What one person does of one kind for one client in ten minutes; null for a message. */
        windowId: Id.nullable(),
        /** The how-manieth of its window it begins with. */
        number: z.int(),
        inApp: z.boolean(),
        email: z.boolean(),
      }),
    ),
    NotificationRead: shape(About),
    /** All there were, to the newest that was not read. */
    AllNotificationsRead: shape(z.object({ upTo: Id })),
    NotificationDeleted: shape(About),
    /** A letter told of these. */
    DigestSent: shape(z.object({ notificationIds: z.array(Id) })),
  },
  () => null,
);
export type InboxEvent = EventOf<typeof InboxEvents>;

/** What is told of together: messages of a conversation; what somebody does of a kind for a client. */
export const groupOf = ({ kind, actorId, clientId, conversationId }: Omit<About, 'notificationId'>): string =>
  kind === 'message_new' ? `${kind} ${conversationId}` : `${kind} ${actorId} ${clientId}`;
