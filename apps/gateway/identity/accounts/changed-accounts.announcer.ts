import { users } from '@dosar/domain/identity/users.projector';
import { UserEvents, type UserEvent } from '@dosar/domain/identity/user.events';
import type { Announcer } from '../../platform/sockets/announcer';

/** Events that change what somebody sees about themselves. */
const SHOWN: readonly UserEvent['type'][] = [
  'UserProfileChanged',
  'UserEmailChanged',
  'PreferencesChanged',
  'ClientsPinned',
];

/** One message for a person, however many changes of their account. */
export const changedAccounts: Announcer = {
  name: 'changed-accounts',
  events: UserEvents,
  views: [users.view],
  announce(heard) {
    const changed = heard.filter(({ type }) => (SHOWN as readonly string[]).includes(type));
    const newest = new Map(changed.map(({ resource, position }) => [resource.id, position]));
    return [...newest].map(([userId, position]) => ({
      event: 'me:changed',
      to: { userId },
      body: { position: String(position) },
    }));
  },
};
