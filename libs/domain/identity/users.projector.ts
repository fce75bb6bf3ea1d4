import { put, putBeside, remove, rowKind, view, type Rows } from '@dosar/kernel';
import { DEFAULT_PREFERENCES, searchKey, sortKey, type User } from '@dosar/contracts';
import {
  forgetReference,
  updateShown,
  remember,
  renameReference,
  referenceTo,
  names,
  type Names,
  type ReferenceName,
} from '../reference-names';
import type { ClientEvent } from './client.events';
import type { FirmEvent } from './firm.events';
import type { UserEvent } from './user.events';

/** A user as shown, and what that is computed from. */
export type UserRow = User & {
  readonly totp: boolean;
  readonly passkeys: number;
  readonly pinned_clients: readonly string[];
};

const withSteps = (row: UserRow, change: Partial<Pick<UserRow, 'totp' | 'passkeys'>>): UserRow => {
  const next = { ...row, ...change };
  return { ...next, two_step: next.totp || next.passkeys > 0 };
};

const showClient = (row: UserRow, { nameOf, name }: ReferenceName): UserRow =>
  row.client?.id === nameOf ? { ...row, client: { id: nameOf, name } } : row;

const showFirm = (row: UserRow, { nameOf, name }: ReferenceName): UserRow =>
  row.firm?.id === nameOf ? { ...row, firm: { id: nameOf, name } } : row;

/** Which firm a client is of, as an internal row: the user's events name the client alone. */
type FirmOfClient = { readonly client: string; readonly firm: string };
type Beside = Names & { readonly firm: FirmOfClient };

type Belongs = { readonly firmId: string | null; readonly clientIds: readonly string[] };

/**
 * A client's user is shown with their company and its firm, an accountant with their own; with several companies, without
 * one, and with the firm that is of all of them.
 */
const belongingTo = async (
  rows: Rows<UserRow, Beside>,
  { firmId, clientIds }: Belongs,
): Promise<Pick<UserRow, 'firm_id' | 'firm' | 'client'>> => {
  const clientId = clientIds.length === 1 ? clientIds[0]! : null;
  const firms = await Promise.all(clientIds.map(async (id) => (await rows.beside('firm').get(id))?.firm ?? null));
  const [shared = null] = firms;
  const shownFirm = firmId ?? (firms.every((firm) => firm === shared) ? shared : null);
  return {
    firm_id: firmId,
    firm: shownFirm === null ? null : await referenceTo(rows, shownFirm),
    client: clientId === null ? null : await referenceTo(rows, clientId),
  };
};

export const users = view<UserEvent | ClientEvent | FirmEvent, UserRow, Beside>()({
  view: 'users',
  version: 8,
  keepsFormer: true,
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
  beside: { ...names, firm: rowKind<FirmOfClient>() },
  columnsOf: ({ role, status, firm_id, client, name, email, invited_at, createdAt, updatedAt }: UserRow) => ({
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
    searched: searchKey(`${name ?? ''} ${email ?? ''}`),
  }),
  subjectsOf: ({ id, firm, client }) => [id, ...[firm, client].flatMap((each) => each?.id ?? [])],
  audienceOf: () => 'installation',
  resource: { type: 'user', nameOf: ({ name }) => name },

  forgets: {
    user: ({ id }, rows) => updateShown(rows, id, (row) => ({ ...row, name: null, email: null, phone: null })),
    firm: ({ id }, rows) => forgetReference(rows, id, showFirm),
    client: ({ id }, rows) => forgetReference(rows, id, showClient),
  },

  on: {
    UserRegistered: async ({ role, firmId, clientIds, name, email, phone }, { resource, occurredAt }, rows) =>
      put<UserRow>(resource.id, {
        id: resource.id,
        role,
        ...(await belongingTo(rows, { firmId, clientIds })),
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
      updateShown(rows, resource.id, (row) => ({ ...row, invited_at: occurredAt })),
    PasswordChanged: ({ by }, { resource, actor }, rows) =>
      updateShown(rows, resource.id, (row) => ({
        ...row,
        invited_at: null,
        must_change_password: by === 'administrator' && actor.kind === 'user',
      })),
    UserProfileChanged: ({ name, phone }, { resource, occurredAt }, rows) =>
      updateShown(rows, resource.id, (row) => ({
        ...row,
        ...(name && { name: name.to }),
        ...(phone && { phone: phone.to }),
        updatedAt: occurredAt,
      })),
    UserEmailChanged: ({ to }, { resource, occurredAt }, rows) =>
      updateShown(rows, resource.id, (row) => ({ ...row, email: to, updatedAt: occurredAt })),
    UserRoleChanged: ({ to, firmId }, { resource, occurredAt }, rows) =>
      updateShown(rows, resource.id, async (row) => ({
        ...row,
        role: to,
        ...(await belongingTo(rows, { firmId: firmId.to, clientIds: row.client ? [row.client.id] : [] })),
        updatedAt: occurredAt,
      })),
    UserMembershipChanged: ({ clientIds }, { resource, occurredAt }, rows) =>
      updateShown(rows, resource.id, async (row) => ({
        ...row,
        ...(await belongingTo(rows, { firmId: row.firm_id, clientIds: clientIds.to })),
        updatedAt: occurredAt,
      })),
    UserActivated: (_, { resource, occurredAt }, rows) =>
      updateShown(rows, resource.id, (row) => ({ ...row, status: 'active', updatedAt: occurredAt })),
    UserDeactivated: (_, { resource, occurredAt }, rows) =>
      updateShown(rows, resource.id, (row) => ({ ...row, status: 'inactive', updatedAt: occurredAt })),
    UserDeleted: (_, { resource }) => remove(resource.id),
    TwoStepEnabled: (_, { resource }, rows) => updateShown(rows, resource.id, (row) => withSteps(row, { totp: true })),
    TwoStepDisabled: (_, { resource }, rows) =>
      updateShown(rows, resource.id, (row) => withSteps(row, { totp: false })),
    PasskeyAdded: (_, { resource }, rows) =>
      updateShown(rows, resource.id, (row) => withSteps(row, { passkeys: row.passkeys + 1 })),
    PasskeyRemoved: (_, { resource }, rows) =>
      updateShown(rows, resource.id, (row) => withSteps(row, { passkeys: row.passkeys - 1 })),
    PreferencesChanged: ({ to }, { resource }, rows) =>
      updateShown(rows, resource.id, (row) => ({ ...row, preferences: to })),
    ClientsPinned: ({ to }, { resource }, rows) =>
      updateShown(rows, resource.id, (row) => ({ ...row, pinned_clients: to })),

    FirmRegistered: ({ name }, { resource }) => remember(resource.id, name),
    FirmDetailsChanged: ({ name }, { resource }, rows) =>
      name ? renameReference(rows, resource.id, { name: name.to }, showFirm) : [],
    ClientRegistered: ({ societate, firmId }, { resource }) => [
      remember(resource.id, societate),
      putBeside('firm', resource.id, { client: resource.id, firm: firmId }),
    ],
    ClientDetailsChanged: ({ societate }, { resource }, rows) =>
      societate ? renameReference(rows, resource.id, { name: societate.to }, showClient) : [],
  },
});
