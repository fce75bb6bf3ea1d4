import { Inject, Injectable } from '@nestjs/common';
import type { Notification } from '@dosar/contracts';
import { rowIn, type Row, type WhereIn } from '@dosar/kernel/runtime';
import {
  notificationRow,
  notifications,
  placeOf,
  type NotificationRow,
} from '@dosar/domain/notifications/notifications.projector';
import type { Caller } from '../platform/access/call';
import { INSTALLATION, type Installation } from '../platform/hosting/installation';
import { notFound } from '../platform/http/problem';
import { ViewRows } from '../platform/reads/rows';
import { maySee } from './inbox.audience';
import { languageFor, shownNotifications, unreadCount, visibleTo } from './shown-notifications';

/** Notifications, as far as their owner may see them now. */
@Injectable()
export class Inboxes {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly rows: ViewRows,
  ) {}

  /** @returns the id of its row. @throws Problem NOT_FOUND when the caller has no such visible notification */
  async row(caller: Caller, id: string): Promise<string> {
    const name = notificationRow(caller.id, id);
    const row = rowIn((await this.rows.must(notifications, name)).json);
    if (!row.in_app || !maySee(this.installation.access, caller, placeOf(row))) throw notFound();
    return name;
  }

  visibleTo = (caller: Caller): Promise<WhereIn<typeof notifications>> =>
    visibleTo(this.installation.ports.reads, this.installation.access, caller);
  unread = (caller: Caller): Promise<number> =>
    unreadCount(this.installation.ports.reads, this.installation.access, caller);

  async shown(caller: Caller, rows: readonly Pick<Row<NotificationRow>, 'json'>[]): Promise<Notification[]> {
    const { reads } = this.installation.ports;
    const language = await languageFor(reads, caller.id);
    return shownNotifications(
      reads,
      rows.map(({ json }) => rowIn(json)),
      () => language,
    );
  }
}
