import { Controller, Inject, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { notificationsApi, type InputOf } from '@dosar/contracts';
import type { Call } from '../platform/access/call';
import { Endpoint, From, Input } from '../platform/http/endpoint';
import { INSTALLATION, type Installation } from '../platform/hosting/installation';
import {
  ChangeNotificationPreferences,
  DeleteNotification,
  ReadAllNotifications,
  ReadNotification,
  Unsubscribe,
} from './notifications.handler';
import { GetNotificationPreferences, ListNotifications } from './notifications.query';

@Controller()
export class NotificationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    @Inject(INSTALLATION) private readonly installation: Installation,
  ) {}

  @Endpoint(notificationsApi.list)
  notifications(@Input() { query }: InputOf<typeof notificationsApi.list>, @From() call: Call) {
    return this.queries.execute(new ListNotifications(query, call));
  }

  @Endpoint(notificationsApi.readAll)
  readAll(@From() call: Call) {
    return this.commands.execute(new ReadAllNotifications(call));
  }

  @Endpoint(notificationsApi.read)
  read(@Input() { params }: InputOf<typeof notificationsApi.read>, @From() call: Call) {
    return this.commands.execute(new ReadNotification(params.id, call));
  }

  @Endpoint(notificationsApi.delete)
  delete(@Input() { params }: InputOf<typeof notificationsApi.delete>, @From() call: Call) {
    return this.commands.execute(new DeleteNotification(params.id, call));
  }

  @Endpoint(notificationsApi.unsubscribePage)
  unsubscribePage(
    @Input() { params }: InputOf<typeof notificationsApi.unsubscribePage>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { publicUrl } = this.installation.config;
    reply.header('location', `${publicUrl}/unsubscribe?token=${encodeURIComponent(params.token)}`);
  }

  @Endpoint(notificationsApi.unsubscribe)
  unsubscribe(@Input() { params }: InputOf<typeof notificationsApi.unsubscribe>, @From() call: Call) {
    return this.commands.execute(new Unsubscribe(params.token, call));
  }

  @Endpoint(notificationsApi.preferences)
  preferences(@From() call: Call) {
    return this.queries.execute(new GetNotificationPreferences(call));
  }

  @Endpoint(notificationsApi.changePreferences)
  changePreferences(@Input() { body }: InputOf<typeof notificationsApi.changePreferences>, @From() call: Call) {
    return this.commands.execute(new ChangeNotificationPreferences(body, call));
  }
}
