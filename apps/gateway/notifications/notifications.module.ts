import { context } from '../platform/hosting/context';
import { Digests } from './digests.job';
import { newsOfDocuments, newsOfMessages, notificationAnnouncements } from './inbox.announcer';
import { inboxOf, newsOf } from './inbox.audience';
import { Inboxes } from './inboxes';
import { listNotifications } from './list-notifications';
import {
  changeNotificationPreferences,
  getNotificationPreferences,
  unsubscribe,
  unsubscribePage,
} from './notification-preferences';
import { deleteNotification, readAllNotifications, readNotification } from './read-notifications';

/** What people are told of. */
export const notifications = context({
  useCases: [
    listNotifications,
    readNotification,
    readAllNotifications,
    deleteNotification,
    getNotificationPreferences,
    changeNotificationPreferences,
    unsubscribePage,
    unsubscribe,
  ],
  providers: [Inboxes],
  announcers: [notificationAnnouncements, newsOfMessages, newsOfDocuments],
  audiences: [inboxOf, newsOf],
  jobs: [Digests],
});
