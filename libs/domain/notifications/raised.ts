import { putBeside, removeBeside, type DataOf, type Recorded, type Rows, type Write } from '@dosar/kernel';
import type { Happening } from './happenings';
import { causeOf, groupOf, type About, type InboxEvent } from './inbox.events';
import { openKey, othersOf, type Due, type NoRow, type Recipients, type RowOf } from './recipients';
import { isOver, windowAfter } from './windows';

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

type Telling = Due & { readonly position: bigint; readonly at: number };

/** Whether a notification of that time is also of this: of the same window; in a conversation, not long before. */
const isSame = ({ told, windowId }: RowOf<'open'>, { conversationId }: Happening, due: Telling): boolean =>
  conversationId === null ? windowId === due.windowId : told !== null && !isOver(told.at, due.at);

/** Skips those who have an unread notification of the same group and time. */
const tell = async (rows: Kept, userIds: readonly string[], happening: Happening, telling: Telling): Writes => {
  const { position, at, ...due } = telling;
  const tellOne = async (userId: string): Writes => {
    if (!wants(await rows.beside('user').get(userId), happening)) return [];
    const key = openKey(userId, groupOf(happening));
    const open = await rows.beside('open').get(key);
    if (open !== null && isSame(open, happening, telling) && (await isUnread(rows, userId, open))) return [];
    return [
      putBeside('open', key, {
        kind: 'open',
        told: { id: due.id, position: String(position), at },
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
  const at = Date.parse(occurredAt);
  const said: RowOf<'talk'> = { ...talk, newest: { by: happening.actorId, at, before } };
  return [
    putBeside('talk', talk.id, said),
    ...(await tell(rows, talk.participants, happening, { id, windowId: id, number: 1, position, at })),
  ];
};

export const raiseInWindow = async (rows: Kept, happening: Happening | null, event: Event): Writes => {
  if (!happening) return [];
  const client = await rows.beside('client').get(happening.clientId!);
  const firm = client && (await rows.beside('firm').get(client.firmId));
  const key = groupOf(happening);
  const window = windowAfter(await rows.beside('window').get(key), event);
  const at = Date.parse(event.occurredAt);
  const due = { id: event.id, windowId: window.id, number: window.number, position: event.position, at };
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
export const raised = async (
  rows: Kept,
  userId: string,
  raised: Raised,
  { position, occurredAt }: Pick<Recorded, 'position' | 'occurredAt'>,
): Writes => {
  const key = openKey(userId, groupOf(raised));
  const open = await rows.beside('open').get(key);
  if (!open) return [];
  const cause = causeOf(raised);
  const due = open.due.slice(open.due.findIndex((each) => each.id === cause) + 1);
  const told = { id: raised.notificationId, position: String(position), at: open.told?.at ?? Date.parse(occurredAt) };
  return [putBeside('open', key, { ...open, told, due })];
};

/** The next event of the group raises a new notification. */
export const answered = async (rows: Kept, userId: string, about: About): Writes => {
  const key = openKey(userId, groupOf(about));
  const open = await rows.beside('open').get(key);
  if (open?.told?.id !== about.notificationId) return [];
  return [open.due.length === 0 ? removeBeside('open', key) : putBeside('open', key, { ...open, told: null })];
};
