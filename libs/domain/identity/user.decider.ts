import { refuse, type Decider, type Facts, type Message } from '@dosar/kernel';
import { DEFAULT_PREFERENCES, type Language, type Preferences, type Role, type UserStatus } from '@dosar/contracts';
import { changed, changesOf, isEmpty } from '../change';
import { UserEvents, type UserEvent } from './user.events';

type Person = { readonly name: string; readonly email: string; readonly phone: string | null };

export type UserCommand =
  | Message<
      'RegisterUser',
      Person & { role: Role; firmId: string | null; credentialId: string | null; language: Language }
    >
  | Message<'InviteUser', { readonly language: Language }>
  | Message<'AcceptInvitation', { readonly requestId: string; readonly credentialId: string }>
  | Message<
      'ChangeUser',
      Partial<Person> & {
        readonly role?: Role;
        readonly firmId?: string | null;
        readonly status?: UserStatus;
        readonly credentialId?: string;
        readonly twoStepEnds?: boolean;
        /** The clients that an accountant is assigned to, in case the role ends that. */
        readonly clientIds: readonly string[];
        readonly anotherStays: boolean;
      }
    >
  | Message<'DeleteUser', { readonly clientIds: readonly string[]; readonly anotherStays: boolean }>
  | Message<
      'ChangeProfile',
      { name?: string; phone?: string | null; preferences?: Partial<Preferences>; pinned?: readonly string[] }
    >
  | Message<'ChangePassword', { readonly credentialId: string; readonly sessionId: string }>
  | Message<'RequestReset', { readonly language: Language }>
  | Message<'CompleteReset', { readonly requestId: string; readonly credentialId: string }>
  | Message<'SendSignInLink', { readonly language: Language }>
  | Message<'RevokeAllSessions', Record<never, never>>
  | Message<'RefuseSignIn', { readonly count: number }>
  | Message<'EnableTotp', { readonly codes: number }>
  | Message<'DisableTotp', Record<never, never>>
  | Message<'AddPasskey', { readonly passkeyId: string; readonly name: string; readonly codes: number }>
  | Message<'RemovePasskey', { readonly passkeyId: string }>
  | Message<'RenewRecoveryCodes', { readonly codes: number }>
  | Message<'UseRecoveryCode', { readonly left: number }>;

export type UserRefusal =
  'user/unknown' | 'user/exists' | 'user/link-over' | 'user/accepted' | 'user/administrator' | 'user/no-second-step';

/** A link that was sent and not used: its request, and when. */
type SentLink = { readonly requestId: string; readonly at: string };

export type UserState = {
  /** null: nobody, or somebody who was deleted. */
  readonly role: Role | null;
  readonly status: UserStatus;
  readonly firmId: string | null;
  /** Names are null once they were erased. */
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** The secret that signs in: kept in the vault under this id. */
  readonly credentialId: string | null;
  readonly invitation: SentLink | null;
  readonly reset: SentLink | null;
  readonly signInLink: SentLink | null;
  readonly totp: boolean;
  readonly passkeys: readonly { readonly id: string; readonly name: string | null; readonly at: string }[];
  readonly preferences: Preferences;
  readonly pinned: readonly string[];
  readonly refusedAt: string | null;
};

const nobody: UserState = {
  role: null,
  status: 'inactive',
  firmId: null,
  name: null,
  email: null,
  phone: null,
  credentialId: null,
  invitation: null,
  reset: null,
  signInLink: null,
  totp: false,
  passkeys: [],
  preferences: DEFAULT_PREFERENCES,
  pinned: [],
  refusedAt: null,
};

const MINUTE = 60_000;
/** How long links can be used. */
export const LINKS = { invitation: 7 * 24 * 60 * MINUTE, reset: 60 * MINUTE, sign_in: 15 * MINUTE } as const;

export const hasSecondStep = ({ totp, passkeys }: Pick<UserState, 'totp' | 'passkeys'>): boolean =>
  totp || passkeys.length > 0;

/** An active administrator is taken away only by who has made sure that another one stays. */
export const isAdministrator = ({ role, status }: { readonly role: Role | null; readonly status: UserStatus }) =>
  role === 'admin' && status === 'active';

/** Whether a link is the newest of its kind, unused, and not too old. */
export const isOpen = (sent: SentLink | null, requestId: string, within: number, now: string): boolean =>
  sent !== null && sent.requestId === requestId && Date.parse(now) - Date.parse(sent.at) < within;

const readerOf = ({ name, email }: UserState, language: Language) => ({ name, email, language });

const letter = (state: UserState, language: Language, { idFor }: Facts) => ({
  ...readerOf(state, language),
  requestId: idFor('request'),
});

const everySession = (exceptSessionId: string | null): UserEvent => ({
  type: 'AllSessionsRevoked',
  data: { exceptSessionId },
});

const firstPassword = (credentialId: string, by: 'administrator' | 'invitation'): UserEvent => ({
  type: 'PasswordChanged',
  data: { credentialId, by },
});

const nextPassword = (
  state: UserState,
  credentialId: string,
  by: 'self' | 'administrator' | 'reset',
  exceptSessionId: string | null = null,
): UserEvent[] => [
  { type: 'PasswordChanged', data: { credentialId, by, told: readerOf(state, state.preferences.language) } },
  everySession(exceptSessionId),
];

const endTotp: UserEvent = { type: 'TwoStepDisabled', data: { method: 'totp' } };
const endPasskey = ({ id, name }: UserState['passkeys'][number]): UserEvent => ({
  type: 'PasskeyRemoved',
  data: { passkeyId: id, name },
});
/** Everything beside the password, for somebody who has lost it. */
const endTwoStep = ({ totp, passkeys }: UserState): UserEvent[] => [
  ...(totp ? [endTotp] : []),
  ...passkeys.map(endPasskey),
];

/** The first step beside the password brings its recovery codes. */
const firstCodes = (state: UserState, count: number): UserEvent[] =>
  hasSecondStep(state) ? [] : [{ type: 'RecoveryCodesRenewed', data: { count } }];

export const user: Decider<UserState, UserCommand, UserEvent, UserRefusal> = {
  events: UserEvents,
  initial: () => nobody,

  decide: {
    RegisterUser: ({ credentialId, language, ...person }, state, facts) => {
      if (state.role !== null) return refuse('user/exists');
      const registered: UserEvent = { type: 'UserRegistered', data: person };
      if (credentialId !== null) return [registered, firstPassword(credentialId, 'administrator')];
      return [registered, { type: 'UserInvited', data: letter({ ...nobody, ...person }, language, facts) }];
    },
    InviteUser: ({ language }, state, facts) => {
      if (state.role === null) return refuse('user/unknown');
      if (state.credentialId !== null) return refuse('user/accepted');
      return [{ type: 'UserInvited', data: letter(state, language, facts) }];
    },
    AcceptInvitation: ({ requestId, credentialId }, state, { now }) =>
      state.role === null || state.status !== 'active' || !isOpen(state.invitation, requestId, LINKS.invitation, now)
        ? refuse('user/link-over')
        : [firstPassword(credentialId, 'invitation')],

    ChangeUser: (
      { role, firmId, status, credentialId, twoStepEnds, email, clientIds, anotherStays, ...profile },
      state,
    ) => {
      if (state.role === null) return refuse('user/unknown');
      const after = { role: role ?? state.role, status: status ?? state.status };
      if (isAdministrator(state) && !isAdministrator(after) && !anotherStays) return refuse('user/administrator');
      const events: UserEvent[] = [];
      const changes = changesOf({ name: state.name, phone: state.phone }, profile);
      if (!isEmpty(changes)) events.push({ type: 'UserProfileChanged', data: changes });
      if (email !== undefined && email !== state.email)
        events.push({ type: 'UserEmailChanged', data: { from: state.email, to: email } });
      const to = { role: after.role, firmId: firmId === undefined ? state.firmId : firmId };
      if (to.role !== state.role || to.firmId !== state.firmId) {
        const firm = { from: state.firmId, to: to.firmId };
        events.push({
          type: 'UserRoleChanged',
          data: { from: state.role, to: to.role, firmId: firm, clientIds: [...clientIds] },
        });
      }
      if (credentialId !== undefined) events.push(...nextPassword(state, credentialId, 'administrator'));
      if (twoStepEnds) events.push(...endTwoStep(state));
      if (status === 'inactive' && state.status === 'active') events.push({ type: 'UserDeactivated', data: {} });
      if (status === 'active' && state.status === 'inactive') events.push({ type: 'UserActivated', data: {} });
      return events;
    },
    DeleteUser: ({ clientIds, anotherStays }, state) => {
      if (state.role === null) return refuse('user/unknown');
      if (isAdministrator(state) && !anotherStays) return refuse('user/administrator');
      return [{ type: 'UserDeleted', data: { role: state.role, clientIds: [...clientIds] } }];
    },

    ChangeProfile: ({ preferences, pinned, ...profile }, state) => {
      if (state.role === null) return refuse('user/unknown');
      const events: UserEvent[] = [];
      const changes = changesOf({ name: state.name, phone: state.phone }, profile);
      if (!isEmpty(changes)) events.push({ type: 'UserProfileChanged', data: changes });
      const wanted = { ...state.preferences, ...preferences };
      const { change } = changesOf({ change: state.preferences }, { change: wanted });
      if (change) events.push({ type: 'PreferencesChanged', data: change });
      const { pins } = changesOf({ pins: [...state.pinned] }, { ...(pinned && { pins: [...pinned] }) });
      if (pins) events.push({ type: 'ClientsPinned', data: pins });
      return events;
    },
    ChangePassword: ({ credentialId, sessionId }, state) =>
      state.role === null ? refuse('user/unknown') : nextPassword(state, credentialId, 'self', sessionId),

    RequestReset: ({ language }, state, facts) =>
      state.role === null || state.status !== 'active'
        ? refuse('user/unknown')
        : [{ type: 'PasswordResetRequested', data: letter(state, language, facts) }],
    CompleteReset: ({ requestId, credentialId }, state, { now }) =>
      state.role === null || state.status !== 'active' || !isOpen(state.reset, requestId, LINKS.reset, now)
        ? refuse('user/link-over')
        : [{ type: 'PasswordResetCompleted', data: { requestId } }, ...nextPassword(state, credentialId, 'reset')],
    SendSignInLink: ({ language }, state, facts) =>
      state.role !== 'user' || state.status !== 'active'
        ? refuse('user/unknown')
        : [{ type: 'SignInLinkSent', data: letter(state, language, facts) }],

    RevokeAllSessions: (_, { role }) => (role === null ? refuse('user/unknown') : [everySession(null)]),
    RefuseSignIn: ({ count }, { role, refusedAt }, { now }) =>
      role === null || (refusedAt !== null && Date.parse(now) - Date.parse(refusedAt) < MINUTE)
        ? []
        : [{ type: 'SignInRefused', data: { count } }],

    EnableTotp: ({ codes }, state) => {
      if (state.role === null) return refuse('user/unknown');
      return [{ type: 'TwoStepEnabled', data: { method: 'totp' } }, ...firstCodes(state, codes)];
    },
    DisableTotp: (_, { totp }) => (totp ? [endTotp] : []),
    AddPasskey: ({ passkeyId, name, codes }, state) => {
      if (state.role === null) return refuse('user/unknown');
      return [{ type: 'PasskeyAdded', data: { passkeyId, name } }, ...firstCodes(state, codes)];
    },
    RemovePasskey: ({ passkeyId }, { passkeys }) => {
      const found = passkeys.find(({ id }) => id === passkeyId);
      return found ? [endPasskey(found)] : refuse('user/unknown');
    },
    RenewRecoveryCodes: ({ codes }, state) =>
      hasSecondStep(state) ? [{ type: 'RecoveryCodesRenewed', data: { count: codes } }] : refuse('user/no-second-step'),
    UseRecoveryCode: ({ left }, { role }) =>
      role === null ? refuse('user/unknown') : [{ type: 'RecoveryCodeUsed', data: { left } }],
  },

  evolve: {
    UserRegistered: (person, state) => ({ ...state, ...person, status: 'active' }),
    UserInvited: ({ requestId }, state, { now }) => ({ ...state, invitation: { requestId, at: now } }),
    UserProfileChanged: (changes, state) => changed(state, changes),
    UserEmailChanged: ({ to }, state) => ({ ...state, email: to }),
    UserRoleChanged: ({ to, firmId }, state) => ({ ...state, role: to, firmId: firmId.to }),
    UserActivated: (_, state) => ({ ...state, status: 'active' }),
    UserDeactivated: (_, state) => ({ ...state, status: 'inactive' }),
    UserDeleted: () => nobody,
    PasswordChanged: ({ credentialId }, state) => ({ ...state, credentialId, invitation: null, reset: null }),
    PasswordResetRequested: ({ requestId }, state, { now }) => ({ ...state, reset: { requestId, at: now } }),
    PasswordResetCompleted: (_, state) => ({ ...state, reset: null }),
    TwoStepEnabled: (_, state) => ({ ...state, totp: true }),
    TwoStepDisabled: (_, state) => ({ ...state, totp: false }),
    RecoveryCodesRenewed: (_, state) => state,
    RecoveryCodeUsed: (_, state) => state,
    PasskeyAdded: ({ passkeyId, name }, state, { now }) => ({
      ...state,
      passkeys: [...state.passkeys, { id: passkeyId, name, at: now }],
    }),
    PasskeyRemoved: ({ passkeyId }, state) => ({
      ...state,
      passkeys: state.passkeys.filter(({ id }) => id !== passkeyId),
    }),
    SignInLinkSent: ({ requestId }, state, { now }) => ({ ...state, signInLink: { requestId, at: now } }),
    SignInRefused: (_, state, { now }) => ({ ...state, refusedAt: now }),
    AllSessionsRevoked: (_, state) => state,
    PreferencesChanged: ({ to }, state) => ({ ...state, preferences: to }),
    ClientsPinned: ({ to }, state) => ({ ...state, pinned: to }),
  },
};
