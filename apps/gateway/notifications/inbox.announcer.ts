import type { DataOf } from '@dosar/kernel/runtime';
import { clients } from '@dosar/domain/identity/clients.projector';
import { files } from '@dosar/domain/files/files.projector';
import { messages } from '@dosar/domain/conversations/messages.projector';
import { InboxEvents, type InboxEvent } from '@dosar/domain/notifications/inbox.events';
import {
  notificationRow,
  notifications,
  placeOf,
  type NotificationRow,
} from '@dosar/domain/notifications/notifications.projector';
import {
  rowShown,
  type Announcement,
  type Announcer,
  type ObservedEvent,
  type ShowRows,
} from '../platform/sockets/announcer';
import { languageFor, shownNotifications, unreadCount } from './shown-notifications';

const show: ShowRows<NotificationRow> = async (rows, reads) => {
  const people = [...new Set(rows.map(({ user_id }) => user_id))];
  const languages = new Map(await Promise.all(people.map(async (id) => [id, await languageFor(reads, id)] as const)));
  return shownNotifications(reads, rows, ({ user_id }) => languages.get(user_id)!);
};
const showUnread: ShowRows<NotificationRow> = (found, reads, access) =>
  Promise.all(
    found.map(async ({ user_id }) => {
      const person = access.user(user_id);
      return person ? unreadCount(reads, access, person) : 0;
    }),
  );

const told = ({ type, data, resource: { id: userId }, position }: ObservedEvent): Announcement[] => {
  if (type === 'DigestSent') return [];
  if (type !== 'NotificationRaised')
    return [{ event: 'notifications:changed', to: { userId }, body: { position: String(position) } }];
  const { notificationId, clientId, conversationId, inApp } = data as DataOf<InboxEvent, 'NotificationRaised'>;
  if (!inApp) return [];
  const row = notificationRow(userId, notificationId);
  const to = { inboxOf: `${userId} ${placeOf({ client_id: clientId, conversation_id: conversationId })}` };
  const rows = {
    notification: rowShown(notifications, row, show),
    unread_count: rowShown(notifications, row, showUnread),
  };
  return [{ event: 'notification:new', to, rows, position }];
};

/** Notifications of a person, on all their devices. */
export const notificationAnnouncements: Announcer = {
  name: 'inbox',
  events: InboxEvents,
  views: [notifications.view, messages.view, files.view, clients.view],
  announce: (heard) => heard.flatMap(told),
};
