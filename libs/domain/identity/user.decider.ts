import { refuse, type Decider, type Message } from '@dosar/kernel';
import type { Role, UserStatus } from '@dosar/contracts';
import { UserEvents, type UserEvent } from './user.events';

export type UserCommand = Message<
  'RegisterUser',
  {
    readonly role: Role;
    readonly firmId: string | null;
    readonly name: string;
    readonly email: string;
    readonly phone: string | null;
    readonly credentialId: string;
  }
>;

export type UserRefusal = 'user/unknown' | 'user/exists';

export type UserState = {
  readonly role: Role | null;
  readonly status: UserStatus;
  /** The secret that signs in: kept in the vault under this id. */
  readonly credentialId: string | null;
};

export const user: Decider<UserState, UserCommand, UserEvent, UserRefusal> = {
  events: UserEvents,
  initial: () => ({ role: null, status: 'inactive', credentialId: null }),

  decide: {
    RegisterUser: ({ credentialId, ...person }, state) =>
      state.role !== null
        ? refuse('user/exists')
        : [
            { type: 'UserRegistered', data: person },
            { type: 'PasswordChanged', data: { credentialId, by: 'administrator' } },
          ],
  },

  evolve: {
    UserRegistered: ({ role }, state) => ({ ...state, role, status: 'active' }),
    PasswordChanged: ({ credentialId }, state) => ({ ...state, credentialId }),
  },
};
