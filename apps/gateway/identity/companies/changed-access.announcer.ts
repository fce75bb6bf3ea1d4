import type { DataOf } from '@dosar/kernel/runtime';
import { ClientEvents, type ClientEvent } from '@dosar/domain/identity/client.events';
import { clients } from '@dosar/domain/identity/clients.projector';
import { FirmEvents, type FirmEvent } from '@dosar/domain/identity/firm.events';
import { UserEvents, type UserEvent } from '@dosar/domain/identity/user.events';
import { users } from '@dosar/domain/identity/users.projector';
import type { Announcement, Announcer, ObservedEvent } from '../../platform/sockets/announcer';

type Told = { readonly userId: string } | { readonly staffOf: string };
type Changes = Readonly<Record<string, (data: never, heard: ObservedEvent) => Told | null>>;

/** Announces to people that they see other documents from now on. */
const announcerOf = (name: string, events: Announcer['events'], changes: Changes): Announcer => ({
  name,
  events,
  views: [users.view, clients.view],
  announce(heard) {
    const told = new Map<string, Announcement>();
    for (const each of heard) {
      const to = changes[each.type]?.(each.data as never, each);
      const body = { position: String(each.position), access: true };
      if (to) told.set(JSON.stringify(to), { event: 'me:changed', to, body } as Announcement);
    }
    return [...told.values()];
  },
});

export const changedAssignments = announcerOf('changed-assignments', ClientEvents, {
  AccountantAssigned: ({ accountantId: userId }: DataOf<ClientEvent, 'AccountantAssigned'>) => ({ userId }),
  AccountantUnassigned: ({ accountantId: userId }: DataOf<ClientEvent, 'AccountantUnassigned'>) => ({ userId }),
  ClientRegistered: ({ firmId: staffOf }: DataOf<ClientEvent, 'ClientRegistered'>) => ({ staffOf }),
  ClientDeleted: ({ firmId: staffOf }: DataOf<ClientEvent, 'ClientDeleted'>) => ({ staffOf }),
});

export const changedScopes = announcerOf('changed-scopes', FirmEvents, {
  FirmDetailsChanged: ({ accountantScope }: DataOf<FirmEvent, 'FirmDetailsChanged'>, { resource }) =>
    accountantScope ? { staffOf: resource.id } : null,
});

export const changedMemberships = announcerOf('changed-memberships', UserEvents, {
  UserMembershipChanged: (_: DataOf<UserEvent, 'UserMembershipChanged'>, { resource }) => ({ userId: resource.id }),
});
