import { notificationsApi } from '@dosar/contracts';
import { inbox } from '@dosar/domain/notifications/inbox.decider';
import type { About } from '@dosar/domain/notifications/inbox.events';
import {
  notificationRow,
  notifications,
  type NotificationRow,
} from '@dosar/domain/notifications/notifications.projector';
import { rowIn } from '@dosar/kernel/runtime';
import { Json, named } from '../platform/http/json';
import { useCase } from '../platform/use-cases/use-case';
import { Inboxes } from './inboxes';

export const readNotification = useCase(
  notificationsApi.read,
  async ({ params: { id: notificationId } }, { call, writes, use }) => {
    const { caller } = call;
    const row = await use(Inboxes).row(caller, notificationId);
    const write = await writes.begin(call, { notificationId });
    await write.handle(inbox, caller.id, { type: 'ReadNotification', data: { notificationId } });
    const [notification] = await use(Inboxes).shown(caller, [{ json: await write.row(notifications, row) }]);
    return new Json(JSON.stringify({ notification, unread_count: await use(Inboxes).unread(caller) }));
  },
);

export const readAllNotifications = useCase(notificationsApi.readAll, async (_, { call, writes, use }) => {
  const write = await writes.begin(call, {});
  await write.handle(inbox, call.caller.id, { type: 'ReadAllNotifications', data: {} });
  await writes.visible(call);
  return named('unread_count', String(await use(Inboxes).unread(call.caller)));
});

export const deleteNotification = useCase(
  notificationsApi.delete,
  async ({ params: { id: notificationId } }, { call, writes, rows }) => {
    const row = await rows.get(notifications, notificationRow(call.caller.id, notificationId));
    const about = row && aboutOf(rowIn(row.json));
    const write = await writes.begin(call, { notificationId });
    await write.handle(inbox, call.caller.id, { type: 'DeleteNotification', data: { notificationId, about } });
    await writes.visible(call);
  },
);

const aboutOf = ({ id, type, actor_id, client_id, conversation_id }: NotificationRow): About => ({
  notificationId: id,
  kind: type,
  actorId: actor_id,
  clientId: client_id,
  conversationId: conversation_id,
});
