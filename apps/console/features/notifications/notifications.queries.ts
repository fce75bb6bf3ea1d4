import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { notificationsApi } from '@dosar/contracts';
import { invalidate, reading } from '../../platform/queries';

/** One page of what somebody was told of, the newest first; the one before is shown until it is there. */
export const notificationPage = (page: number) =>
  queryOptions({ ...reading(notificationsApi.list, { query: { page } }), placeholderData: keepPreviousData });
/** How much of it is unread. */
export const unreadNotifications = reading(notificationsApi.list, { query: { pageSize: 1 } });
export const notificationPreferences = reading(notificationsApi.preferences, {});

export const refreshNotifications = (): void => void invalidate([notificationsApi.list.view]);
