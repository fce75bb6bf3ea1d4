import { refuse, type DataOf, type Decider, type Message } from '@dosar/kernel';
import { ClientEvents, type ClientEvent } from './client.events';

export type ClientCommand =
  | Message<'RegisterClient', DataOf<ClientEvent, 'ClientRegistered'>>
  | Message<'LinkUser', { readonly userId: string }>
  | Message<'UnlinkUser', { readonly userId: string }>
  | Message<'AssignAccountant', { readonly accountantId: string }>
  | Message<'UnassignAccountant', { readonly accountantId: string }>;

export type ClientRefusal = 'client/unknown' | 'client/exists';

export type ClientState = {
  readonly firmId: string | null;
  readonly users: readonly string[];
  readonly accountants: readonly string[];
};

const registered = (state: ClientState) => state.firmId !== null;

export const client: Decider<ClientState, ClientCommand, ClientEvent, ClientRefusal> = {
  events: ClientEvents,
  initial: () => ({ firmId: null, users: [], accountants: [] }),

  decide: {
    RegisterClient: (details, state) =>
      registered(state) ? refuse('client/exists') : [{ type: 'ClientRegistered', data: details }],
    LinkUser: ({ userId }, state) => {
      if (!registered(state)) return refuse('client/unknown');
      return state.users.includes(userId) ? [] : [{ type: 'ClientUserLinked', data: { userId } }];
    },
    UnlinkUser: ({ userId }, state) =>
      state.users.includes(userId) ? [{ type: 'ClientUserUnlinked', data: { userId } }] : [],
    AssignAccountant: ({ accountantId }, state) => {
      if (!registered(state)) return refuse('client/unknown');
      return state.accountants.includes(accountantId) ? [] : [{ type: 'AccountantAssigned', data: { accountantId } }];
    },
    UnassignAccountant: ({ accountantId }, state) =>
      state.accountants.includes(accountantId) ? [{ type: 'AccountantUnassigned', data: { accountantId } }] : [],
  },

  evolve: {
    ClientRegistered: ({ firmId }, state) => ({ ...state, firmId }),
    ClientUserLinked: ({ userId }, state) => ({ ...state, users: [...state.users, userId] }),
    ClientUserUnlinked: ({ userId }, state) => ({ ...state, users: state.users.filter((id) => id !== userId) }),
    AccountantAssigned: ({ accountantId }, state) => ({ ...state, accountants: [...state.accountants, accountantId] }),
    AccountantUnassigned: ({ accountantId }, state) => ({
      ...state,
      accountants: state.accountants.filter((id) => id !== accountantId),
    }),
  },
};
