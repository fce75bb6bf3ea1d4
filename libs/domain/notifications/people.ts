import {
  putBeside,
  removeBeside,
  type DataOf,
  type PutBeside,
  type Recorded,
  type Rows,
  type Write,
} from '@dosar/kernel';
import { completePreferences, DEFAULT_NOTIFICATION_PREFERENCES } from '@dosar/contracts';
import type { ConversationEvent } from '../conversations/conversation.events';
import type { ClientEvent } from '../identity/client.events';
import type { FirmEvent } from '../identity/firm.events';
import type { UserEvent } from '../identity/user.events';
import type { People, RowOf } from './recipients';

type Writes = Promise<Write<never, People>[]>;
type Kept = Pick<Rows<never, People>, 'beside'>;

const change = async <K extends keyof People>(
  rows: Kept,
  kind: K,
  id: string,
  how: (row: People[K]) => Partial<People[K]>,
): Promise<PutBeside<K, People[K]>[]> => {
  const row = await rows.beside(kind).get(id);
  return row ? [putBeside(kind, id, { ...row, ...how(row) })] : [];
};

const without = (ids: readonly string[], id: string) => ids.filter((each) => each !== id);
const withOne = (ids: readonly string[], id: string) => [...without(ids, id), id];

type Place = { readonly kind: 'firm' | 'client'; readonly id: string };

/** Where somebody is listed: an accountant at the firm, a client's user at the companies. */
const placesOf = (user: RowOf<'user'> | null): readonly Place[] => {
  if (!user?.isActive) return [];
  if (user.role === 'accountant') return user.firmId === null ? [] : [{ kind: 'firm', id: user.firmId }];
  return user.role === 'user' ? user.clientIds.map((id) => ({ kind: 'client', id })) : [];
};

const list = async (rows: Kept, { kind, id }: Place, how: (ids: readonly string[]) => readonly string[]): Writes =>
  kind === 'firm'
    ? change(rows, 'firm', id, ({ accountants }) => ({ accountants: how(accountants) }))
    : change(rows, 'client', id, ({ users }) => ({ users: how(users) }));

/** Lists somebody whose role, firm or companies have changed elsewhere. */
const settle = async (rows: Kept, id: string, before: RowOf<'user'> | null, after: RowOf<'user'> | null): Writes => {
  const were = placesOf(before);
  const are = placesOf(after);
  const isIn = (places: readonly Place[], place: Place) => places.some((each) => each.id === place.id);
  const left = were.filter((place) => !isIn(are, place));
  const entered = are.filter((place) => !isIn(were, place));
  return [
    after ? putBeside('user', id, after) : removeBeside('user', id),
    ...(await Promise.all(left.map((place) => list(rows, place, (ids) => without(ids, id))))).flat(),
    ...(await Promise.all(entered.map((place) => list(rows, place, (ids) => withOne(ids, id))))).flat(),
  ];
};

const changeUser = async (rows: Kept, id: string, more: Partial<RowOf<'user'>>): Writes => {
  const before = await rows.beside('user').get(id);
  return before ? settle(rows, id, before, { ...before, ...more }) : [];
};

type Events = UserEvent | FirmEvent | ClientEvent | ConversationEvent;

type Written = Write<never, People>;
/** Part of every view whose rows of people these are. */
type OnPeople = {
  readonly [T in Events['type']]?: (
    data: DataOf<Events, T>,
    event: Recorded<Extract<Events, { type: T }>>,
    rows: Kept,
  ) => Written | readonly Written[] | Promise<Written[]>;
};

/** People, where they are listed, and their conversations. */
export const onPeople: OnPeople = {
  UserRegistered: async ({ role, firmId, clientIds }, { resource: { id } }, rows) =>
    settle(rows, id, await rows.beside('user').get(id), {
      kind: 'user',
      id,
      role,
      firmId,
      clientIds,
      isActive: true,
      preferences: DEFAULT_NOTIFICATION_PREFERENCES,
    }),
  UserRoleChanged: ({ to, firmId }, { resource }, rows) =>
    changeUser(rows, resource.id, { role: to, firmId: firmId.to }),
  UserMembershipChanged: ({ clientIds }, { resource }, rows) =>
    changeUser(rows, resource.id, { clientIds: clientIds.to }),
  UserActivated: (_, { resource }, rows) => changeUser(rows, resource.id, { isActive: true }),
  UserDeactivated: (_, { resource }, rows) => changeUser(rows, resource.id, { isActive: false }),
  UserDeleted: async (_, { resource: { id } }, rows) => settle(rows, id, await rows.beside('user').get(id), null),
  NotificationPreferencesChanged: ({ to }, { resource }, rows) =>
    change(rows, 'user', resource.id, () => ({ preferences: completePreferences(to) })),

  FirmRegistered: ({ accountantScope }, { resource: { id } }) =>
    putBeside('firm', id, { kind: 'firm', id, isForAll: accountantScope === 'firm', accountants: [] }),
  FirmDetailsChanged: ({ accountantScope }, { resource: { id } }, rows) =>
    accountantScope ? change(rows, 'firm', id, () => ({ isForAll: accountantScope.to === 'firm' })) : [],
  FirmDeleted: (_, { resource }) => removeBeside('firm', resource.id),

  ClientRegistered: ({ firmId }, { resource: { id } }) =>
    putBeside('client', id, { kind: 'client', id, firmId, users: [], accountants: [] }),
  ClientDeleted: (_, { resource }) => removeBeside('client', resource.id),
  AccountantAssigned: ({ accountantId }, { resource }, rows) =>
    change(rows, 'client', resource.id, ({ accountants }) => ({ accountants: withOne(accountants, accountantId) })),
  AccountantUnassigned: ({ accountantId }, { resource }, rows) =>
    change(rows, 'client', resource.id, ({ accountants }) => ({ accountants: without(accountants, accountantId) })),

  ConversationOpened: ({ participantIds }, { resource: { id } }) =>
    putBeside('talk', id, {
      kind: 'talk',
      id,
      participants: participantIds,
      newest: { by: '', at: 0, before: 0 },
    }),
  ParticipantAdded: ({ userId }, { resource }, rows) =>
    change(rows, 'talk', resource.id, ({ participants }) => ({ participants: withOne(participants, userId) })),
  ParticipantRemoved: ({ userId }, { resource }, rows) =>
    change(rows, 'talk', resource.id, ({ participants }) => ({ participants: without(participants, userId) })),
};
