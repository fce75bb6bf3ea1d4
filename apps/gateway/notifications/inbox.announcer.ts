import type { DataOf } from '@dosar/kernel/runtime';
import { clients } from '@dosar/domain/identity/clients.projector';
import { clientOf, DriveEvents, type DriveEvent } from '@dosar/domain/files/drive.events';
import { files } from '@dosar/domain/files/files.projector';
import { MessageEvents } from '@dosar/domain/conversations/message.events';
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
  const shown = await shownNotifications(reads, rows, ({ user_id }) => languages.get(user_id)!);
  return shown.map((each) => (each.count === 0 ? null : each));
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

/** What is done in a conversation or for a client changes what is told of it: said once for all that one person does. */
const changed = (heard: readonly ObservedEvent[], placeIn: (event: ObservedEvent) => string | null): Announcement[] => {
  const last = new Map<string, Announcement>();
  for (const each of heard) {
    const place = placeIn(each);
    const newsOf = `${each.actor.id} ${place}`;
    const body = { position: String(each.position) };
    if (place !== null) last.set(newsOf, { event: 'notifications:changed', to: { newsOf }, body });
  }
  return [...last.values()];
};

/** Open lists of whoever takes part in a conversation. */
export const newsOfMessages: Announcer = {
  name: 'news-of-messages',
  events: MessageEvents,
  views: [notifications.view, messages.view],
  announce: (heard) =>
    changed(heard, ({ data }) => `conversation ${(data as { readonly conversationId: string }).conversationId}`),
};

const TOLD_OF: ReadonlySet<string> = new Set<DriveEvent['type']>([
  'FileUploaded',
  'FileRenamed',
  'FileMoved',
  'FileDeleted',
  'FileRestored',
  'FileProcessStateChanged',
]);

/** Open lists of whoever may be told of a client's documents. */
export const newsOfDocuments: Announcer = {
  name: 'news-of-documents',
  events: DriveEvents,
  views: [notifications.view, files.view],
  announce: (heard) => changed(heard, ({ type, stream }) => (TOLD_OF.has(type) ? `client ${clientOf(stream)}` : null)),
};

/** Notifications of a person, on all their devices. */
export const notificationAnnouncements: Announcer = {
  name: 'inbox',
  events: InboxEvents,
  views: [notifications.view, messages.view, files.view, clients.view],
  announce: (heard) => heard.flatMap(told),
};
