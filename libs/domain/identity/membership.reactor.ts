import { send, type Effect, type Reactor, type Recorded } from '@dosar/kernel';
import { client } from './client.decider';
import type { UserEvent } from './user.events';

type About = Pick<Recorded, 'resource' | 'revision'>;

const tell = (type: 'LinkUser' | 'UnlinkUser', clientIds: readonly string[], { resource, revision }: About): Effect[] =>
  clientIds.map((id) => send(client, id, { type, data: { userId: resource.id, userRevision: revision } }));

const unassign = (clientIds: readonly string[], { resource, revision }: About): Effect[] =>
  clientIds.map((id) =>
    send(client, id, { type: 'UnassignAccountant', data: { accountantId: resource.id, userRevision: revision } }),
  );

const without = (ids: readonly string[], others: readonly string[]) => ids.filter((id) => !others.includes(id));

/**
 * Memberships are decided in the user's stream, and the client's stream follows. Assignments end with an accountant's role.
 */
export const membership: Reactor<UserEvent> = {
  name: 'membership',
  personal: 'unread',
  on: {
    UserRegistered: ({ clientIds }, event) => tell('LinkUser', clientIds, event),
    UserMembershipChanged: ({ clientIds: { from, to } }, event) => [
      ...tell('UnlinkUser', without(from, to), event),
      ...tell('LinkUser', without(to, from), event),
    ],
    UserRoleChanged: ({ assignmentsEnded }, event) => unassign(assignmentsEnded, event),
    UserDeleted: ({ clientIds, assignmentsEnded }, event) => [
      ...tell('UnlinkUser', clientIds, event),
      ...unassign(assignmentsEnded, event),
    ],
  },
};
