import { put, remove, type Projector, type Rows } from '@dosar/kernel';
import { DEFAULT_PREFERENCES, folded, sortKey, type User } from '@dosar/contracts';
import { changeShown, know, knowAnew, named, ofShown, type Known } from '../known';
import type { ClientEvent } from './client.events';
import type { FirmEvent } from './firm.events';
import type { UserEvent } from './user.events';

/** A user as it is shown, with what makes it have a second step. */
export type UserRow = User & {
  readonly totp: boolean;
  readonly passkeys: number;
  readonly pinned_clients: readonly string[];
};

const withSteps = (row: UserRow, change: Partial<Pick<UserRow, 'totp' | 'passkeys'>>): UserRow => {
  const next = { ...row, ...change };
  return { ...next, two_step: next.totp || next.passkeys > 0 };
};

const showClient = (row: UserRow, { known, name }: Known): UserRow =>
  row.client?.id === known ? { ...row, client: { id: known, name } } : row;

const showFirm = (row: UserRow, { known, name }: Known): UserRow =>
  row.firm?.id === known ? { ...row, firm: { id: known, name } } : row;

const ofFirm = async (rows: Rows<UserRow | Known>, id: string | null): Promise<Pick<UserRow, 'firm_id' | 'firm'>> => ({
  firm_id: id,
  firm: id === null ? null : await named(rows, id),
});

export const users: Projector<UserEvent | ClientEvent | FirmEvent, UserRow | Known> = {
  view: 'users',
  version: 2,
  columns: {
    listed: 'integer',
    role: 'text',
    status: 'text',
    firm_id: 'text',
    client_id: 'text',
    invited: 'integer',
    sort_name: 'text',
    email: 'text',
    created: 'text',
    updated: 'text',
    searched: 'text',
  },
  indexes: [['sort_name'], ['role', 'sort_name'], ['client_id'], ['firm_id']],
  columnsOf: ofShown(
    ({ role, status, firm_id, client, name, email, invited_at, createdAt, updatedAt }: UserRow) => ({
      listed: 1,
      role,
      status,
      firm_id,
      client_id: client?.id ?? null,
      invited: invited_at === null ? 0 : 1,
      sort_name: sortKey(name ?? ''),
      email,
      created: createdAt,
      updated: updatedAt,
      searched: folded(`${name ?? ''} ${email ?? ''}`),
    }),
    {},
  ),
  subjectsOf: ofShown(({ id, firm, client }: UserRow) => [id, ...[firm, client].flatMap((each) => each?.id ?? [])], []),
  audienceOf: ofShown(() => 'installation', null),

  on: {
    UserRegistered: async ({ role, firmId, name, email, phone }, { resource, occurredAt }, rows) =>
      put<UserRow | Known>(resource.id, {
        id: resource.id,
        role,
        ...(await ofFirm(rows, firmId)),
        client: null,
        name,
        email,
        phone,
        status: 'active',
        must_change_password: false,
        invited_at: null,
        two_step: false,
        createdAt: occurredAt,
        updatedAt: occurredAt,
        lastSeen: null,
        preferences: DEFAULT_PREFERENCES,
        totp: false,
        passkeys: 0,
        pinned_clients: [],
      }),
    UserInvited: (_, { resource, occurredAt }, rows) =>
      changeShown(rows, resource.id, (row) => ({ ...row, invited_at: occurredAt })),
    PasswordChanged: ({ by }, { resource, actor }, rows) =>
      changeShown(rows, resource.id, (row) => ({
        ...row,
        invited_at: null,
        must_change_password: by === 'administrator' && actor.kind === 'user',
      })),
    UserProfileChanged: ({ name, phone }, { resource, occurredAt }, rows) =>
      changeShown(rows, resource.id, (row) => ({
        ...row,
        ...(name && { name: name.to }),
        ...(phone && { phone: phone.to }),
        updatedAt: occurredAt,
      })),
    UserEmailChanged: ({ to }, { resource, occurredAt }, rows) =>
      changeShown(rows, resource.id, (row) => ({ ...row, email: to, updatedAt: occurredAt })),
    UserRoleChanged: ({ to, firmId }, { resource, occurredAt }, rows) =>
      changeShown(rows, resource.id, async (row) => ({
        ...row,
        role: to,
        ...(await ofFirm(rows, firmId.to)),
        updatedAt: occurredAt,
      })),
    UserActivated: (_, { resource, occurredAt }, rows) =>
      changeShown(rows, resource.id, (row) => ({ ...row, status: 'active', updatedAt: occurredAt })),
    UserDeactivated: (_, { resource, occurredAt }, rows) =>
      changeShown(rows, resource.id, (row) => ({ ...row, status: 'inactive', updatedAt: occurredAt })),
    UserDeleted: (_, { resource }) => remove(resource.id),
    TwoStepEnabled: (_, { resource }, rows) => changeShown(rows, resource.id, (row) => withSteps(row, { totp: true })),
    TwoStepDisabled: (_, { resource }, rows) =>
      changeShown(rows, resource.id, (row) => withSteps(row, { totp: false })),
    PasskeyAdded: (_, { resource }, rows) =>
      changeShown(rows, resource.id, (row) => withSteps(row, { passkeys: row.passkeys + 1 })),
    PasskeyRemoved: (_, { resource }, rows) =>
      changeShown(rows, resource.id, (row) => withSteps(row, { passkeys: row.passkeys - 1 })),
    PreferencesChanged: ({ to }, { resource }, rows) =>
      changeShown(rows, resource.id, (row) => ({ ...row, preferences: to })),
    ClientsPinned: ({ to }, { resource }, rows) =>
      changeShown(rows, resource.id, (row) => ({ ...row, pinned_clients: to })),

    FirmRegistered: ({ name }, { resource }) => know(resource.id, name),
    FirmDetailsChanged: ({ name }, { resource }, rows) =>
      name ? knowAnew(rows, resource.id, { name: name.to }, showFirm) : [],
    ClientRegistered: ({ societate }, { resource }) => know(resource.id, societate),
    ClientDetailsChanged: ({ societate }, { resource }, rows) =>
      societate ? knowAnew(rows, resource.id, { name: societate.to }, showClient) : [],
    ClientUserLinked: ({ userId }, { resource }, rows) =>
      changeShown(rows, userId, async (row) => ({ ...row, client: await named(rows, resource.id) })),
    ClientUserUnlinked: ({ userId }, { resource }, rows) =>
      changeShown(rows, userId, (row) => (row.client?.id === resource.id ? { ...row, client: null } : row)),
  },
};
