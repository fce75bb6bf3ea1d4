import { notificationsApi } from '@dosar/contracts';
import { queries, writing } from '../../platform/queries';
import { notificationPreferences } from './notifications.queries';

const touches = [notificationsApi.list.view];
const input = (id: string) => ({ params: { id } });

export const readNotification = writing(notificationsApi.read, { input, touches, failure: 'inbox.failedRead' });
export const readAllNotifications = writing(notificationsApi.readAll, {
  input: () => ({}),
  touches,
  failure: 'inbox.failedReadAll',
});
export const deleteNotification = writing(notificationsApi.delete, { input, touches, failure: 'inbox.failedDelete' });

export const changeNotificationPreferences = writing(notificationsApi.changePreferences, {
  touches: (answer) => void queries.setQueryData(notificationPreferences.queryKey, answer),
  failure: 'inbox.failedChange',
  scope: 'notification-preferences',
});
