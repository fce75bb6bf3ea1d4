import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotificationKind, type InputOf, type NotificationPreferences, type notificationsApi } from '@dosar/contracts';
import { rowIn } from '@dosar/kernel/runtime';
import { user } from '@dosar/domain/identity/user.decider';
import { inbox } from '@dosar/domain/notifications/inbox.decider';
import type { About } from '@dosar/domain/notifications/inbox.events';
import {
  notificationRow,
  notifications,
  type NotificationRow,
} from '@dosar/domain/notifications/notifications.projector';
import type { Account, Call } from '../platform/access/call';
import { INSTALLATION, type Installation } from '../platform/hosting/installation';
import { Json, named } from '../platform/http/json';
import { notFound } from '../platform/http/problem';
import { ViewRows } from '../platform/reads/rows';
import { Writes } from '../platform/writes/writes';
import { Inboxes } from './inboxes';
import { readUnsubscribeToken } from './unsubscribe-tokens';

export class ReadNotification extends Command<Json> {
  constructor(
    readonly id: string,
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(ReadNotification)
export class ReadNotificationHandler implements ICommandHandler<ReadNotification> {
  constructor(
    private readonly writes: Writes,
    private readonly inboxes: Inboxes,
  ) {}

  async execute({ id: notificationId, call }: ReadNotification): Promise<Json> {
    const { caller } = call;
    const row = await this.inboxes.row(caller, notificationId);
    const write = await this.writes.begin(call, { notificationId });
    await write.handle(inbox, caller.id, { type: 'ReadNotification', data: { notificationId } });
    const [notification] = await this.inboxes.shown(caller, [{ json: await write.row(notifications, row) }]);
    return new Json(JSON.stringify({ notification, unread_count: await this.inboxes.unread(caller) }));
  }
}

export class ReadAllNotifications extends Command<Json> {
  constructor(readonly call: Call) {
    super();
  }
}

@CommandHandler(ReadAllNotifications)
export class ReadAllNotificationsHandler implements ICommandHandler<ReadAllNotifications> {
  constructor(
    private readonly writes: Writes,
    private readonly inboxes: Inboxes,
  ) {}

  async execute({ call }: ReadAllNotifications): Promise<Json> {
    const write = await this.writes.begin(call, {});
    await write.handle(inbox, call.caller.id, { type: 'ReadAllNotifications', data: {} });
    await this.writes.visible(call);
    return named('unread_count', String(await this.inboxes.unread(call.caller)));
  }
}

export class DeleteNotification extends Command<void> {
  constructor(
    readonly id: string,
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(DeleteNotification)
export class DeleteNotificationHandler implements ICommandHandler<DeleteNotification> {
  constructor(
    private readonly writes: Writes,
    private readonly rows: ViewRows,
  ) {}

  async execute({ id: notificationId, call }: DeleteNotification): Promise<void> {
    const row = await this.rows.get(notifications, notificationRow(call.caller.id, notificationId));
    const about = row && aboutOf(rowIn(row.json));
    const write = await this.writes.begin(call, { notificationId });
    await write.handle(inbox, call.caller.id, { type: 'DeleteNotification', data: { notificationId, about } });
    await this.writes.visible(call);
  }
}

const aboutOf = ({ id, type, actor_id, client_id, conversation_id }: NotificationRow): About => ({
  notificationId: id,
  kind: type,
  actorId: actor_id,
  clientId: client_id,
  conversationId: conversation_id,
});

export class ChangeNotificationPreferences extends Command<Json> {
  constructor(
    readonly changes: InputOf<typeof notificationsApi.changePreferences>['body'],
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(ChangeNotificationPreferences)
export class ChangeNotificationPreferencesHandler implements ICommandHandler<ChangeNotificationPreferences> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
  ) {}

  async execute({ changes, call }: ChangeNotificationPreferences): Promise<Json> {
    const { id } = call.caller;
    const write = await this.writes.begin(call, changes);
    await write.handle(user, id, { type: 'ChangeNotifications', data: changes });
    await this.writes.visible(call);
    const { notifications: preferences } = await this.installation.commandHandler.state(user, id);
    return named('preferences', JSON.stringify(preferences satisfies NotificationPreferences));
  }
}

export class Unsubscribe extends Command<void> {
  constructor(
    readonly token: string,
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(Unsubscribe)
export class UnsubscribeHandler implements ICommandHandler<Unsubscribe> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
  ) {}

  async execute({ token, call }: Unsubscribe): Promise<void> {
    const person = await this.readerOf(token);
    call.person = person;
    const data = Object.fromEntries(NotificationKind.options.map((kind) => [kind, { email: false }]));
    await this.writes.once(call).handle(user, person.id, { type: 'ChangeNotifications', data });
    await this.writes.visible(call);
  }

  /** Whom a letter with this token was sent to. @throws Problem NOT_FOUND */
  private async readerOf(token: string): Promise<Account> {
    const { keys, access, commandHandler } = this.installation;
    const read = readUnsubscribeToken(keys.links, token);
    const person = read && access.user(read.userId);
    if (!person || !read.isFor((await commandHandler.state(user, person.id)).email)) throw notFound();
    return person;
  }
}
