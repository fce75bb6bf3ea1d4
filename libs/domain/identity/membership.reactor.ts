import { send, type Reactor } from '@dosar/kernel';
import { client } from './client.decider';
import type { UserEvent } from './user.events';

/** A user who was registered for a client becomes one of its users: membership is an event of the client. */
export const membership: Reactor<UserEvent> = {
  name: 'membership',
  on: {
    UserRegistered: ({ role }, { resource, tenant }) =>
      role === 'user' && tenant.clientId !== null
        ? [send(client, tenant.clientId, { type: 'LinkUser', data: { userId: resource.id } })]
        : [],
  },
};
