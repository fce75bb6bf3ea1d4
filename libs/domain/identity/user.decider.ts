import { refuse, type Decider } from '@dosar/kernel';
import { completePreferences, type UserId } from '@dosar/contracts';
import { changed, changesOf, isEmpty } from '../change';
import { decideCredentials, evolveCredentials, firstPassword, letter, nextPassword } from './user-credentials.decider';
import { decideTwoStep, endTwoStep, evolveTwoStep } from './user-two-step.decider';
import { UserEvents, type UserEvent } from './user.events';
import {
  isAdministrator,
  nobody,
  placeOf,
  type CommandOf,
  type UserCommand,
  type UserRefusal,
  type UserState,
} from './user-state';

/** How long it is remembered that a letter was sent: letters about something older than a day are not sent. */
const LETTERS_MS = 2 * 24 * 60 * 60_000;

const noLongerThan = (letters: UserState['letters'], now: string): UserState['letters'] =>
  Object.fromEntries(Object.entries(letters).filter(([, at]) => Date.parse(now) - Date.parse(at) < LETTERS_MS));

type Wanted = CommandOf<'ChangeUser'>['data'];

const profileChanges = (state: UserState, { name, phone }: Pick<Wanted, 'name' | 'phone'>): UserEvent[] => {
  const wanted = { ...(name !== undefined && { name }), ...(phone !== undefined && { phone }) };
  const changes = changesOf({ name: state.name, phone: state.phone }, wanted);
  return isEmpty(changes) ? [] : [{ type: 'UserProfileChanged', data: changes }];
};

/** Changes of role and firm, and of the companies that go with the role. */
const placeChanges = (state: UserState, wanted: Wanted): UserEvent[] => {
  const from = state.role!;
  const to = wanted.role ?? from;
  const { firmId = state.firmId, clientIds = state.clientIds, assignments } = wanted;
  const place = placeOf(to, { firmId, clientIds });
  const { members } = changesOf({ members: [...state.clientIds].sort() }, { members: place.clientIds });
  const moved: UserEvent = {
    type: 'UserRoleChanged',
    data: {
      from,
      to,
      firmId: { from: state.firmId, to: place.firmId },
      assignmentsEnded: from === 'accountant' ? [...assignments] : [],
    },
  };
  const role = to !== from || place.firmId !== state.firmId ? [moved] : [];
  const companies = members ? [{ type: 'UserMembershipChanged' as const, data: { clientIds: members } }] : [];
  // a new client's user gets the companies first, so that the event of the role belongs to them
  return to === 'user' ? [...companies, ...role] : [...role, ...companies];
};

const statusChanges = (state: UserState, status: Wanted['status']): UserEvent[] => {
  if (status === undefined || status === state.status) return [];
  return [{ type: status === 'active' ? 'UserActivated' : 'UserDeactivated', data: {} }];
};

export const user: Decider<UserState, UserCommand, UserEvent, UserRefusal, UserId> = {
  events: UserEvents,
  initial: () => nobody,

  decide: {
    ...decideCredentials,
    ...decideTwoStep,
    RegisterUser: ({ credentialId, language, ...wanted }, state, facts) => {
      // repeating the request, however late, registers nobody twice
      if (state.isRegistered) return [];
      const person = { ...wanted, ...placeOf(wanted.role, wanted) };
      const registered: UserEvent = { type: 'UserRegistered', data: person };
      if (credentialId !== null) return [registered, firstPassword(credentialId, 'administrator')];
      return [registered, { type: 'UserInvited', data: letter({ ...nobody, ...person }, language, facts) }];
    },

    ChangeUser: (wanted, state, facts) => {
      if (state.role === null) return refuse('user/unknown');
      const { role, status, email, credentialId, twoStepEnds, anotherStays } = wanted;
      const after = { role: role ?? state.role, status: status ?? state.status };
      if (isAdministrator(state) && !isAdministrator(after) && !anotherStays) return refuse('user/administrator');
      const isMailed = email !== undefined && email !== state.email;
      const isInvited = isMailed && state.invitation !== null && credentialId === undefined;
      return [
        ...profileChanges(state, wanted),
        ...(isMailed ? [{ type: 'UserEmailChanged' as const, data: { from: state.email, to: email } }] : []),
        ...placeChanges(state, wanted),
        ...(credentialId !== undefined ? nextPassword(state, credentialId, 'administrator') : []),
        ...(twoStepEnds ? endTwoStep(state) : []),
        ...statusChanges(state, status),
        // links mailed to the former address no longer open the account
        ...(isInvited
          ? [{ type: 'UserInvited' as const, data: letter({ ...state, email }, state.preferences.language, facts) }]
          : []),
      ];
    },
    DeleteUser: ({ assignments, anotherStays }, state) => {
      const { role, firmId, clientIds } = state;
      if (role === null) return refuse('user/unknown');
      if (isAdministrator(state) && !anotherStays) return refuse('user/administrator');
      const assignmentsEnded = role === 'accountant' ? [...assignments] : [];
      return [{ type: 'UserDeleted', data: { role, firmId, clientIds: [...clientIds], assignmentsEnded } }];
    },

    ChangeProfile: ({ preferences, pinned, ...profile }, state) => {
      if (state.role === null) return refuse('user/unknown');
      const wanted = { ...state.preferences, ...preferences };
      const { change } = changesOf({ change: state.preferences }, { change: wanted });
      const { pins } = changesOf({ pins: [...state.pinned] }, { ...(pinned && { pins: [...pinned] }) });
      return [
        ...profileChanges(state, profile),
        ...(change ? [{ type: 'PreferencesChanged' as const, data: change }] : []),
        ...(pins ? [{ type: 'ClientsPinned' as const, data: pins }] : []),
      ];
    },
    ChangeNotifications: ({ quiet_hours, letters, ...kinds }, { role, notifications: from }) => {
      if (role === null) return refuse('user/unknown');
      const to = {
        message_new: { ...from.message_new, ...kinds.message_new },
        file_uploaded: { ...from.file_uploaded, ...kinds.file_uploaded },
        file_processed: { ...from.file_processed, ...kinds.file_processed },
        letters: letters ?? from.letters,
        quiet_hours: quiet_hours === undefined ? from.quiet_hours : quiet_hours,
      };
      const { change } = changesOf({ change: from }, { change: to });
      return change ? [{ type: 'NotificationPreferencesChanged', data: change }] : [];
    },
    NoteLetter: ({ cause, kind }, { letters }) =>
      letters[cause] === undefined ? [{ type: 'LetterSent', data: { cause, kind } }] : [],
  },

  evolve: {
    ...evolveCredentials,
    ...evolveTwoStep,
    UserRegistered: (person, state) => ({ ...state, ...person, isRegistered: true, status: 'active' }),
    UserProfileChanged: (changes, state) => changed(state, changes),
    UserEmailChanged: ({ to }, state) => ({ ...state, email: to, invitation: null, reset: null, signInLink: null }),
    // sign-in links are only sent to clients' users
    UserRoleChanged: ({ to, firmId }, state) => ({ ...state, role: to, firmId: firmId.to, signInLink: null }),
    UserMembershipChanged: ({ clientIds }, state) => ({ ...state, clientIds: clientIds.to }),
    UserActivated: (_, state) => ({ ...state, status: 'active' }),
    UserDeactivated: (_, state) => ({ ...state, status: 'inactive' }),
    UserDeleted: ({ firmId, clientIds }, { letters }) => ({
      ...nobody,
      isRegistered: true,
      firmId,
      clientIds,
      letters,
    }),
    PreferencesChanged: ({ to }, state) => ({ ...state, preferences: to }),
    NotificationPreferencesChanged: ({ to }, state) => ({ ...state, notifications: completePreferences(to) }),
    ClientsPinned: ({ to }, state) => ({ ...state, pinned: to }),
    LetterSent: ({ cause }, state, { now }) => ({
      ...state,
      letters: { ...noLongerThan(state.letters, now), [cause]: now },
    }),
  },

  belongsTo: (_, __, { role, ...place }) =>
    role === null ? { firmId: place.firmId, clientIds: place.clientIds } : placeOf(role, place),
};
