import './rolldown-runtime-BowF1xt-.js';
import { events, personal, refuse, shape } from './kernel.js';
import {
  f as Role,
  i as isEmpty,
  l as Language,
  n as changed,
  r as changesOf,
  s as DEFAULT_PREFERENCES,
  t as change,
  u as Preferences,
} from './change-B11VLSXf.js';
import { r as Id } from './rules-DQCKD-P6.js';
import { z } from 'zod';
// libs/domain/identity/user.events.ts
const text = personal(z.string());
/** Whom a letter goes to, and in which language. */
const Reader = z.object({
  name: text,
  email: text,
  language: Language,
});
/** A link goes out to somebody; its token is made of the request. */
const Link = Reader.extend({ requestId: Id });
/** The clients that an accountant was assigned to, and is no longer. */
const clientIds = z.array(Id);
const UserEvents = events(
  'user',
  {
    UserRegistered: shape(
      z.object({
        role: Role,
        firmId: Id.nullable(),
        name: text,
        email: text,
        phone: text,
      }),
    ),
    UserInvited: shape(Link),
    UserProfileChanged: shape(
      z.object({
        name: change(text).optional(),
        phone: change(text).optional(),
      }),
    ),
    UserEmailChanged: shape(change(text)),
    UserRoleChanged: shape(
      z.object({
        from: Role,
        to: Role,
        firmId: change(Id.nullable()),
        clientIds,
      }),
    ),
    UserActivated: shape(z.object({})),
    UserDeactivated: shape(z.object({})),
    UserDeleted: shape(
      z.object({
        role: Role,
        clientIds,
      }),
    ),
    /** A credential counts only while the newest of these names it. */
    PasswordChanged: shape(
      z.object({
        credentialId: Id,
        by: z.enum(['self', 'administrator', 'reset', 'invitation']),
        /** Who is told, since it may not have been they; nobody is told of a first password. */
        told: Reader.optional(),
      }),
    ),
    PasswordResetRequested: shape(Link),
    PasswordResetCompleted: shape(z.object({ requestId: Id })),
    TwoStepEnabled: shape(z.object({ method: z.enum(['totp']) })),
    TwoStepDisabled: shape(z.object({ method: z.enum(['totp']) })),
    RecoveryCodesRenewed: shape(z.object({ count: z.int() })),
    RecoveryCodeUsed: shape(z.object({ left: z.int() })),
    PasskeyAdded: shape(
      z.object({
        passkeyId: Id,
        name: text,
      }),
    ),
    PasskeyRemoved: shape(
      z.object({
        passkeyId: Id,
        name: text,
      }),
    ),
    SignInLinkSent: shape(Link),
    /** So many since the last of these; at most one a minute. */
    SignInRefused: shape(z.object({ count: z.int() })),
    AllSessionsRevoked: shape(z.object({ exceptSessionId: Id.nullable() })),
    PreferencesChanged: shape(change(Preferences)),
    ClientsPinned: shape(change(z.array(Id))),
  },
  (id) => `user:${id}`,
);
// libs/domain/identity/user.decider.ts
const nobody = {
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
const MINUTE = 6e4;
/** How long links can be used. */
const LINKS = {
  invitation: 10080 * MINUTE,
  reset: 60 * MINUTE,
  sign_in: 15 * MINUTE,
};
const hasSecondStep = ({ totp, passkeys }) => totp || passkeys.length > 0;
/** Whether a link is the newest of its kind, unused, and not too old. */
const isOpen = (sent, requestId, within, now) =>
  sent !== null && sent.requestId === requestId && Date.parse(now) - Date.parse(sent.at) < within;
const readerOf = ({ name, email }, language) => ({
  name,
  email,
  language,
});
const letter = (state, language, { idFor }) => ({
  ...readerOf(state, language),
  requestId: idFor('request'),
});
const everySession = (exceptSessionId) => ({
  type: 'AllSessionsRevoked',
  data: { exceptSessionId },
});
const firstPassword = (credentialId, by) => ({
  type: 'PasswordChanged',
  data: {
    credentialId,
    by,
  },
});
const nextPassword = (state, credentialId, by, exceptSessionId = null) => [
  {
    type: 'PasswordChanged',
    data: {
      credentialId,
      by,
      told: readerOf(state, state.preferences.language),
    },
  },
  everySession(exceptSessionId),
];
const endTotp = {
  type: 'TwoStepDisabled',
  data: { method: 'totp' },
};
const endPasskey = ({ id, name }) => ({
  type: 'PasskeyRemoved',
  data: {
    passkeyId: id,
    name,
  },
});
/** Everything beside the password, for somebody who has lost it. */
const endTwoStep = ({ totp, passkeys }) => [...(totp ? [endTotp] : []), ...passkeys.map(endPasskey)];
/** The first step beside the password brings its recovery codes. */
const firstCodes = (state, count) =>
  hasSecondStep(state)
    ? []
    : [
        {
          type: 'RecoveryCodesRenewed',
          data: { count },
        },
      ];
const user = {
  events: UserEvents,
  initial: () => nobody,
  decide: {
    RegisterUser: ({ credentialId, language, ...person }, state, facts) => {
      if (state.role !== null) return refuse('user/exists');
      const registered = {
        type: 'UserRegistered',
        data: person,
      };
      if (credentialId !== null) return [registered, firstPassword(credentialId, 'administrator')];
      return [
        registered,
        {
          type: 'UserInvited',
          data: letter(
            {
              ...nobody,
              ...person,
            },
            language,
            facts,
          ),
        },
      ];
    },
    InviteUser: ({ language }, state, facts) => {
      if (state.role === null) return refuse('user/unknown');
      if (state.credentialId !== null) return refuse('user/accepted');
      return [
        {
          type: 'UserInvited',
          data: letter(state, language, facts),
        },
      ];
    },
    AcceptInvitation: ({ requestId, credentialId }, state, { now }) =>
      state.role === null || state.status !== 'active' || !isOpen(state.invitation, requestId, LINKS.invitation, now)
        ? refuse('user/link-over')
        : [firstPassword(credentialId, 'invitation')],
    ChangeUser: ({ role, firmId, status, credentialId, twoStepEnds, email, clientIds, ...profile }, state) => {
      if (state.role === null) return refuse('user/unknown');
      const events = [];
      const changes = changesOf(
        {
          name: state.name,
          phone: state.phone,
        },
        profile,
      );
      if (!isEmpty(changes))
        events.push({
          type: 'UserProfileChanged',
          data: changes,
        });
      if (email !== void 0 && email !== state.email)
        events.push({
          type: 'UserEmailChanged',
          data: {
            from: state.email,
            to: email,
          },
        });
      const to = {
        role: role ?? state.role,
        firmId: firmId === void 0 ? state.firmId : firmId,
      };
      if (to.role !== state.role || to.firmId !== state.firmId) {
        const firm = {
          from: state.firmId,
          to: to.firmId,
        };
        events.push({
          type: 'UserRoleChanged',
          data: {
            from: state.role,
            to: to.role,
            firmId: firm,
            clientIds: [...clientIds],
          },
        });
      }
      if (credentialId !== void 0) events.push(...nextPassword(state, credentialId, 'administrator'));
      if (twoStepEnds) events.push(...endTwoStep(state));
      if (status === 'inactive' && state.status === 'active')
        events.push({
          type: 'UserDeactivated',
          data: {},
        });
      if (status === 'active' && state.status === 'inactive')
        events.push({
          type: 'UserActivated',
          data: {},
        });
      return events;
    },
    DeleteUser: ({ clientIds }, { role }) =>
      role === null
        ? refuse('user/unknown')
        : [
            {
              type: 'UserDeleted',
              data: {
                role,
                clientIds: [...clientIds],
              },
            },
          ],
    ChangeProfile: ({ preferences, pinned, ...profile }, state) => {
      if (state.role === null) return refuse('user/unknown');
      const events = [];
      const changes = changesOf(
        {
          name: state.name,
          phone: state.phone,
        },
        profile,
      );
      if (!isEmpty(changes))
        events.push({
          type: 'UserProfileChanged',
          data: changes,
        });
      const wanted = {
        ...state.preferences,
        ...preferences,
      };
      const { change } = changesOf({ change: state.preferences }, { change: wanted });
      if (change)
        events.push({
          type: 'PreferencesChanged',
          data: change,
        });
      const { pins } = changesOf({ pins: [...state.pinned] }, { ...(pinned && { pins: [...pinned] }) });
      if (pins)
        events.push({
          type: 'ClientsPinned',
          data: pins,
        });
      return events;
    },
    ChangePassword: ({ credentialId, sessionId }, state) =>
      state.role === null ? refuse('user/unknown') : nextPassword(state, credentialId, 'self', sessionId),
    RequestReset: ({ language }, state, facts) =>
      state.role === null || state.status !== 'active'
        ? refuse('user/unknown')
        : [
            {
              type: 'PasswordResetRequested',
              data: letter(state, language, facts),
            },
          ],
    CompleteReset: ({ requestId, credentialId }, state, { now }) =>
      state.role === null || state.status !== 'active' || !isOpen(state.reset, requestId, LINKS.reset, now)
        ? refuse('user/link-over')
        : [
            {
              type: 'PasswordResetCompleted',
              data: { requestId },
            },
            ...nextPassword(state, credentialId, 'reset'),
          ],
    SendSignInLink: ({ language }, state, facts) =>
      state.role !== 'user' || state.status !== 'active'
        ? refuse('user/unknown')
        : [
            {
              type: 'SignInLinkSent',
              data: letter(state, language, facts),
            },
          ],
    RevokeAllSessions: (_, { role }) => (role === null ? refuse('user/unknown') : [everySession(null)]),
    RefuseSignIn: ({ count }, { role, refusedAt }, { now }) =>
      role === null || (refusedAt !== null && Date.parse(now) - Date.parse(refusedAt) < MINUTE)
        ? []
        : [
            {
              type: 'SignInRefused',
              data: { count },
            },
          ],
    EnableTotp: ({ codes }, state) => {
      if (state.role === null) return refuse('user/unknown');
      return [
        {
          type: 'TwoStepEnabled',
          data: { method: 'totp' },
        },
        ...firstCodes(state, codes),
      ];
    },
    DisableTotp: (_, { totp }) => (totp ? [endTotp] : []),
    AddPasskey: ({ passkeyId, name, codes }, state) => {
      if (state.role === null) return refuse('user/unknown');
      return [
        {
          type: 'PasskeyAdded',
          data: {
            passkeyId,
            name,
          },
        },
        ...firstCodes(state, codes),
      ];
    },
    RemovePasskey: ({ passkeyId }, { passkeys }) => {
      const found = passkeys.find(({ id }) => id === passkeyId);
      return found ? [endPasskey(found)] : refuse('user/unknown');
    },
    RenewRecoveryCodes: ({ codes }, state) =>
      hasSecondStep(state)
        ? [
            {
              type: 'RecoveryCodesRenewed',
              data: { count: codes },
            },
          ]
        : refuse('user/no-second-step'),
    UseRecoveryCode: ({ left }, { role }) =>
      role === null
        ? refuse('user/unknown')
        : [
            {
              type: 'RecoveryCodeUsed',
              data: { left },
            },
          ],
  },
  evolve: {
    UserRegistered: (person, state) => ({
      ...state,
      ...person,
      status: 'active',
    }),
    UserInvited: ({ requestId }, state, { now }) => ({
      ...state,
      invitation: {
        requestId,
        at: now,
      },
    }),
    UserProfileChanged: (changes, state) => changed(state, changes),
    UserEmailChanged: ({ to }, state) => ({
      ...state,
      email: to,
    }),
    UserRoleChanged: ({ to, firmId }, state) => ({
      ...state,
      role: to,
      firmId: firmId.to,
    }),
    UserActivated: (_, state) => ({
      ...state,
      status: 'active',
    }),
    UserDeactivated: (_, state) => ({
      ...state,
      status: 'inactive',
    }),
    UserDeleted: () => nobody,
    PasswordChanged: ({ credentialId }, state) => ({
      ...state,
      credentialId,
      invitation: null,
      reset: null,
    }),
    PasswordResetRequested: ({ requestId }, state, { now }) => ({
      ...state,
      reset: {
        requestId,
        at: now,
      },
    }),
    PasswordResetCompleted: (_, state) => ({
      ...state,
      reset: null,
    }),
    TwoStepEnabled: (_, state) => ({
      ...state,
      totp: true,
    }),
    TwoStepDisabled: (_, state) => ({
      ...state,
      totp: false,
    }),
    RecoveryCodesRenewed: (_, state) => state,
    RecoveryCodeUsed: (_, state) => state,
    PasskeyAdded: ({ passkeyId, name }, state, { now }) => ({
      ...state,
      passkeys: [
        ...state.passkeys,
        {
          id: passkeyId,
          name,
          at: now,
        },
      ],
    }),
    PasskeyRemoved: ({ passkeyId }, state) => ({
      ...state,
      passkeys: state.passkeys.filter(({ id }) => id !== passkeyId),
    }),
    SignInLinkSent: ({ requestId }, state, { now }) => ({
      ...state,
      signInLink: {
        requestId,
        at: now,
      },
    }),
    SignInRefused: (_, state, { now }) => ({
      ...state,
      refusedAt: now,
    }),
    AllSessionsRevoked: (_, state) => state,
    PreferencesChanged: ({ to }, state) => ({
      ...state,
      preferences: to,
    }),
    ClientsPinned: ({ to }, state) => ({
      ...state,
      pinned: to,
    }),
  },
};
export { UserEvents as a, user as i, hasSecondStep as n, isOpen as r, LINKS as t };

//# sourceMappingURL=user.decider-Bjw-7ZZm.js.map
