import {
  concerns,
  put,
  putBeside,
  remove,
  rowKind,
  view,
  type DataOf,
  type Recorded,
  type Rows,
  type Write,
} from '@dosar/kernel';
import {
  DEFAULT_SETTINGS,
  type AccountantScope,
  type ClientId,
  type ConversationId,
  type FirmId,
  type Role,
  type Settings,
  type UserId,
  type UserStatus,
} from '@dosar/contracts';
import type { MandateEvent, OpenMandate } from '../mandates/mandate.events';
import type { ConversationEvent } from '../conversations/conversation.events';
import type { ClientEvent } from './client.events';
import type { FirmEvent } from './firm.events';
import type { SessionEvent } from './session.events';
import { SETTINGS_ROW, type SettingsEvent } from './settings.events';
import type { UserEvent } from './user.events';

export type { OpenMandate };

/** A session that has not ended. */
export type OpenSession = { readonly id: string; readonly startedAt: string; readonly seenAt: string };

/**
 * Decides who may do and see what. Each gateway has all of it in memory. What belongs together is one row: of two rows one
 * could be newer than the other when an event is projected again, and an ended session would come back.
 */
export type AccessRow =
  | {
      readonly kind: 'user';
      readonly id: UserId;
      readonly role: Role;
      /** Stays after a deletion, since the tenant of later records is found here. */
      readonly status: UserStatus | 'deleted';
      readonly firmId: FirmId | null;
      /** The event of their own stream that gave them role and firm. */
      readonly placeRevision: number;
      /** The companies of a client's user. */
      readonly clientIds: readonly ClientId[];
      /** An auditor's, until it ends. */
      readonly mandate: OpenMandate | null;
      /** What can prove them: the password, and the unused link that was sent. */
      readonly credentialId: string | null;
      readonly linkId: string | null;
      /** Oldest first; their number is limited at sign-in. */
      readonly sessions: readonly OpenSession[];
    }
  | { readonly kind: 'firm'; readonly id: FirmId; readonly accountantScope: AccountantScope }
  | {
      readonly kind: 'client';
      readonly id: ClientId;
      readonly firmId: FirmId;
      readonly isDeleted: boolean;
      /** When it began to be, and when it was deleted. */
      readonly registeredAt: string;
      readonly deletedAt: string | null;
      readonly quota: number;
      readonly accountants: readonly UserId[];
    }
  | {
      readonly kind: 'conversation';
      readonly id: ConversationId;
      readonly isDirect: boolean;
      readonly clientId: ClientId | null;
      readonly firmId: FirmId | null;
      readonly participants: readonly UserId[];
    }
  | ({ readonly kind: 'settings'; readonly id: string } & Settings);

export type AccessOf<K extends AccessRow['kind']> = Extract<AccessRow, { kind: K }>;
/** Conversations are internal rows, since a client and its own conversation have the same id. */
type Conversations = { readonly conversation: AccessOf<'conversation'> };
export type ById = Exclude<AccessRow, { readonly kind: 'conversation' }>;
type AccessRows = Rows<ById, Conversations>;
type AccessWrites = Promise<Write<ById>[]>;

/** How long an unused session lasts. */
export const SESSION_MS = 30 * 24 * 60 * 60 * 1000;

const find = async <K extends ById['kind']>(rows: AccessRows, kind: K, id: string): Promise<AccessOf<K> | null> => {
  const row = await rows.get(id);
  return row && isOf(kind, row) ? row : null;
};
export const isOf = <K extends AccessRow['kind']>(kind: K, row: AccessRow): row is AccessOf<K> => row.kind === kind;

const changeParticipants = async (
  rows: AccessRows,
  id: string,
  how: (participants: readonly string[]) => readonly string[],
): Promise<Write<ById, Conversations>[]> => {
  const row = await rows.beside('conversation').get(id);
  return row ? [putBeside('conversation', id, { ...row, participants: how(row.participants) })] : [];
};

const change = async <K extends ById['kind']>(
  rows: AccessRows,
  kind: K,
  id: string,
  how: (row: AccessOf<K>) => AccessOf<K>,
): AccessWrites => {
  const row = await find(rows, kind, id);
  return row ? [put<ById>(id, how(row))] : [];
};

type About = Pick<Recorded, 'resource' | 'revision'>;

const changeUser = (rows: AccessRows, { resource: { id } }: About, more: Partial<AccessOf<'user'>>): AccessWrites =>
  change(rows, 'user', id, (row) => ({ ...row, ...more }));

/** Ends all sessions of a user but one, and changes the user at the same time. */
const endAll = (
  rows: AccessRows,
  { resource: { id } }: About,
  more: Partial<AccessOf<'user'>>,
  exceptSessionId: string | null = null,
): AccessWrites =>
  change(rows, 'user', id, (row) => ({
    ...row,
    ...more,
    sessions: row.sessions.filter((session) => session.id === exceptSessionId),
  }));

const endOne = (rows: AccessRows, userId: string, { resource }: About): AccessWrites =>
  change(rows, 'user', userId, (row) => ({ ...row, sessions: row.sessions.filter(({ id }) => id !== resource.id) }));

const without = (ids: readonly string[], id: string) => ids.filter((each) => each !== id);

/** Whether the proof was valid at this position of the log: a password that was changed meanwhile is not. */
const isProven = (user: AccessOf<'user'>, { method, credentialId }: DataOf<SessionEvent, 'SignedIn'>): boolean =>
  user.status === 'active' && credentialId === (method === 'link' ? user.linkId : user.credentialId);

type Events = UserEvent | SessionEvent | FirmEvent | ClientEvent | ConversationEvent | SettingsEvent | MandateEvent;

export const access = view<Events, ById, Conversations>()({
  view: 'access',
  version: 5,
  columns: {},
  indexes: [],
  beside: { conversation: rowKind<AccessOf<'conversation'>>() },
  columnsOf: () => ({}),
  personal: 'unread',
  isSummed: true,

  on: {
    UserRegistered: ({ role, firmId, clientIds }, { resource: { id }, revision: placeRevision }) => {
      const unproven = { mandate: null, credentialId: null, linkId: null, sessions: [] };
      return put(id, { kind: 'user', id, role, status: 'active', firmId, placeRevision, clientIds, ...unproven });
    },
    UserRoleChanged: ({ to, firmId }, event, rows) =>
      endAll(rows, event, { role: to, firmId: firmId.to, placeRevision: event.revision, linkId: null }),
    UserMembershipChanged: ({ clientIds }, event, rows) => changeUser(rows, event, { clientIds: clientIds.to }),
    UserActivated: (_, event, rows) => changeUser(rows, event, { status: 'active' }),
    UserDeactivated: (_, event, rows) => endAll(rows, event, { status: 'inactive' }),
    UserDeleted: (_, event, rows) => endAll(rows, event, { status: 'deleted' }),
    UserEmailChanged: (_, event, rows) => changeUser(rows, event, { linkId: null }),
    PasswordChanged: ({ credentialId }, event, rows) => changeUser(rows, event, { credentialId, linkId: null }),
    SignInLinkSent: ({ requestId }, event, rows) => changeUser(rows, event, { linkId: requestId }),
    AllSessionsRevoked: ({ exceptSessionId }, event, rows) => endAll(rows, event, { linkId: null }, exceptSessionId),

    SignedIn: async (how, { resource: { id }, occurredAt }, rows) => {
      const user = await find(rows, 'user', how.userId);
      if (!user || !isProven(user, how)) return [];
      const linkId = how.method === 'link' ? null : user.linkId;
      const session: OpenSession = { id, startedAt: occurredAt, seenAt: occurredAt };
      return put<ById>(user.id, { ...user, linkId, sessions: [...user.sessions, session] });
    },
    SessionSeen: ({ userId }, { resource, occurredAt }, rows) =>
      change(rows, 'user', userId, (row) => ({
        ...row,
        sessions: row.sessions.map((each) => (each.id === resource.id ? { ...each, seenAt: occurredAt } : each)),
      })),
    SignedOut: ({ userId }, event, rows) => endOne(rows, userId, event),
    SessionRevoked: ({ userId }, event, rows) => endOne(rows, userId, event),

    FirmRegistered: ({ accountantScope }, { resource: { id } }) => put(id, { kind: 'firm', id, accountantScope }),
    FirmDetailsChanged: ({ accountantScope }, { resource: { id } }, rows) =>
      accountantScope ? change(rows, 'firm', id, (row) => ({ ...row, accountantScope: accountantScope.to })) : [],
    FirmDeleted: (_, { resource: { id } }) => remove(id),

    ClientRegistered: ({ firmId, quota }, { resource: { id }, occurredAt: registeredAt }) =>
      put(id, { kind: 'client', id, firmId, isDeleted: false, registeredAt, deletedAt: null, quota, accountants: [] }),
    ClientDetailsChanged: ({ quota }, { resource: { id } }, rows) =>
      quota ? change(rows, 'client', id, (row) => ({ ...row, quota: quota.to })) : [],
    ClientDeleted: (_, { resource: { id }, occurredAt: deletedAt }, rows) =>
      change(rows, 'client', id, (row) => ({ ...row, isDeleted: true, deletedAt, accountants: [] })),
    AccountantAssigned: ({ accountantId }, { resource: { id } }, rows) =>
      change(rows, 'client', id, (row) => ({
        ...row,
        accountants: [...without(row.accountants, accountantId), accountantId],
      })),
    AccountantUnassigned: ({ accountantId }, { resource: { id } }, rows) =>
      change(rows, 'client', id, (row) => ({ ...row, accountants: without(row.accountants, accountantId) })),

    AuditorAppointed: ({ userId, scope, period, until }, { resource: { id } }, rows) =>
      change(rows, 'user', userId, (row) => ({ ...row, mandate: { id, ...scope, period, until } })),
    MandateProlonged: ({ userId, until }, { resource: { id } }, rows) =>
      change(rows, 'user', userId, (row) =>
        row.mandate?.id === id ? { ...row, mandate: { ...row.mandate, until: until.to } } : row,
      ),
    // with all that was open by it
    MandateEnded: ({ userId }, { resource: { id } }, rows) =>
      change(rows, 'user', userId, (row) => (row.mandate?.id === id ? { ...row, mandate: null, sessions: [] } : row)),

    ConversationOpened: ({ kind, clientId, firmId, participantIds }, { resource: { id } }) =>
      putBeside('conversation', id, {
        kind: 'conversation',
        id,
        isDirect: kind === 'direct',
        clientId,
        firmId,
        participants: participantIds,
      }),
    ParticipantAdded: ({ userId }, { resource: { id } }, rows) =>
      changeParticipants(rows, id, (all) => [...without(all, userId), userId]),
    ParticipantRemoved: ({ userId }, { resource: { id } }, rows) =>
      changeParticipants(rows, id, (all) => without(all, userId)),

    SettingsChanged: async ({ twoStepRequired, cuiCheck }, _, rows) => {
      const before = (await find(rows, 'settings', SETTINGS_ROW)) ?? DEFAULT_SETTINGS;
      return put<ById>(SETTINGS_ROW, {
        kind: 'settings',
        id: SETTINGS_ROW,
        two_step_required: twoStepRequired?.to ?? before.two_step_required,
        cui_check: cuiCheck?.to ?? before.cui_check,
      });
    },
  },
});

/** Events that change this view, but not what somebody may see. */
const HARMLESS: ReadonlySet<string> = new Set<SessionEvent['type']>(['SignedIn', 'SessionSeen']);

/** Whether such an event may change what somebody may see. */
export const changesRights = (type: string): boolean => concerns(access, type) && !HARMLESS.has(type);
