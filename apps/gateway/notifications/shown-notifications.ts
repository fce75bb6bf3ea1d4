import {
  NOTIFICATION_LIMITS,
  type Client,
  type File,
  type Language,
  type Notification,
  type NotificationKind,
} from '@dosar/contracts';
import type { ReadStore, Where } from '@dosar/kernel/runtime';
import { messages, type MessageRow } from '@dosar/domain/conversations/messages.projector';
import { files } from '@dosar/domain/files/files.projector';
import { clients } from '@dosar/domain/identity/clients.projector';
import { users } from '@dosar/domain/identity/users.projector';
import {
  notifications,
  placesRow,
  windowRow,
  type NotificationRow,
  type PlacesRow,
  type WindowRow,
} from '@dosar/domain/notifications/notifications.projector';
import type { Access } from '../platform/access';
import type { Account } from '../platform/call';
import { rowsById } from '../platform/rows-by-id';
import { messageIn, namesOf } from '../platform/shown-messages';
import { notificationText } from '../platform/texts';
import { maySee } from './inbox.audience';

type Reads = Pick<ReadStore, 'get' | 'find' | 'count'>;

/** In which language somebody reads. */
export const languageFor = async (reads: Reads, userId: string): Promise<Language> => {
  const row = await reads.get(users, userId);
  return row ? (JSON.parse(row.json) as { preferences: { language: Language } }).preferences.language : 'ro';
};

/** Of what somebody was told, what they may see now. */
export const visibleTo = async (reads: Reads, access: Access, person: Account): Promise<Where> => {
  const row = await reads.get(notifications, placesRow(person.id));
  const { places } = row ? (JSON.parse(row.json) as PlacesRow) : { places: [] };
  const seen = places.filter((place) => maySee(access, person, place));
  const isAll = seen.length === places.length;
  return { user_id: person.id, shown: 1, ...(!isAll && { about: { in: seen } }) };
};

export const unreadCount = async (reads: Reads, access: Access, person: Account): Promise<number> =>
  reads.count(notifications, { where: { ...(await visibleTo(reads, access, person)), unread: 1 } });

/** How many things it tells of, and the newest of them. */
type Told = { readonly count: number; readonly newestId: string };

/** Messages of others since the first one, until it was read. */
const toldInTalk = async (reads: Reads, row: NotificationRow, first: MessageRow | undefined): Promise<Told> => {
  const none = { count: 1, newestId: row.subject_id };
  if (!first) return none;
  const until = row.read_position === null ? {} : { below: BigInt(row.read_position) };
  const where = {
    ...{ conversation_id: first.conversation_id, deleted: 0, sender_id: { not: row.user_id } },
    place: { from: BigInt(first.position), ...until },
  };
  const count = await reads.count(messages, { where }, NOTIFICATION_LIMITS.messages);
  if (count === 0) return none;
  const [newest] = await reads.find(messages, { where, order: [['place', 'desc']], limit: 1 });
  return { count, newestId: newest?.id ?? row.subject_id };
};

const toldInWindow = (row: NotificationRow, window: WindowRow | undefined): Told => {
  const count = Math.max(1, (row.last ?? window?.number ?? row.first) - row.first + 1);
  return { count, newestId: count === 1 ? row.subject_id : (window?.newest ?? row.subject_id) };
};

const all = async (reads: Reads, rows: readonly NotificationRow[]): Promise<Told[]> => {
  const subjects = rows.filter(({ type }) => type === 'message_new').map(({ subject_id }) => subject_id);
  const first = await rowsById(reads, messages, subjects);
  const windows = await rowsById(
    reads,
    notifications,
    rows.flatMap(({ window_id }) => (window_id === null ? [] : windowRow(window_id))),
  );
  const inTalk = (row: NotificationRow) => {
    const message = first.get(row.subject_id);
    return toldInTalk(reads, row, message && messageIn(message));
  };
  const inWindow = async (row: NotificationRow) => {
    const window = windows.get(windowRow(row.window_id ?? ''));
    return toldInWindow(row, window && (JSON.parse(window.json) as WindowRow));
  };
  return Promise.all(rows.map((row) => (row.type === 'message_new' ? inTalk(row) : inWindow(row))));
};

const excerptOf = (text: string): string => {
  const line = text.replace(/\s+/gu, ' ').trim();
  const letters = [...line];
  return letters.length > NOTIFICATION_LIMITS.excerpt
    ? `${letters.slice(0, NOTIFICATION_LIMITS.excerpt - 1).join('')}…`
    : line;
};

/** What somebody was told of, with the names and texts of now, in their language. */
export const shownNotifications = async (
  reads: Reads,
  rows: readonly NotificationRow[],
  language: Language,
): Promise<Notification[]> => {
  if (rows.length === 0) return [];
  const told = await all(reads, rows);
  const ids = told.map(({ newestId }) => newestId);
  const messageRows = await rowsById(reads, messages, ids);
  const said = new Map([...messageRows].map(([id, row]) => [id, messageIn(row)]));
  const fileIds = [...ids, ...[...said.values()].flatMap(({ file_ids }) => file_ids)];
  const found = await rowsById(reads, files, fileIds);
  const clientRows = await rowsById(
    reads,
    clients,
    rows.flatMap(({ client_id }) => client_id ?? []),
  );
  const nameOf = await namesOf(reads, [
    ...rows.map(({ actor_id }) => actor_id),
    ...[...said.values()].map(({ sender_id }) => sender_id),
  ]);
  const fileOf = (id: string): File | null => {
    const row = found.get(id);
    return row ? (JSON.parse(row.json) as File) : null;
  };
  const clientOf = (id: string | null): string | null => {
    const row = id === null ? undefined : clientRows.get(id);
    return row ? (JSON.parse(row.json) as Client).societate : null;
  };

  return rows.map((row, at) => {
    const { count, newestId } = told[at]!;
    const message = said.get(newestId);
    const name = nameOf(message?.sender_id ?? row.actor_id) ?? notificationText(language, 'somebody');
    const file = fileOf(message ? (message.file_ids[0] ?? '') : newestId);
    const named = file?.name ?? '';
    const what = message ? excerptOf(message.text ?? '') || named : named;
    const more = !message && count > 1 && what !== '';
    const body = more ? notificationText(language, 'more', { what, more: count - 1 }) : what;
    const client = clientOf(row.client_id);
    return {
      ...{ id: row.id, type: row.type, count, read_at: row.read_at, created_at: row.created_at },
      ...{ conversation_id: row.conversation_id, client_id: row.client_id },
      title: titleOf(language, row.type, { count, name }),
      body:
        client === null || body === '' ? (client ?? body) : notificationText(language, 'at', { client, what: body }),
      link: linkTo(row, file),
    };
  });
};

/** Where more were not counted it says so. */
const titleOf = (
  language: Language,
  type: NotificationKind,
  said: { readonly count: number; readonly name: string },
) =>
  type === 'message_new' && said.count >= NOTIFICATION_LIMITS.messages
    ? notificationText(language, 'message_new_many', { ...said, most: NOTIFICATION_LIMITS.messages - 1 })
    : notificationText(language, type, said);

/** Where the console shows it: the conversation, or the folder of the newest document. */
const linkTo = ({ conversation_id, client_id }: NotificationRow, file: File | null): string =>
  conversation_id === null
    ? `/files${file?.folder_id ? `/${file.folder_id}` : ''}?clientId=${client_id}`
    : `/chat/${conversation_id}`;
