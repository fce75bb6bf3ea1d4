import { put, putBeside, remove, rowKind, view, type Rows, type Write } from '@dosar/kernel';
import type { ClientId, ConversationId, NotificationKind, UserId } from '@dosar/contracts';
import type { DriveEvent } from '../files/drive.events';
import { processing, upload, type Happening } from './happenings';
import { groupOf, type InboxEvent } from './inbox.events';
import type { Window } from './recipients';
import { windowAfter } from './windows';

/** A notification without names and texts: these are looked up when it is shown. */
export type NotificationRow = {
  readonly id: string;
  readonly user_id: UserId;
  readonly type: NotificationKind;
  readonly actor_id: UserId;
  readonly client_id: ClientId | null;
  readonly conversation_id: ConversationId | null;
  readonly subject_id: string;
  readonly window_id: string | null;
  /** The ordinals in the window of the first and, once it was read, the last event it covers. */
  readonly first: number;
  readonly last: number | null;
  readonly in_app: boolean;
  /** Whether it still has to be mailed. */
  readonly to_mail: boolean;
  readonly read_at: string | null;
  /** The position at which it was read: later events make another one. */
  readonly read_position: string | null;
  readonly created_at: string;
  readonly position: string;
};

/** The number of events in a window, and the newest document. */
export type WindowRow = Window & { readonly newest: string };
/** The clients and conversations of all notifications of a person. */
export type PlacesRow = { readonly places: readonly string[] };
/** A window by its id; the newest window by its group; the places of a person. */
type Kinds = { readonly window: WindowRow; readonly newest: WindowRow; readonly places: PlacesRow };
type NotificationRows = Rows<NotificationRow, Kinds>;
type Changed = Write<NotificationRow, Kinds>;

export const notificationRow = (userId: string, id: string): string => `${userId} ${id}`;

/** Decides who may see it: a conversation or a client. */
export const placeOf = ({ conversation_id, client_id }: Pick<NotificationRow, 'conversation_id' | 'client_id'>) =>
  conversation_id === null ? `client ${client_id}` : `conversation ${conversation_id}`;

const count = async (
  rows: NotificationRows,
  happening: Happening | null,
  event: { readonly id: string; readonly occurredAt: string },
): Promise<Changed[]> => {
  if (!happening) return [];
  const key = groupOf(happening);
  const { id, startedAt, number } = windowAfter(await rows.beside('newest').get(key), event);
  const window: WindowRow = { id, startedAt, number, newest: happening.subjectId };
  return [putBeside('newest', key, window), putBeside('window', id, window)];
};

type At = { readonly occurredAt: string; readonly position: bigint };

const read = async (rows: NotificationRows, row: NotificationRow, { occurredAt, position }: At): Promise<Changed> => {
  const window = row.window_id === null ? null : await rows.beside('window').get(row.window_id);
  return put<NotificationRow>(notificationRow(row.user_id, row.id), {
    ...row,
    last: window?.number ?? null,
    read_at: occurredAt,
    read_position: String(position),
    to_mail: false,
  });
};

const change = async (
  rows: NotificationRows,
  [userId, id]: readonly [string, string],
  how: (row: NotificationRow) => Promise<Changed>,
): Promise<Changed[]> => {
  const row = await rows.get(notificationRow(userId, id));
  return row ? [await how(row)] : [];
};

export const notifications = view<InboxEvent | DriveEvent, NotificationRow, Kinds>()({
  view: 'notifications',
  version: 1,
  columns: { user_id: 'id', shown: 'integer', unread: 'integer', place: 'integer', about: 'text', to_mail: 'text' },
  indexes: [['user_id', 'shown', 'place', 'about'], ['user_id', 'unread', 'shown', 'about'], ['to_mail']],
  beside: { window: rowKind<WindowRow>(), newest: rowKind<WindowRow>(), places: rowKind<PlacesRow>() },
  columnsOf: (row) => ({
    user_id: row.user_id,
    shown: row.in_app ? 1 : 0,
    unread: row.read_at === null ? 1 : 0,
    place: BigInt(row.position),
    about: placeOf(row),
    to_mail: row.to_mail ? row.created_at : null,
  }),
  audienceOf: ({ user_id }) => user_id,
  personal: 'unread',

  on: {
    FileUploaded: (data, event, rows) => count(rows, upload(data, event), event),
    FileProcessStateChanged: (data, event, rows) => count(rows, processing(data, event), event),

    NotificationRaised: async (data, { resource: { id: userId }, occurredAt, position }, rows) => {
      const row: NotificationRow = {
        id: data.notificationId,
        user_id: userId,
        type: data.kind,
        actor_id: data.actorId,
        client_id: data.clientId,
        conversation_id: data.conversationId,
        subject_id: data.subjectId,
        window_id: data.windowId,
        first: data.number,
        last: null,
        in_app: data.inApp,
        to_mail: data.email,
        read_at: null,
        read_position: null,
        created_at: occurredAt,
        position: String(position),
      };
      const { places } = (await rows.beside('places').get(userId)) ?? { places: [] };
      const place = placeOf(row);
      return [
        put(notificationRow(userId, row.id), row),
        ...(places.includes(place) ? [] : [putBeside('places', userId, { places: [...places, place] })]),
      ];
    },
    NotificationRead: ({ notificationId }, event, rows) =>
      change(rows, [event.resource.id, notificationId], (row) => read(rows, row, event)),
    AllNotificationsRead: async (_, event, rows) => {
      const found = await rows.find({ where: { user_id: event.resource.id, unread: 1 } });
      return Promise.all(found.map((row) => read(rows, row, event)));
    },
    NotificationDeleted: ({ notificationId }, { resource }) => remove(notificationRow(resource.id, notificationId)),
    DigestSent: async ({ notificationIds }, { resource }, rows) => {
      const all = notificationIds.map((id) =>
        change(rows, [resource.id, id], async (row) =>
          put<NotificationRow>(notificationRow(row.user_id, row.id), { ...row, to_mail: false }),
        ),
      );
      return (await Promise.all(all)).flat();
    },
  },
});
