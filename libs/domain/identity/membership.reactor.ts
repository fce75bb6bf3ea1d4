import { send, type Reactor } from '@dosar/kernel';
import { client } from './client.decider';
import type { UserEvent } from './user.events';

const unassign = (accountantId: string, clientIds: readonly string[]) =>
  clientIds.map((clientId) => send(client, clientId, { type: 'UnassignAccountant', data: { accountantId } }));

/** Membership and assignment are events of the client: they follow from what happens to the user. */
export const membership: Reactor<UserEvent> = {
  name: 'membership',
  on: {
    UserRegistered: ({ role }, { resource, tenant }) =>
      role === 'user' && tenant.clientId !== null
        ? [send(client, tenant.clientId, { type: 'LinkUser', data: { userId: resource.id } })]
        : [],
    UserRoleChanged: ({ clientIds }, { resource }) => unassign(resource.id, clientIds),
    UserDeleted: ({ role, clientIds }, { resource, tenant }) =>
      role === 'user' && tenant.clientId !== null
        ? [send(client, tenant.clientId, { type: 'UnlinkUser', data: { userId: resource.id } })]
        : unassign(resource.id, clientIds),
  },
};
