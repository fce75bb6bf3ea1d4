import {
  DEFAULT_NOTIFICATION_PREFERENCES,
  NotificationKind,
  notificationsApi,
  type NotificationPreferences,
} from '@dosar/contracts';
import { rowIn } from '@dosar/kernel/runtime';
import { user } from '@dosar/domain/identity/user.decider';
import { notificationPreferences } from '@dosar/domain/notifications/preferences.projector';
import type { Account } from '../platform/access/call';
import type { Installation } from '../platform/hosting/installation';
import { named } from '../platform/http/json';
import { notFound } from '../platform/http/problem';
import { useCase } from '../platform/use-cases/use-case';
import { readUnsubscribeToken } from './unsubscribe-tokens';

export const getNotificationPreferences = useCase(notificationsApi.preferences, async (_, { call, rows }) => {
  const row = await rows.get(notificationPreferences, call.caller.id);
  const preferences = row ? rowIn(row.json) : DEFAULT_NOTIFICATION_PREFERENCES;
  return rows.said(call, notificationPreferences, { preferences });
});

export const changeNotificationPreferences = useCase(
  notificationsApi.changePreferences,
  async ({ body: changes }, { call, installation, writes }) => {
    const { id } = call.caller;
    const write = await writes.begin(call, changes);
    await write.handle(user, id, { type: 'ChangeNotifications', data: changes });
    await writes.visible(call);
    const { notifications: preferences } = await installation.commandHandler.state(user, id);
    return named('preferences', JSON.stringify(preferences satisfies NotificationPreferences));
  },
);

/** The page of the console that a letter links to. */
export const unsubscribePage = useCase(notificationsApi.unsubscribePage, ({ params }, { installation, exchange }) => {
  const { publicUrl } = installation.config;
  exchange.reply.header('location', `${publicUrl}/unsubscribe?token=${encodeURIComponent(params.token)}`);
});

export const unsubscribe = useCase(
  notificationsApi.unsubscribe,
  async ({ params: { token } }, { call, installation, writes }) => {
    const person = await readerOf(installation, token);
    call.person = person;
    const data = Object.fromEntries(NotificationKind.options.map((kind) => [kind, { email: false }]));
    await writes.once(call).handle(user, person.id, { type: 'ChangeNotifications', data });
    await writes.visible(call);
  },
);

/** The recipient of the letter with this token. @throws Problem NOT_FOUND */
const readerOf = async (installation: Installation, token: string): Promise<Account> => {
  const { keys, access, commandHandler } = installation;
  const read = readUnsubscribeToken(keys.links, token);
  const person = read && access.user(read.userId);
  if (!person || !read.isFor((await commandHandler.state(user, person.id)).email)) throw notFound();
  return person;
};
