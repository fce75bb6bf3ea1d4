import { putBeside, removeBeside, type DataOf, type Recorded, type Rows, type Write } from '@dosar/kernel';
import type { Happening } from './happenings';
import { groupOf, type About, type InboxEvent } from './inbox.events';
import { openKey, othersOf, type Due, type NoRow, type Recipients, type RowOf } from './recipients';
import { windowAfter } from './windows';

type Kept = Rows<NoRow, Recipients>;
type Writes = Promise<Write<never, Recipients>[]>;
type Event = Pick<Recorded, 'id' | 'position' | 'occurredAt'>;

/** Whether somebody wants this kind of notification. */
export const wants = (user: RowOf<'user'> | null, { kind, actorId }: Happening): user is RowOf<'user'> =>
  user !== null &&
  user.isActive &&
  user.id !== actorId &&
  (user.preferences[kind].in_app || user.preferences[kind].email);

const isUnread = async (rows: Kept, userId: string, { told }: RowOf<'open'>): Promise<boolean> => {
  if (!told) return false;
  const read = await rows.beside('inbox').get(userId);
  return read === null || BigInt(told.position) > BigInt(read.readAt);
};

/** Skips those who have an unread notification of the same group. */
const tell = async (
  rows: Kept,
  userIds: readonly string[],
  happening: Happening,
  { position, ...due }: Due & { readonly position: bigint },
): Writes => {
  const tellOne = async (userId: string): Writes => {
    if (!wants(await rows.beside('user').get(userId), happening)) return [];
    const key = openKey(userId, groupOf(happening));
    const open = await rows.beside('open').get(key);
    const isSame = open !== null && open.windowId === due.windowId;
    if (isSame && (await isUnread(rows, userId, open))) return [];
    return [
      putBeside('open', key, {
        kind: 'open',
        told: { id: due.id, position: String(position) },
        windowId: due.windowId,
        due: [...(open?.due ?? []), due],
      }),
    ];
  };
  // in parallel: in a conversation of a thousand people their rows would otherwise be read one after another
  return (await Promise.all(userIds.map(tellOne))).flat();
};

export const raiseInConversation = async (
  rows: Kept,
  happening: Happening,
  { id, position, occurredAt }: Event,
): Writes => {
  const talk = await rows.beside('talk').get(happening.conversationId!);
  if (!talk) return [];
  const { newest } = talk;
  const before = newest.by === happening.actorId ? newest.before : newest.at;
  const said: RowOf<'talk'> = { ...talk, newest: { by: happening.actorId, at: Date.parse(occurredAt), before } };
  return [
    putBeside('talk', talk.id, said),
    ...(await tell(rows, talk.participants, happening, { id, windowId: null, number: 1, position })),
  ];
};

export const raiseInWindow = async (rows: Kept, happening: Happening | null, event: Event): Writes => {
  if (!happening) return [];
  const client = await rows.beside('client').get(happening.clientId!);
  const firm = client && (await rows.beside('firm').get(client.firmId));
  const key = groupOf(happening);
  const window = windowAfter(await rows.beside('window').get(key), event);
  const due = { id: event.id, windowId: window.id, number: window.number, position: event.position };
  return [
    putBeside('window', key, { kind: 'window', ...window }),
    ...(await tell(rows, recipientsOf(happening, client, firm), happening, due)),
  ];
};

/** Who is concerned by an event in a client's documents; the users of the client for what was done for it. */
export const recipientsOf = (
  { kind, role }: Happening,
  client: RowOf<'client'> | null,
  firm: RowOf<'firm'> | null,
): readonly string[] => (kind === 'file_processed' ? (client?.users ?? []) : othersOf(role, client, firm));

type Raised = DataOf<InboxEvent, 'NotificationRaised'>;

/** A raised notification settles everything due up to its event: its reader cannot have read it earlier. */
export const raised = async (rows: Kept, userId: string, raised: Raised, position: bigint): Writes => {
  const key = openKey(userId, groupOf(raised));
  const open = await rows.beside('open').get(key);
  if (!open) return [];
  const id = raised.notificationId;
  const due = open.due.slice(open.due.findIndex((each) => each.id === id) + 1);
  return [putBeside('open', key, { ...open, told: { id, position: String(position) }, due })];
};

/** The next event of the group raises a new notification. */
export const answered = async (rows: Kept, userId: string, about: About): Writes => {
  const key = openKey(userId, groupOf(about));
  const open = await rows.beside('open').get(key);
  if (open?.told?.id !== about.notificationId) return [];
  return [open.due.length === 0 ? removeBeside('open', key) : putBeside('open', key, { ...open, told: null })];
};
