import { put, remove, type Projector, type Rows, type Write } from '@dosar/kernel';
import { DEFAULT_SETTINGS, type AccountantScope, type Role, type Settings, type UserStatus } from '@dosar/contracts';
import type { ClientEvent } from './client.events';
import type { FirmEvent } from './firm.events';
import type { SessionEvent } from './session.events';
import { INSTALLATION_SETTINGS, type SettingsEvent } from './settings.events';
import type { UserEvent } from './user.events';

/** What decides who may do and see what. Each gateway keeps all of it in memory. */
export type AccessRow =
  | {
      readonly kind: 'user';
      readonly id: string;
      readonly role: Role;
      readonly status: UserStatus;
      readonly firmId: string | null;
      readonly clientId: string | null;
      /** Sessions that were not ended, oldest first; their number is limited at sign-in. */
      readonly sessions: readonly string[];
    }
  | {
      readonly kind: 'session';
      readonly id: string;
      readonly userId: string;
      readonly startedAt: string;
      readonly seenAt: string;
    }
  | { readonly kind: 'firm'; readonly id: string; readonly accountantScope: AccountantScope }
  | {
      readonly kind: 'client';
      readonly id: string;
      readonly firmId: string;
      readonly quota: number;
      readonly accountants: readonly string[];
    }
  | ({ readonly kind: 'settings'; readonly id: string } & Settings);

export type AccessOf<K extends AccessRow['kind']> = Extract<AccessRow, { kind: K }>;
type AccessWrites = Promise<Write<AccessRow>[]>;

/** A session that was not used for so long is over. */
export const SESSION_MS = 30 * 24 * 60 * 60 * 1000;

const find = async <K extends AccessRow['kind']>(
  rows: Rows<AccessRow>,
  kind: K,
  id: string,
): Promise<AccessOf<K> | null> => {
  const row = await rows.get(id);
  return row?.kind === kind ? (row as AccessOf<K>) : null;
};

const change = async <K extends AccessRow['kind']>(
  rows: Rows<AccessRow>,
  kind: K,
  id: string,
  how: (row: AccessOf<K>) => AccessOf<K>,
): AccessWrites => {
  const row = await find(rows, kind, id);
  return row ? [put<AccessRow>(id, how(row))] : [];
};

/** Ends one session: its row, and its place among the user's. */
const end = async (rows: Rows<AccessRow>, userId: string, sessionId: string): AccessWrites => [
  remove(sessionId),
  ...(await change(rows, 'user', userId, (user) => ({
    ...user,
    sessions: user.sessions.filter((id) => id !== sessionId),
  }))),
];

/** Ends all sessions of a user but one, and changes the user at the same time. */
const endAll = async (
  rows: Rows<AccessRow>,
  userId: string,
  more: Partial<AccessOf<'user'>> = {},
  exceptSessionId: string | null = null,
): AccessWrites => {
  const user = await find(rows, 'user', userId);
  if (!user) return [];
  const ended = user.sessions.filter((id) => id !== exceptSessionId);
  const sessions = user.sessions.filter((id) => id === exceptSessionId);
  return [...ended.map(remove), put<AccessRow>(userId, { ...user, ...more, sessions })];
};

export const access: Projector<UserEvent | SessionEvent | FirmEvent | ClientEvent | SettingsEvent, AccessRow> = {
  view: 'access',
  version: 1,
  columns: {},
  indexes: [],
  columnsOf: () => ({}),

  on: {
    UserRegistered: ({ role, firmId }, { resource: { id } }) =>
      put(id, { kind: 'user', id, role, status: 'active', firmId, clientId: null, sessions: [] }),
    UserRoleChanged: ({ to, firmId }, { resource: { id } }, rows) => endAll(rows, id, { role: to, firmId: firmId.to }),
    UserActivated: (_, { resource: { id } }, rows) => change(rows, 'user', id, (row) => ({ ...row, status: 'active' })),
    UserDeactivated: (_, { resource: { id } }, rows) => endAll(rows, id, { status: 'inactive' }),
    UserDeleted: async (_, { resource: { id } }, rows) => [
      ...(await endAll(rows, id)).filter(({ row }) => row === null),
      remove(id),
    ],
    AllSessionsRevoked: ({ exceptSessionId }, { resource: { id } }, rows) => endAll(rows, id, {}, exceptSessionId),

    SignedIn: async ({ userId }, { resource: { id }, occurredAt }, rows) => {
      const writes = await change(rows, 'user', userId, (row) => ({ ...row, sessions: [...row.sessions, id] }));
      if (writes.length === 0) return [];
      return [
        put<AccessRow>(id, { kind: 'session', id, userId, startedAt: occurredAt, seenAt: occurredAt }),
        ...writes,
      ];
    },
    SessionSeen: (_, { resource: { id }, occurredAt }, rows) =>
      change(rows, 'session', id, (row) => ({ ...row, seenAt: occurredAt })),
    SignedOut: ({ userId }, { resource }, rows) => end(rows, userId, resource.id),
    SessionRevoked: ({ userId }, { resource }, rows) => end(rows, userId, resource.id),

    FirmRegistered: ({ accountantScope }, { resource: { id } }) => put(id, { kind: 'firm', id, accountantScope }),
    FirmDetailsChanged: ({ accountantScope }, { resource: { id } }, rows) =>
      accountantScope ? change(rows, 'firm', id, (row) => ({ ...row, accountantScope: accountantScope.to })) : [],
    FirmDeleted: (_, { resource: { id } }) => remove(id),

    ClientRegistered: ({ firmId, quota }, { resource: { id } }) =>
      put(id, { kind: 'client', id, firmId, quota, accountants: [] }),
    ClientDetailsChanged: ({ quota }, { resource: { id } }, rows) =>
      quota ? change(rows, 'client', id, (row) => ({ ...row, quota: quota.to })) : [],
    ClientDeleted: (_, { resource: { id } }) => remove(id),
    ClientUserLinked: ({ userId }, { resource }, rows) =>
      change(rows, 'user', userId, (row) => ({ ...row, clientId: resource.id })),
    ClientUserUnlinked: ({ userId }, { resource }, rows) =>
      change(rows, 'user', userId, (row) => (row.clientId === resource.id ? { ...row, clientId: null } : row)),
    AccountantAssigned: ({ accountantId }, { resource: { id } }, rows) =>
      change(rows, 'client', id, (row) => ({ ...row, accountants: [...row.accountants, accountantId] })),
    AccountantUnassigned: ({ accountantId }, { resource: { id } }, rows) =>
      change(rows, 'client', id, (row) => ({
        ...row,
        accountants: row.accountants.filter((each) => each !== accountantId),
      })),

    SettingsChanged: async ({ twoStepRequired, cuiCheck }, _, rows) => {
      const before = (await find(rows, 'settings', INSTALLATION_SETTINGS)) ?? DEFAULT_SETTINGS;
      return put<AccessRow>(INSTALLATION_SETTINGS, {
        kind: 'settings',
        id: INSTALLATION_SETTINGS,
        two_step_required: twoStepRequired?.to ?? before.two_step_required,
        cui_check: cuiCheck?.to ?? before.cui_check,
      });
    },
  },
};
