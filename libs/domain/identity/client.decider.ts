import { ofClient, refuse, type DataOf, type Decider, type Message } from '@dosar/kernel';
import type { ClientId } from '@dosar/contracts';
import { changed, changesOf, isEmpty } from '../change';
import { ClientEvents, type ClientEvent } from './client.events';

export type ClientDetails = DataOf<ClientEvent, 'ClientRegistered'>;
type Membership = DataOf<ClientEvent, 'ClientUserLinked'>;
type Assignment = DataOf<ClientEvent, 'AccountantAssigned'>;

export type ClientCommand =
  | Message<'RegisterClient', ClientDetails>
  | Message<'ChangeClient', Partial<Omit<ClientDetails, 'firmId'>>>
  | Message<'DeleteClient', Record<never, never>>
  | Message<'LinkUser', Membership>
  | Message<'UnlinkUser', Membership>
  | Message<'AssignAccountants', { readonly accountants: readonly Assignment[] }>
  /** `userRevision`: the event of their own stream that ends it; a newer assignment stays. */
  | Message<'UnassignAccountant', { readonly accountantId: string; readonly userRevision?: number }>;

export type ClientRefusal = 'client/unknown' | 'client/in-use';

/** Whether somebody is a user of the client, as of that revision of their own stream. */
type Member = { readonly isLinked: boolean; readonly userRevision: number };

export type ClientState = {
  /** True also after a deletion: an id is used once. */
  readonly isRegistered: boolean;
  /** null: not registered, or deleted. */
  readonly details: ClientDetails | null;
  readonly members: Readonly<Record<string, Member>>;
  /** The assigned accountants, each as of a revision of their own stream. */
  readonly accountants: Readonly<Record<string, number>>;
};

/** Whether it is newer than what is known: a late repetition changes nothing. */
const isNews = ({ members }: ClientState, { userId, userRevision }: Membership): boolean =>
  userRevision > (members[userId]?.userRevision ?? -1);

const without = <T>(all: Readonly<Record<string, T>>, id: string): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([each]) => each !== id));

const member = (state: ClientState, { userId, userRevision }: Membership, isLinked: boolean): ClientState => ({
  ...state,
  members: { ...state.members, [userId]: { isLinked, userRevision } },
});

export const client: Decider<ClientState, ClientCommand, ClientEvent, ClientRefusal, ClientId> = {
  events: ClientEvents,
  initial: () => ({ isRegistered: false, details: null, members: {}, accountants: {} }),

  decide: {
    // repeating the request, however late, registers no second client
    RegisterClient: (details, { isRegistered }) => (isRegistered ? [] : [{ type: 'ClientRegistered', data: details }]),
    ChangeClient: (wanted, { details }) => {
      if (!details) return refuse('client/unknown');
      const changes = changesOf(details, wanted);
      return isEmpty(changes) ? [] : [{ type: 'ClientDetailsChanged', data: changes }];
    },
    DeleteClient: (_, { details, members }) => {
      if (!details) return refuse('client/unknown');
      if (Object.values(members).some(({ isLinked }) => isLinked)) return refuse('client/in-use');
      const { firmId, cui, societate } = details;
      return [{ type: 'ClientDeleted', data: { firmId, cui, societate } }];
    },
    LinkUser: (membership, state) => {
      if (!state.details) return refuse('client/unknown');
      if (!isNews(state, membership) || state.members[membership.userId]?.isLinked) return [];
      return [{ type: 'ClientUserLinked', data: membership }];
    },
    UnlinkUser: (membership, state) =>
      isNews(state, membership) && state.members[membership.userId]?.isLinked
        ? [{ type: 'ClientUserUnlinked', data: membership }]
        : [],
    AssignAccountants: ({ accountants: wanted }, { details, accountants }) => {
      if (!details) return refuse('client/unknown');
      const added = wanted.filter((each) => each.userRevision > (accountants[each.accountantId] ?? -1));
      const once = new Map(added.map((each) => [each.accountantId, each]));
      return [...once.values()].map((data) => ({ type: 'AccountantAssigned', data }));
    },
    UnassignAccountant: ({ accountantId, userRevision = Infinity }, { accountants }) => {
      const since = accountants[accountantId];
      return since === undefined || since >= userRevision
        ? []
        : [{ type: 'AccountantUnassigned', data: { accountantId } }];
    },
  },

  evolve: {
    ClientRegistered: (details, state) => ({ ...state, isRegistered: true, details }),
    ClientDetailsChanged: (changes, state) => ({ ...state, details: state.details && changed(state.details, changes) }),
    ClientDeleted: (_, state) => ({ ...state, details: null }),
    ClientUserLinked: (membership, state) => member(state, membership, true),
    ClientUserUnlinked: (membership, state) => member(state, membership, false),
    AccountantAssigned: ({ accountantId, userRevision }, state) => ({
      ...state,
      accountants: { ...state.accountants, [accountantId]: userRevision },
    }),
    AccountantUnassigned: ({ accountantId }, state) => ({
      ...state,
      accountants: without(state.accountants, accountantId),
    }),
  },

  belongsTo: (id, { type, data }) =>
    type === 'ClientRegistered' || type === 'ClientDeleted' ? { firmId: data.firmId, clientIds: [id] } : ofClient(id),
  weigh: ({ members, accountants }) => 1_500 + 200 * (Object.keys(members).length + Object.keys(accountants).length),
};
