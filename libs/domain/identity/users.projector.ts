import { put, type Projector } from '@dosar/kernel';
import { DEFAULT_PREFERENCES, folded, sortKey, type User } from '@dosar/contracts';
import { isKnown, know, named, ofShown, type Known } from '../known';
import type { ClientEvent } from './client.events';
import type { UserEvent } from './user.events';

export const users: Projector<UserEvent | ClientEvent, User | Known> = {
  view: 'users',
  version: 1,
  columns: {
    listed: 'integer',
    role: 'text',
    status: 'text',
    firm_id: 'text',
    client_id: 'text',
    sort_name: 'text',
    email: 'text',
    created: 'text',
    updated: 'text',
    searched: 'text',
  },
  indexes: [['sort_name'], ['role', 'sort_name'], ['client_id'], ['firm_id']],
  columnsOf: ofShown(
    ({ role, status, firm_id, client, name, email, createdAt, updatedAt }: User) => ({
      listed: 1,
      role,
      status,
      firm_id,
      client_id: client?.id ?? null,
      sort_name: sortKey(name ?? ''),
      email,
      created: createdAt,
      updated: updatedAt,
      searched: folded(`${name ?? ''} ${email ?? ''}`),
    }),
    {},
  ),
  subjectsOf: ofShown(({ id, client }: User) => (client ? [id, client.id] : [id]), []),
  audienceOf: ofShown(() => 'installation', null),

  on: {
    UserRegistered: ({ role, firmId, name, email, phone }, { resource, occurredAt }) =>
      put(resource.id, {
        id: resource.id,
        role,
        firm_id: firmId,
        client: null,
        name,
        email,
        phone,
        status: 'active',
        must_change_password: false,
        createdAt: occurredAt,
        updatedAt: occurredAt,
        lastSeen: null,
        preferences: DEFAULT_PREFERENCES,
      }),
    PasswordChanged: async ({ by }, { resource, actor }, rows) => {
      const row = await rows.get(resource.id);
      const must_change_password = by === 'administrator' && actor.kind === 'user';
      return row && !isKnown(row) ? put(row.id, { ...row, must_change_password }) : [];
    },
    ClientRegistered: ({ societate }, { resource }) => know(resource.id, societate),
    ClientUserLinked: async ({ userId }, { resource }, rows) => {
      const row = await rows.get(userId);
      return row && !isKnown(row) ? put(row.id, { ...row, client: await named(rows, resource.id) }) : [];
    },
    ClientUserUnlinked: async ({ userId }, _, rows) => {
      const row = await rows.get(userId);
      return row && !isKnown(row) ? put(row.id, { ...row, client: null }) : [];
    },
  },
};
