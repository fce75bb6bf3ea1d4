import { NOTIFICATION_LIMITS } from '@dosar/contracts';

/** A message or a document that people are told of: by whom it is, whom it concerned, and where it stands in the log. */
type Thing = {
  readonly id: string;
  readonly by: string;
  /** Which of the audiences. */
  readonly to: number;
  readonly position: string;
  readonly at: number;
  readonly isGone: boolean;
};

/** What happened in a conversation, or in one window of documents: enough to say of each reader what they are told of. */
export type News = {
  /** Whom it concerned; seldom more than one. */
  readonly audiences: readonly (readonly string[])[];
  /** The newest, oldest first. */
  readonly things: readonly Thing[];
  /** How many there were before these, and the position of the last of them. */
  readonly before: number;
  readonly beforeUntil: string;
};

export const NO_NEWS: News = { audiences: [], things: [], before: 0, beforeUntil: '0' };

/** More than are counted of messages. */
const MOST = NOTIFICATION_LIMITS.messages + 20;

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, at) => id === other[at]);

type Happened = Pick<Thing, 'id' | 'by' | 'at'> & { readonly position: bigint; readonly to: readonly string[] };

/** Audiences that no thing has any more are dropped. */
const withoutUnused = (news: News): News => {
  const used = [...new Set(news.things.map(({ to }) => to))];
  return {
    ...news,
    audiences: used.map((at) => news.audiences[at]!),
    things: news.things.map((thing) => ({ ...thing, to: used.indexOf(thing.to) })),
  };
};

/** With what has just happened. */
export const withThing = (news: News, { to: people, position, ...happened }: Happened): News => {
  const known = news.audiences.findIndex((audience) => isSame(audience, people));
  const audiences = known < 0 ? news.audiences.concat([people]) : news.audiences;
  const to = known < 0 ? audiences.length - 1 : known;
  const things = news.things
    .filter(({ id }) => id !== happened.id)
    .concat({ ...happened, to, position: String(position), isGone: false });
  const dropped = things.length > MOST ? things[0]! : null;
  return withoutUnused({
    audiences,
    things: dropped ? things.slice(1) : things,
    before: news.before + (dropped && !dropped.isGone ? 1 : 0),
    beforeUntil: dropped ? dropped.position : news.beforeUntil,
  });
};

/** With a thing taken back, or back again. */
export const withGone = (news: News, id: string, isGone: boolean): News =>
  news.things.some((thing) => thing.id === id)
    ? { ...news, things: news.things.map((thing) => (thing.id === id ? { ...thing, isGone } : thing)) }
    : { ...news, before: Math.max(0, news.before + (isGone ? -1 : 1)) };

/** What a notification tells of: the ids of the newest, oldest first, those taken back among them, and how many before. */
export type Covered = { readonly live: readonly string[]; readonly gone: readonly string[]; readonly before: number };

type Reader = { readonly user_id: string; readonly since: string };

/** What one reader is told of: what others did since then that concerned this reader. */
export const coveredOf = (news: News, { user_id, since }: Reader): Covered => {
  const from = BigInt(since);
  const isIn = news.audiences.map((audience) => audience.includes(user_id));
  const earlier = news.things.findLastIndex(({ position }) => BigInt(position) < from);
  const things = news.things.slice(earlier + 1).filter(({ by, to }) => by !== user_id && isIn[to]);
  const idsOf = (isGone: boolean) => things.filter((each) => each.isGone === isGone).map(({ id }) => id);
  return { live: idsOf(false), gone: idsOf(true), before: BigInt(news.beforeUntil) >= from ? news.before : 0 };
};

export const countOf = ({ live, before }: Covered): number => live.length + before;

/** The same with a thing taken back, or back again. */
export const coveredWith = ({ live, gone, before }: Covered, id: string, isGone: boolean): Covered => ({
  live: isGone ? live.filter((each) => each !== id) : gone.includes(id) ? live.concat(id) : live,
  gone: isGone ? (live.includes(id) ? gone.concat(id) : gone) : gone.filter((each) => each !== id),
  before,
});
