import { notificationsApi } from '@dosar/contracts';
import { notifications } from '@dosar/domain/notifications/notifications.projector';
import { useCase } from '../platform/use-cases/use-case';
import { Inboxes } from './inboxes';

export const listNotifications = useCase(
  notificationsApi.list,
  async ({ query: { page, pageSize } }, { call, rows, use }) => {
    const where = await use(Inboxes).visibleTo(call.caller);
    const skip = (page - 1) * pageSize;
    const [total, unread_count, found] = await Promise.all([
      rows.count(notifications, { where }),
      rows.count(notifications, { where: { ...where, unread: 1 } }),
      rows.find(notifications, { where, order: [['place', 'desc']], skip, limit: pageSize }),
    ]);
    const paging = { page, pageSize, total, has_more: skip + found.length < total };
    const shown = await use(Inboxes).shown(call.caller, found);
    return rows.said(call, notifications, { notifications: shown, unread_count, ...paging });
  },
);
