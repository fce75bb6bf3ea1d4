import { z } from 'zod';
import { events, shape, type DataOf, type EventOf } from '@dosar/kernel';
import { ClientId, ConversationId, Id, NotificationKind, UserId } from '../event-values';

/**
 * The subject of a notification, by ids only: names and texts are encrypted with keys of others. A notification has the id
 * of its event, which is unique within an inbox.
 */
const about = {
  notificationId: Id,
  kind: NotificationKind,
  actorId: UserId,
  clientId: ClientId.nullable(),
  /** For a message. */
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
        /** What one person does of one kind for one client in ten minutes, by its first event; of a message, its own. */
        windowId: Id.nullable(),
        /** Its ordinal in the window. */
        number: z.int(),
        inApp: z.boolean(),
        email: z.boolean(),
      }),
    ),
    NotificationRead: shape(About),
    /** All notifications up to the newest unread one. */
    AllNotificationsRead: shape(z.object({ upTo: Id })),
    NotificationDeleted: shape(About),
    /** These were mailed in one letter. */
    DigestSent: shape(z.object({ notificationIds: z.array(Id) })),
  },
  () => null,
);
export type InboxEvent = EventOf<typeof InboxEvents>;

/** The event that led to it: a message that finds an unread notification of its conversation raises that one again. */
export const causeOf = ({
  kind,
  notificationId,
  windowId,
}: Pick<DataOf<InboxEvent, 'NotificationRaised'>, 'kind' | 'notificationId' | 'windowId'>): string =>
  kind === 'message_new' ? (windowId ?? notificationId) : notificationId;

/** What is shown as one notification: messages of a conversation; what somebody does of a kind for a client. */
export const groupOf = ({ kind, actorId, clientId, conversationId }: Omit<About, 'notificationId'>): string =>
  kind === 'message_new' ? `${kind} ${conversationId}` : `${kind} ${actorId} ${clientId}`;
