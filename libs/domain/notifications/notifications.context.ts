import type { ProblemCode } from '@dosar/contracts';
import type { InboxRefusal } from './inbox.decider';
import { InboxEvents } from './inbox.events';
import { notifications as notificationsView } from './notifications.projector';
import { notifications as notificationsReactor } from './notifications.reactor';
import { notificationPreferences } from './preferences.projector';
import { recipients } from './recipients.projector';

/** Notifications, in the inbox and by mail. */
export const notifications = {
  catalogues: [InboxEvents],
  projectors: [notificationsView, notificationPreferences, recipients],
  // not waited for: callers that upload or write need not wait for notifications
  reactorGroups: [{ name: 'notifications', reactors: [notificationsReactor], isWaitedFor: false }],
  refusals: { 'notification/unknown': 'NOT_FOUND' } satisfies Record<InboxRefusal, ProblemCode>,
} as const;
