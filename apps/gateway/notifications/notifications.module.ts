import { Module } from '@nestjs/common';
import type { GatewayContext } from '../platform/hosting/context';
import { Digests } from './digests.job';
import { toldNotifications } from './inbox.announcer';
import { inboxOf } from './inbox.audience';
import { Inboxes } from './inboxes';
import { NotificationsController } from './notifications.controller';
import {
  ChangeNotificationPreferencesHandler,
  DeleteNotificationHandler,
  ReadAllNotificationsHandler,
  ReadNotificationHandler,
  UnsubscribeHandler,
} from './notifications.handler';
import { GetNotificationPreferencesHandler, ListNotificationsHandler } from './notifications.query';

@Module({
  controllers: [NotificationsController],
  providers: [
    Inboxes,
    Digests,
    UnsubscribeHandler,
    ReadNotificationHandler,
    ReadAllNotificationsHandler,
    DeleteNotificationHandler,
    ChangeNotificationPreferencesHandler,
    ListNotificationsHandler,
    GetNotificationPreferencesHandler,
  ],
})
class NotificationsModule {}

/** What people are told of. */
export const notifications: GatewayContext = {
  module: NotificationsModule,
  announcers: [toldNotifications],
  audiences: [inboxOf],
  listeners: [],
  jobs: [Digests],
};
