import { z } from 'zod';
import { endpoint, IdParam, oneOf, pageOf, Paging } from '../endpoint';
import { partOf } from '../features';
import { NotificationPreferences, NotificationPreferencesChange } from './notifications.values';
import { Notification } from './notifications.view';

const UnsubscribeParams = z.object({
  /** The token of the link, from the letter. */ token: z.string().min(1).max(500),
});
const unread = { /** How many notifications were not read. */ unread_count: z.int() } as const;

export const notificationsApi = partOf(['notifications'], {
  list: endpoint({
    method: 'GET',
    path: '/notifications',
    summary: 'What the caller was told of, the newest first.',
    query: Paging,
    status: 200,
    reply: pageOf('notifications', Notification).extend({
      ...unread,
      /** Whether there are more than on this page and those before. */ has_more: z.boolean(),
    }),
    view: 'notifications',
  }),
  readAll: endpoint({
    method: 'PATCH',
    path: '/notifications/read-all',
    summary: 'Marks all notifications of the caller as read.',
    status: 200,
    reply: z.object(unread),
  }),
  read: endpoint({
    method: 'PATCH',
    path: '/notifications/:id/read',
    summary: 'Marks a notification as read.',
    params: IdParam,
    status: 200,
    reply: oneOf('notification', Notification).extend(unread),
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/notifications/:id',
    summary: 'Takes a notification away.',
    params: IdParam,
    status: 204,
  }),
  unsubscribePage: endpoint({
    method: 'GET',
    path: '/notifications/unsubscribe/:token',
    summary: 'Leads a browser to the page with the button that ends e-mails: to look at the address ends nothing.',
    params: UnsubscribeParams,
    status: 303,
    tells: { location: 'always' },
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/notifications/unsubscribe/:token',
    summary: 'Ends e-mails to whoever was sent this token in one (RFC 8058). What the body says is not read.',
    params: UnsubscribeParams,
    consumes: 'anything',
    status: 204,
    refuses: ['NOT_FOUND'],
  }),
  preferences: endpoint({
    method: 'GET',
    path: '/notifications/preferences',
    summary: 'Of what the caller is told, how, and when not.',
    status: 200,
    reply: oneOf('preferences', NotificationPreferences),
    view: 'notification-preferences',
  }),
  changePreferences: endpoint({
    method: 'PATCH',
    path: '/notifications/preferences',
    summary: 'Changes of what the caller is told, how, and when not.',
    body: NotificationPreferencesChange,
    keepsNull: ['quiet_hours'],
    status: 200,
    reply: oneOf('preferences', NotificationPreferences),
  }),
});
