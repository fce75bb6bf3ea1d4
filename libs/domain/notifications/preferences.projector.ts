import { put, view } from '@dosar/kernel';
import { completePreferences, type NotificationPreferences } from '@dosar/contracts';
import type { UserEvent } from '../identity/user.events';

/** How people want to be notified; without a row for those who never changed it. */
export const notificationPreferences = view<UserEvent, NotificationPreferences>()({
  view: 'notification-preferences',
  version: 2,
  columns: {},
  indexes: [],
  columnsOf: () => ({}),
  personal: 'unread',
  on: { NotificationPreferencesChanged: ({ to }, { resource }) => put(resource.id, completePreferences(to)) },
});
