import { putBeside, type Recorded, type Rows, type Write } from '@dosar/kernel';
import type { Happening } from './happenings';
import { groupOf } from './inbox.events';
import { countOf, coveredOf, coveredWith, NO_NEWS, withGone, withThing, type News } from './news';
import { inConversation, putRow, type NotificationRow } from './notification-row';
import { recipientsOf } from './raised';
import type { People, Window } from './recipients';
import { windowAfter } from './windows';

/** The clients and conversations of all notifications of a person. */
export type PlacesRow = { readonly places: readonly string[] };
/** The news that tell of a document. */
export type FileNewsRow = { readonly news: readonly { readonly id: string; readonly kind: Happening['kind'] }[] };
/** News by their id; the newest window by its group; where a document is told of; the places of a person. */
export type Kinds = People & {
  readonly news: News;
  readonly newest: Window;
  readonly fileNews: FileNewsRow;
  readonly places: PlacesRow;
};
export type NotificationRows = Rows<NotificationRow, Kinds>;
export type Changed = Write<NotificationRow, Kinds>;
type Writes = Promise<Changed[]>;

type At = Pick<Recorded, 'id' | 'occurredAt' | 'position'>;

/** Unread ones that wait for nothing, since they were mailed or told of what is gone, wait again where this concerns them. */
const awake = async (
  rows: NotificationRows,
  newsId: string,
  news: News,
  { subjectId, occurredAt, position }: At & Pick<Happening, 'subjectId'>,
): Writes => {
  const asleep = await rows.find({ where: { news: newsId, asleep: 1 } });
  return asleep.flatMap((row) => {
    if (!coveredOf(news, row).live.includes(subjectId)) return [];
    const moved = row.is_gone ? { is_gone: false, created_at: occurredAt, position: String(position) } : {};
    return [putRow({ ...row, ...moved, waits: row.by_mail ? (row.waits ?? occurredAt) : null })];
  });
};

const add = async (rows: NotificationRows, newsId: string, { subjectId, actorId }: Happening, at: At & To): Writes => {
  const before = (await rows.beside('news').get(newsId)) ?? NO_NEWS;
  const { to, occurredAt, position } = at;
  const news = withThing(before, { id: subjectId, by: actorId, at: Date.parse(occurredAt), position, to });
  return [putBeside('news', newsId, news), ...(await awake(rows, newsId, news, { ...at, subjectId }))];
};
type To = { readonly to: readonly string[] };

const concerned = async (rows: NotificationRows, happening: Happening): Promise<readonly string[]> => {
  const { conversationId, clientId } = happening;
  if (conversationId !== null) return (await rows.beside('talk').get(conversationId))?.participants ?? [];
  const client = clientId === null ? null : await rows.beside('client').get(clientId);
  return recipientsOf(happening, client, client && (await rows.beside('firm').get(client.firmId)));
};

/** How often a document is told of, at most: of the rest nothing is taken back. */
const MOST_NEWS = 20;

/** Something has happened that people are told of. */
export const happened = async (rows: NotificationRows, happening: Happening | null, event: At): Writes => {
  if (!happening) return [];
  const at = { ...event, to: await concerned(rows, happening) };
  const { kind, conversationId, subjectId } = happening;
  if (conversationId !== null) return add(rows, inConversation(conversationId), happening, at);
  const key = groupOf(happening);
  const window = windowAfter(await rows.beside('newest').get(key), event);
  const { news } = (await rows.beside('fileNews').get(subjectId)) ?? { news: [] };
  const others = news.filter(({ id }) => id !== window.id);
  return [
    putBeside('newest', key, window),
    putBeside('fileNews', subjectId, { news: others.concat({ id: window.id, kind }).slice(-MOST_NEWS) }),
    ...(await add(rows, window.id, happening, at)),
  ];
};

/** All that were read later, and the unread ones, tell of it no longer, or again. */
const change = async (rows: NotificationRows, newsId: string, id: string, isGone: boolean): Writes => {
  const before = await rows.beside('news').get(newsId);
  if (!before) return [];
  const news = withGone(before, id, isGone);
  const thing = news.things.find((each) => each.id === id);
  const latest = { from: BigInt(thing?.position ?? 0) };
  const found = await rows.find({ where: { news: newsId, latest } });
  const changed = found.flatMap((row) => {
    const covered = row.covered && coveredWith(row.covered, id, isGone);
    const is_gone = countOf(covered ?? coveredOf(news, row)) === 0;
    return covered !== null || is_gone !== row.is_gone ? [putRow({ ...row, covered, is_gone })] : [];
  });
  return [putBeside('news', newsId, news), ...changed];
};

export const messageGone = (rows: NotificationRows, conversationId: string, id: string, isGone: boolean): Writes =>
  change(rows, inConversation(conversationId), id, isGone);

/** `kind`: what is not so any more; null for all that is told of the document. */
export const fileGone = async (
  rows: NotificationRows,
  id: string,
  isGone: boolean,
  kind: Happening['kind'] | null = null,
): Writes => {
  const { news } = (await rows.beside('fileNews').get(id)) ?? { news: [] };
  const those = news.filter((each) => kind === null || each.kind === kind);
  const rest = kind === null ? [] : [putBeside('fileNews', id, { news: news.filter((each) => each.kind !== kind) })];
  const changes = await Promise.all(those.map((each) => change(rows, each.id, id, isGone)));
  return those.length === 0 ? [] : rest.concat(changes.flat() as never);
};

/** Somebody has read so far, not all: what is left is told of. */
export const readSoFar = async (
  rows: NotificationRows,
  { conversationId, userId, sentAt }: { conversationId: string; userId: string; sentAt: number },
): Writes => {
  const newsId = inConversation(conversationId);
  const found = await rows.find({ where: { user_id: userId, unread: 1, about: newsId } });
  const news = found.length === 0 ? null : await rows.beside('news').get(newsId);
  const read = news?.things.findLast(({ at }) => at <= sentAt);
  if (!news || !read) return [];
  const since = String(BigInt(read.position) + 1n);
  const isFurther = (row: NotificationRow) => BigInt(since) > BigInt(row.since);
  // whoever has read all has it read by the reactor
  return found
    .map((row) => ({ ...row, since: isFurther(row) ? since : row.since }))
    .filter((row) => countOf(coveredOf(news, row)) > 0)
    .map(putRow);
};
