import {
  beginningOf,
  NOTIFICATION_LIMITS,
  type File,
  type Language,
  type Notification,
  type NotificationKind,
} from '@dosar/contracts';
import { rowBeside, rowIn, rowsBeside, type ReadStore, type WhereIn } from '@dosar/kernel/runtime';
import { messages } from '@dosar/domain/conversations/messages.projector';
import { files } from '@dosar/domain/files/files.projector';
import { clients } from '@dosar/domain/identity/clients.projector';
import { users } from '@dosar/domain/identity/users.projector';
import { countOf, coveredOf, NO_NEWS } from '@dosar/domain/notifications/news';
import { newsOf } from '@dosar/domain/notifications/notification-row';
import { notifications, type NotificationRow } from '@dosar/domain/notifications/notifications.projector';
import { namesOf } from '../conversations/conversations.reads';
import type { Access } from '../platform/access/access';
import type { Account } from '../platform/access/call';
import { rowsById } from '../platform/reads/rows-by-id';
import { notificationText } from '../platform/http/texts';
import { maySee } from './inbox.audience';

type Reads = Pick<ReadStore, 'get' | 'find' | 'count'>;

/** A user's language. */
export const languageFor = async (reads: Reads, userId: string): Promise<Language> => {
  const row = await reads.get(users, userId);
  return row ? rowIn(row.json).preferences.language : 'ro';
};

/** The notifications whose subjects the user may still see. */
export const visibleTo = async (
  reads: Reads,
  access: Access,
  person: Account,
): Promise<WhereIn<typeof notifications>> => {
  const row = await rowBeside(reads, notifications, 'places', person.id);
  const { places } = row ? rowIn(row.json) : { places: [] };
  const seen = places.filter((place) => maySee(access, person, place));
  const isAll = seen.length === places.length;
  return { user_id: person.id, shown: 1, ...(!isAll && { about: { in: seen } }) };
};

export const unreadCount = async (reads: Reads, access: Access, person: Account): Promise<number> =>
  reads.count(notifications, { where: { ...(await visibleTo(reads, access, person)), unread: 1 } });

/** How many events a notification covers, the newest of them and some more; none when all were taken back. */
type Told = { readonly count: number; readonly newestId: string; readonly ids: readonly string[] };

/** So many documents are looked at to find out whether they lie in one folder. */
const LOOKED_AT = 20;

const toldOf = async (reads: Reads, rows: readonly NotificationRow[]): Promise<Told[]> => {
  const ids = [...new Set(rows.filter(({ covered }) => covered === null).map(newsOf))];
  const found = await rowsBeside(reads, notifications, 'news', ids);
  const news = new Map([...found].map(([id, row]) => [id, rowIn(row.json)]));
  return rows.map((row) => {
    const covered = row.covered ?? coveredOf(news.get(newsOf(row)) ?? NO_NEWS, row);
    const most = row.type === 'message_new' ? NOTIFICATION_LIMITS.messages : Infinity;
    const { live } = covered;
    const ids = row.type === 'message_new' ? [] : [...live.slice(0, 1), ...live.slice(1).slice(-LOOKED_AT)];
    return { count: Math.min(countOf(covered), most), newestId: live.at(-1) ?? '', ids };
  });
};

const excerptOf = (text: string): string => beginningOf(text.replace(/\s+/gu, ' ').trim(), NOTIFICATION_LIMITS.excerpt);

/** Notifications with current names and texts, in their owner's language. */
export const shownNotifications = async (
  reads: Reads,
  rows: readonly NotificationRow[],
  languageOf: (row: NotificationRow) => Language,
): Promise<Notification[]> => {
  if (rows.length === 0) return [];
  const told = await toldOf(reads, rows);
  const ids = told.map(({ newestId }) => newestId);
  const messageRows = await rowsById(reads, messages, ids);
  const said = new Map([...messageRows].map(([id, row]) => [id, rowIn(row.json)]));
  const fileIds = [...told.flatMap(({ ids }) => ids), ...[...said.values()].flatMap(({ file_ids }) => file_ids)];
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
    return row ? rowIn(row.json) : null;
  };
  // parsed once each: a client's row lists all its users
  const clientNames = new Map([...clientRows].map(([id, { json }]) => [id, rowIn(json).societate]));

  return rows.map((row, at) => {
    const { count, newestId, ids: of } = told[at]!;
    const language = languageOf(row);
    const message = said.get(newestId);
    const name = nameOf(message?.sender_id ?? row.actor_id) ?? notificationText(language, 'somebody');
    const file = fileOf(message ? (message.file_ids[0] ?? '') : newestId);
    const named = file?.name ?? '';
    const what = message ? excerptOf(message.text ?? '') || named : named;
    const more = !message && count > 1 && what !== '';
    const body = more ? notificationText(language, 'more', { what, more: count - 1 }) : what;
    const client = clientNames.get(row.client_id ?? '') ?? null;
    return {
      id: row.id,
      type: row.type,
      count,
      read_at: row.read_at,
      created_at: row.created_at,
      conversation_id: row.conversation_id,
      client_id: row.client_id,
      title: titleOf(language, row.type, { count, name }),
      body:
        client === null || body === '' ? (client ?? body) : notificationText(language, 'at', { client, what: body }),
      link: linkTo(row, message ? [] : of.flatMap((id) => fileOf(id) ?? [])),
    };
  });
};

/** Says so where counting stopped. */
const titleOf = (
  language: Language,
  type: NotificationKind,
  said: { readonly count: number; readonly name: string },
) =>
  type === 'message_new' && said.count >= NOTIFICATION_LIMITS.messages
    ? notificationText(language, 'message_new_many', { ...said, most: NOTIFICATION_LIMITS.messages - 1 })
    : notificationText(language, type, said);

/** The link in the console: the conversation, the folder of the documents, or the search that finds those of several. */
const linkTo = ({ type, actor_id, conversation_id, client_id }: NotificationRow, found: readonly File[]): string => {
  if (conversation_id !== null) return `/chat/${conversation_id}`;
  const first = found[0];
  const last = found.at(-1);
  const isInOne = found.every(({ folder_id }) => folder_id === last?.folder_id);
  if (!first || !last || isInOne || type !== 'file_uploaded')
    return `/files${last?.folder_id ? `/${last.folder_id}` : ''}?clientId=${client_id}`;
  const days = { date_from: first.created_at, date_to: last.created_at };
  const asked = { types: 'files', client_id: String(client_id), sender_id: actor_id, ...days, sort: 'created' };
  return `/search?${new URLSearchParams(asked).toString()}`;
};
