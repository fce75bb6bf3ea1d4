import { refuse, type Decider, type Facts } from '@dosar/kernel';
import type { Language } from '@dosar/contracts';
import type { UserEvent } from './user.events';
import { isOpen, LINKS, readerOf, type CommandOf, type EventOf, type UserRefusal, type UserState } from './user-state';

type Commands = CommandOf<
  | 'InviteUser'
  | 'ShowInvitationLink'
  | 'AcceptInvitation'
  | 'ChangePassword'
  | 'RequestReset'
  | 'CompleteReset'
  | 'SendSignInLink'
  | 'RevokeAllSessions'
  | 'RefuseSignIn'
>;
type Events = EventOf<
  | 'UserInvited'
  | 'InvitationLinkShown'
  | 'PasswordChanged'
  | 'PasswordResetRequested'
  | 'PasswordResetCompleted'
  | 'SignInLinkSent'
  | 'SignInRefused'
  | 'AllSessionsRevoked'
>;
type Part = Decider<UserState, Commands, UserEvent, UserRefusal>;

/** The first refused sign-in is an event at once; later ones are counted in one event an hour. */
const REFUSED_EVERY_MS = 60 * 60_000;

export const letter = (state: UserState, language: Language, { idFor }: Facts) => ({
  ...readerOf(state, language),
  requestId: idFor('request'),
});

const everySession = (exceptSessionId: string | null): UserEvent => ({
  type: 'AllSessionsRevoked',
  data: { exceptSessionId },
});

export const firstPassword = (credentialId: string, by: 'administrator' | 'invitation'): UserEvent => ({
  type: 'PasswordChanged',
  data: { credentialId, by },
});

export const nextPassword = (
  state: UserState,
  credentialId: string,
  by: 'self' | 'administrator' | 'reset',
  exceptSessionId: string | null = null,
): UserEvent[] => [
  { type: 'PasswordChanged', data: { credentialId, by, told: readerOf(state, state.preferences.language) } },
  everySession(exceptSessionId),
];

const isActive = ({ role, status }: UserState) => role !== null && status === 'active';

/** Passwords, the links that replace them, and sessions. */
export const decideCredentials: Part['decide'] = {
  InviteUser: ({ language }, state, facts) => {
    if (state.role === null) return refuse('user/unknown');
    if (state.credentialId !== null) return refuse('user/accepted');
    return [{ type: 'UserInvited', data: letter(state, language, facts) }];
  },
  ShowInvitationLink: (_, state, { now }) => {
    if (state.role === null) return refuse('user/unknown');
    if (state.credentialId !== null) return refuse('user/accepted');
    const { invitation } = state;
    return isActive(state) && invitation && isOpen(invitation, invitation.requestId, LINKS.invitation, now)
      ? [{ type: 'InvitationLinkShown', data: {} }]
      : refuse('user/link-over');
  },
  AcceptInvitation: ({ requestId, credentialId }, state, { now }) =>
    isActive(state) && isOpen(state.invitation, requestId, LINKS.invitation, now)
      ? [firstPassword(credentialId, 'invitation')]
      : refuse('user/link-over'),
  ChangePassword: ({ credentialId, sessionId, shownId }, state) => {
    if (state.role === null) return refuse('user/unknown');
    if (state.credentialId !== shownId) return refuse('user/password-over');
    return nextPassword(state, credentialId, 'self', sessionId);
  },
  RequestReset: ({ language }, state, facts) =>
    isActive(state)
      ? [{ type: 'PasswordResetRequested', data: letter(state, language, facts) }]
      : refuse('user/unknown'),
  CompleteReset: ({ requestId, credentialId }, state, { now }) =>
    isActive(state) && isOpen(state.reset, requestId, LINKS.reset, now)
      ? [{ type: 'PasswordResetCompleted', data: { requestId } }, ...nextPassword(state, credentialId, 'reset')]
      : refuse('user/link-over'),
  SendSignInLink: ({ language }, state, facts) =>
    state.role === 'user' && isActive(state)
      ? [{ type: 'SignInLinkSent', data: letter(state, language, facts) }]
      : refuse('user/unknown'),
  RevokeAllSessions: (_, { role }) => (role === null ? refuse('user/unknown') : [everySession(null)]),
  RefuseSignIn: ({ count }, { role, refusedAt }, { now }) =>
    role === null || (refusedAt !== null && Date.parse(now) - Date.parse(refusedAt) < REFUSED_EVERY_MS)
      ? []
      : [{ type: 'SignInRefused', data: { count } }],
};

export const evolveCredentials: Pick<Part['evolve'], Events['type']> = {
  UserInvited: ({ requestId }, state, { now }) => ({ ...state, invitation: { requestId, at: now } }),
  InvitationLinkShown: (_, state) => state,
  PasswordChanged: ({ credentialId }, state) => ({
    ...state,
    credentialId,
    invitation: null,
    reset: null,
    signInLink: null,
  }),
  PasswordResetRequested: ({ requestId }, state, { now }) => ({ ...state, reset: { requestId, at: now } }),
  PasswordResetCompleted: (_, state) => ({ ...state, reset: null }),
  SignInLinkSent: ({ requestId }, state, { now }) => ({ ...state, signInLink: { requestId, at: now } }),
  SignInRefused: (_, state, { now }) => ({ ...state, refusedAt: now }),
  AllSessionsRevoked: (_, state) => ({ ...state, signInLink: null }),
};
