import { putBeside, remove, rowKind, view } from '@dosar/kernel';
import type { ConversationEvent } from '../conversations/conversation.events';
import type { MessageEvent } from '../conversations/message.events';
import type { ReaderEvent } from '../conversations/reader.events';
import type { DriveEvent } from '../files/drive.events';
import type { ClientEvent } from '../identity/client.events';
import type { FirmEvent } from '../identity/firm.events';
import type { UserEvent } from '../identity/user.events';
import { message, processing, upload } from './happenings';
import type { InboxEvent } from './inbox.events';
import { countOf, coveredOf, NO_NEWS, type News } from './news';
import {
  fileGone,
  happened,
  messageGone,
  readSoFar,
  type Changed,
  type Kinds,
  type NotificationRows,
  type PlacesRow,
  type FileNewsRow,
} from './news-rows';
import { newsOf, notificationRow, placeOf, putRow, type NotificationRow } from './notification-row';
import { onPeople } from './people';
import type { RowOf, Window } from './recipients';

export { notificationRow, placeOf, type NotificationRow };

/** Behind every position. */
const LAST = BigInt(Number.MAX_SAFE_INTEGER);

type At = { readonly occurredAt: string; readonly position: bigint };

const read = async (rows: NotificationRows, row: NotificationRow, { occurredAt, position }: At): Promise<Changed> => {
  const news = (await rows.beside('news').get(newsOf(row))) ?? NO_NEWS;
  return putRow({ ...row, covered: coveredOf(news, row), read_at: occurredAt, waits: null, until: String(position) });
};

const change = async (
  rows: NotificationRows,
  userId: string,
  id: string,
  how: (row: NotificationRow) => Promise<Changed> | Changed,
): Promise<Changed[]> => {
  const row = await rows.get(notificationRow(userId, id));
  return row ? [await how(row)] : [];
};

type Events =
  InboxEvent | DriveEvent | MessageEvent | ReaderEvent | UserEvent | FirmEvent | ClientEvent | ConversationEvent;

export const notifications = view<Events, NotificationRow, Kinds>()({
  view: 'notifications',
  version: 2,
  columns: {
    ...({
      user_id: 'id',
      shown: 'integer',
      unread: 'integer',
      place: 'integer',
      about: 'text',
      to_mail: 'text',
    } as const),
    ...({ news: 'text', latest: 'integer', asleep: 'integer' } as const),
  },
  indexes: [
    ['user_id', 'shown', 'place', 'about'],
    ['user_id', 'unread', 'shown', 'about'],
    ['to_mail'],
    ['news', 'latest'],
    ['news', 'asleep'],
  ],
  beside: {
    user: rowKind<RowOf<'user'>>(),
    firm: rowKind<RowOf<'firm'>>(),
    client: rowKind<RowOf<'client'>>(),
    talk: rowKind<RowOf<'talk'>>(),
    news: rowKind<News>(),
    newest: rowKind<Window>(),
    fileNews: rowKind<FileNewsRow>(),
    places: rowKind<PlacesRow>(),
  },
  columnsOf: (row) => ({
    user_id: row.user_id,
    shown: row.in_app && !row.is_gone ? 1 : 0,
    unread: row.read_at === null ? 1 : 0,
    place: BigInt(row.position),
    about: placeOf(row),
    to_mail: row.is_gone ? null : row.waits,
    news: newsOf(row),
    latest: row.until === null ? LAST : BigInt(row.until),
    asleep: row.read_at === null && (row.is_gone || (row.by_mail && row.waits === null)) ? 1 : 0,
  }),
  audienceOf: ({ user_id }) => user_id,
  personal: 'unread',

  on: {
    ...onPeople,
    MessageSent: (data, event, rows) => happened(rows, message(data, event), event),
    FileUploaded: (data, event, rows) => happened(rows, upload(data, event), event),
    FileProcessStateChanged: (data, event, rows) =>
      data.from === 'processed'
        ? fileGone(rows, data.fileId, true, 'file_processed')
        : happened(rows, processing(data, event), event),

    MessageDeleted: ({ conversationId }, { resource }, rows) => messageGone(rows, conversationId, resource.id, true),
    MessageRestored: ({ conversationId }, { resource }, rows) => messageGone(rows, conversationId, resource.id, false),
    FileDeleted: ({ fileId }, _, rows) => fileGone(rows, fileId, true),
    FileRestored: ({ fileId }, _, rows) => fileGone(rows, fileId, false),
    ReadUpTo: (data, _, rows) => readSoFar(rows, data),

    NotificationRaised: async (data, { resource: { id: userId }, occurredAt, position }, rows) => {
      const before = await rows.get(notificationRow(userId, data.notificationId));
      const is = { in_app: data.inApp, by_mail: data.email, created_at: occurredAt, position: String(position) };
      const about = { client_id: data.clientId, conversation_id: data.conversationId, window_id: data.windowId };
      const news = (await rows.beside('news').get(newsOf(about))) ?? NO_NEWS;
      const since = before?.since ?? news.things.find(({ id }) => id === data.subjectId)?.position ?? news.beforeUntil;
      const covered = coveredOf(news, { user_id: userId, since });
      const row: NotificationRow = {
        id: data.notificationId,
        user_id: userId,
        type: data.kind,
        actor_id: data.actorId,
        ...about,
        ...is,
        since,
        covered: null,
        is_gone: countOf(covered) === 0,
        waits: data.email ? (before?.waits ?? occurredAt) : null,
        read_at: null,
        until: null,
      };
      const { places } = (await rows.beside('places').get(userId)) ?? { places: [] };
      const place = placeOf(row);
      return [
        putRow(row),
        ...(places.includes(place) ? [] : [putBeside('places', userId, { places: places.concat(place) })]),
      ];
    },
    NotificationRead: ({ notificationId }, event, rows) =>
      change(rows, event.resource.id, notificationId, (row) => read(rows, row, event)),
    AllNotificationsRead: async (_, event, rows) => {
      const found = await rows.find({ where: { user_id: event.resource.id, unread: 1 } });
      return Promise.all(found.map((row) => read(rows, row, event)));
    },
    NotificationDeleted: ({ notificationId }, { resource }) => remove(notificationRow(resource.id, notificationId)),
    DigestSent: async ({ notificationIds }, { resource }, rows) => {
      const all = notificationIds.map((id) => change(rows, resource.id, id, (row) => putRow({ ...row, waits: null })));
      return (await Promise.all(all)).flat();
    },
  },
});
