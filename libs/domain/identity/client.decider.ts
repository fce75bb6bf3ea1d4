import { refuse, type DataOf, type Decider, type Message } from '@dosar/kernel';
import { changed, changesOf, isEmpty } from '../change';
import { ClientEvents, type ClientEvent } from './client.events';

export type ClientDetails = DataOf<ClientEvent, 'ClientRegistered'>;
export type ClientCommand =
  | Message<'RegisterClient', ClientDetails>
  | Message<'ChangeClient', Partial<Omit<ClientDetails, 'firmId'>>>
  | Message<'DeleteClient', Record<never, never>>
  | Message<'LinkUser', { readonly userId: string }>
  | Message<'UnlinkUser', { readonly userId: string }>
  | Message<'AssignAccountants', { readonly accountantIds: readonly string[] }>
  | Message<'UnassignAccountant', { readonly accountantId: string }>;

export type ClientRefusal = 'client/unknown' | 'client/exists' | 'client/in-use';

export type ClientState = {
  /** null: not registered, or deleted. */
  readonly details: ClientDetails | null;
  readonly users: readonly string[];
  readonly accountants: readonly string[];
};

export const client: Decider<ClientState, ClientCommand, ClientEvent, ClientRefusal> = {
  events: ClientEvents,
  initial: () => ({ details: null, users: [], accountants: [] }),

  decide: {
    RegisterClient: (details, state) =>
      state.details ? refuse('client/exists') : [{ type: 'ClientRegistered', data: details }],
    ChangeClient: (wanted, { details }) => {
      if (!details) return refuse('client/unknown');
      const changes = changesOf(details, wanted);
      return isEmpty(changes) ? [] : [{ type: 'ClientDetailsChanged', data: changes }];
    },
    DeleteClient: (_, { details, users }) => {
      if (!details) return refuse('client/unknown');
      if (users.length > 0) return refuse('client/in-use');
      const { firmId, cui, societate } = details;
      return [{ type: 'ClientDeleted', data: { firmId, cui, societate } }];
    },
    LinkUser: ({ userId }, { details, users }) => {
      if (!details) return refuse('client/unknown');
      return users.includes(userId) ? [] : [{ type: 'ClientUserLinked', data: { userId } }];
    },
    UnlinkUser: ({ userId }, { users }) =>
      users.includes(userId) ? [{ type: 'ClientUserUnlinked', data: { userId } }] : [],
    AssignAccountants: ({ accountantIds }, { details, accountants }) => {
      if (!details) return refuse('client/unknown');
      const added = [...new Set(accountantIds)].filter((id) => !accountants.includes(id));
      return added.map((accountantId) => ({ type: 'AccountantAssigned', data: { accountantId } }));
    },
    UnassignAccountant: ({ accountantId }, { accountants }) =>
      accountants.includes(accountantId) ? [{ type: 'AccountantUnassigned', data: { accountantId } }] : [],
  },

  evolve: {
    ClientRegistered: (details, state) => ({ ...state, details }),
    ClientDetailsChanged: (changes, state) => ({ ...state, details: state.details && changed(state.details, changes) }),
    ClientDeleted: (_, state) => ({ ...state, details: null }),
    ClientUserLinked: ({ userId }, state) => ({ ...state, users: [...state.users, userId] }),
    ClientUserUnlinked: ({ userId }, state) => ({ ...state, users: state.users.filter((id) => id !== userId) }),
    AccountantAssigned: ({ accountantId }, state) => ({ ...state, accountants: [...state.accountants, accountantId] }),
    AccountantUnassigned: ({ accountantId }, state) => ({
      ...state,
      accountants: state.accountants.filter((id) => id !== accountantId),
    }),
  },
};
