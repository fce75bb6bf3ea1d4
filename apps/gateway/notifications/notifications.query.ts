import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DEFAULT_NOTIFICATION_PREFERENCES, type InputOf, type notificationsApi } from '@dosar/contracts';
import { rowIn } from '@dosar/kernel/runtime';
import { notifications } from '@dosar/domain/notifications/notifications.projector';
import { notificationPreferences } from '@dosar/domain/notifications/preferences.projector';
import type { Call } from '../platform/access/call';
import type { Json } from '../platform/http/json';
import { ViewRows } from '../platform/reads/rows';
import { Inboxes } from './inboxes';

export class ListNotifications extends Query<Json> {
  constructor(
    readonly query: InputOf<typeof notificationsApi.list>['query'],
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(ListNotifications)
export class ListNotificationsHandler implements IQueryHandler<ListNotifications> {
  constructor(
    private readonly rows: ViewRows,
    private readonly inboxes: Inboxes,
  ) {}

  async execute({ query: { page, pageSize }, call }: ListNotifications): Promise<Json> {
    const { caller } = call;
    const where = await this.inboxes.visibleTo(caller);
    const skip = (page - 1) * pageSize;
    const [total, unread_count, found] = await Promise.all([
      this.rows.count(notifications, { where }),
      this.rows.count(notifications, { where: { ...where, unread: 1 } }),
      this.rows.find(notifications, { where, order: [['place', 'desc']], skip, limit: pageSize }),
    ]);
    const shown = await this.inboxes.shown(caller, found);
    const paging = { page, pageSize, total, has_more: skip + found.length < total };
    return this.rows.said(call, notifications, { notifications: shown, unread_count, ...paging });
  }
}

export class GetNotificationPreferences extends Query<Json> {
  constructor(readonly call: Call) {
    super();
  }
}

@QueryHandler(GetNotificationPreferences)
export class GetNotificationPreferencesHandler implements IQueryHandler<GetNotificationPreferences> {
  constructor(private readonly rows: ViewRows) {}

  async execute({ call }: GetNotificationPreferences): Promise<Json> {
    const row = await this.rows.get(notificationPreferences, call.caller.id);
    const preferences = row ? rowIn(row.json) : DEFAULT_NOTIFICATION_PREFERENCES;
    return this.rows.said(call, notificationPreferences, { preferences });
  }
}
