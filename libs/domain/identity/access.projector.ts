import { put, remove, type Projector, type Rows } from '@dosar/kernel';
import type { AccountantScope, Role, UserStatus } from '@dosar/contracts';
import type { ClientEvent } from './client.events';
import type { FirmEvent } from './firm.events';
import type { SessionEvent } from './session.events';
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
    };

export type AccessOf<K extends AccessRow['kind']> = Extract<AccessRow, { kind: K }>;

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

/** Ends one session: its row, and its place among the user's. */
const end = async (rows: Rows<AccessRow>, userId: string, sessionId: string) => {
  const user = await find(rows, 'user', userId);
  const sessions = user?.sessions.filter((id) => id !== sessionId) ?? [];
  return [remove(sessionId), ...(user ? [put<AccessRow>(userId, { ...user, sessions })] : [])];
};

export const access: Projector<UserEvent | SessionEvent | FirmEvent | ClientEvent, AccessRow> = {
  view: 'access',
  version: 1,
  columns: {},
  indexes: [],
  columnsOf: () => ({}),

  on: {
    UserRegistered: ({ role, firmId }, { resource }) =>
      put(resource.id, { kind: 'user', id: resource.id, role, status: 'active', firmId, clientId: null, sessions: [] }),

    SignedIn: async ({ userId }, { resource, occurredAt }, rows) => {
      const user = await find(rows, 'user', userId);
      if (!user) return [];
      return [
        put<AccessRow>(resource.id, {
          kind: 'session',
          id: resource.id,
          userId,
          startedAt: occurredAt,
          seenAt: occurredAt,
        }),
        put<AccessRow>(userId, { ...user, sessions: [...user.sessions, resource.id] }),
      ];
    },
    SessionSeen: async (_, { resource, occurredAt }, rows) => {
      const session = await find(rows, 'session', resource.id);
      return session ? put<AccessRow>(resource.id, { ...session, seenAt: occurredAt }) : [];
    },
    SignedOut: ({ userId }, { resource }, rows) => end(rows, userId, resource.id),
    SessionRevoked: ({ userId }, { resource }, rows) => end(rows, userId, resource.id),

    FirmRegistered: ({ accountantScope }, { resource }) =>
      put(resource.id, { kind: 'firm', id: resource.id, accountantScope }),

    ClientRegistered: ({ firmId, quota }, { resource }) =>
      put(resource.id, { kind: 'client', id: resource.id, firmId, quota, accountants: [] }),
    ClientUserLinked: async ({ userId }, { resource }, rows) => {
      const user = await find(rows, 'user', userId);
      return user ? put<AccessRow>(userId, { ...user, clientId: resource.id }) : [];
    },
    ClientUserUnlinked: async ({ userId }, _, rows) => {
      const user = await find(rows, 'user', userId);
      return user ? put<AccessRow>(userId, { ...user, clientId: null }) : [];
    },
    AccountantAssigned: async ({ accountantId }, { resource }, rows) => {
      const client = await find(rows, 'client', resource.id);
      return client ? put<AccessRow>(client.id, { ...client, accountants: [...client.accountants, accountantId] }) : [];
    },
    AccountantUnassigned: async ({ accountantId }, { resource }, rows) => {
      const client = await find(rows, 'client', resource.id);
      if (!client) return [];
      return put<AccessRow>(client.id, {
        ...client,
        accountants: client.accountants.filter((id) => id !== accountantId),
      });
    },
  },
};
