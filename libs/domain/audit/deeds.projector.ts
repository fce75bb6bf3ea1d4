import { put, putBeside, rowKind, view, type Recorded, type Rows, type Write } from '@dosar/kernel';
import { aboutOf, auditTerm } from './audit.projector';
import { isSaid, kindTerm, placeOf, weightOf } from './deed-kinds';

/** All that one act caused, by its correlation. */
export type DeedHead = {
  readonly deed: string;
  /** When it began; its first event, its newest, and the one that says what it was, by their positions. */
  readonly at: string;
  readonly first: string;
  readonly last: string;
  readonly said: { readonly position: string; readonly type: string };
  readonly clientId: string | null;
  /** Something in it was done, or followed; else it is bookkeeping alone. */
  readonly isAct: boolean;
  readonly counts: Readonly<Record<string, number>>;
  /** What it is found by, but for the things that it is about. */
  readonly facets: readonly string[];
  /** The first of those things. */
  readonly things: readonly string[];
};

/** A deed may be about many things: what it does not name itself has a row that leads to it. */
export type DeedPart = { readonly partOf: string; readonly place: string; readonly facets: readonly string[] };

export type DeedRow = DeedHead | DeedPart;

/** How many deeds there are that one facet finds: of those that somebody did, and of all. */
export type DeedCount = { readonly acts: number; readonly all: number };
/** The same by the hours (UTC) of a day. */
export type DeedDay = { readonly acts: readonly number[]; readonly all: readonly number[] };
type Kinds = { readonly count: DeedCount; readonly day: DeedDay };
type DeedRows = Rows<DeedRow, Kinds, 'place' | 'act' | 'deed'>;

/** So many things a deed names itself. */
export const OWN_THINGS = 64;
const HOURS = 24;
const NO_HOURS: readonly number[] = Array.from({ length: HOURS }, () => 0);

/** The facet that every deed has. */
export const EVERY_DEED = 'every';
/** What rows of the view are looked for: deeds, or also the things in them; those that somebody did, or also bookkeeping. */
export const rowTerm = (rows: 'head' | 'any', of: 'act' | 'all'): string => `${rows}_${of}`;
export const dayId = (facet: string, day: string): string => `${facet} ${day}`;
const DAY_LENGTH = 10;

const facetsOf = ({ type, actor, tenant, correlationId, ...event }: Recorded): string[] => [
  auditTerm('event_type', type),
  auditTerm('correlation_id', correlationId),
  ...new Set(aboutOf({ type, ...event }).map((about) => auditTerm('resource_type', about.type))),
  ...(actor.kind === 'user' ? [auditTerm('user_id', actor.id)] : []),
  ...(tenant.clientId === null ? [] : [auditTerm('client_id', tenant.clientId)]),
];

/** Each deed has one kind: that of the event that says what it was. */
const withKind = (facets: readonly string[], type: string): string[] => [
  ...facets.filter((facet) => !facet.startsWith('kind_')),
  kindTerm(placeOf(type).kind),
];

const headAfter = (before: DeedHead | null, event: Recorded): DeedHead => {
  const { type, occurredAt, tenant, correlationId } = event;
  const position = String(event.position);
  const isTelling = before === null || weightOf(type) < weightOf(before.said.type);
  const said = isTelling ? { position, type } : before.said;
  const things = aboutOf(event).map(({ id }) => auditTerm('resource_id', id));
  const room = (all: ReadonlySet<string>) => [...all].slice(0, OWN_THINGS);
  return {
    deed: correlationId,
    at: before?.at ?? occurredAt,
    first: before?.first ?? position,
    last: position,
    said,
    clientId: before?.clientId ?? tenant.clientId,
    isAct: before?.isAct === true || isSaid(type),
    counts: { ...before?.counts, [type]: (before?.counts[type] ?? 0) + 1 },
    facets: withKind([...new Set([...(before?.facets ?? []), ...facetsOf(event)])], said.type),
    things: room(new Set([...(before?.things ?? []), ...things])),
  };
};

const termsOf = (rows: readonly ('head' | 'any')[], isAct: boolean): string[] =>
  rows.flatMap((each) => [rowTerm(each, 'all'), ...(isAct ? [rowTerm(each, 'act')] : [])]);

const putHead = (head: DeedHead): Write<DeedRow> => {
  const place = BigInt(head.first);
  return put<DeedRow>(head.deed, head, {
    columns: { place, deed: place, act: head.isAct ? place : null },
    terms: [...termsOf(['head', 'any'], head.isAct), ...head.facets, ...head.things],
  });
};

/** A thing that the deed does not name itself leads to it. */
const putPart = async (rows: DeedRows, head: DeedHead, event: Recorded): Promise<readonly Write<DeedRow>[]> => {
  const thing = auditTerm('resource_id', event.resource.id);
  if (head.things.includes(thing)) return [];
  const id = `${head.deed}/${thing}`;
  const before = partIn(await rows.get(id));
  const facets = withKind([...new Set([...(before?.facets ?? []), ...facetsOf(event)])], head.said.type);
  const part: DeedPart = { partOf: head.deed, place: before?.place ?? String(event.position), facets };
  const columns = { place: BigInt(part.place) };
  return [put<DeedRow>(id, part, { columns, terms: [...termsOf(['any'], head.isAct), ...facets, thing] })];
};

/** How many events a deed has. */
export const eventsIn = ({ counts }: DeedHead): number => Object.values(counts).reduce((sum, each) => sum + each, 0);

export const headIn = (row: DeedRow | null): DeedHead | null => (row && 'deed' in row ? row : null);
const partIn = (row: DeedRow | null): DeedPart | null => (row && 'partOf' in row ? row : null);

type Change = { readonly acts: number; readonly all: number };

/** What is counted otherwise once a deed has become this. */
const changesOf = (before: DeedHead | null, after: DeedHead): Map<string, Change> => {
  const counted = (head: DeedHead | null) => (head ? [EVERY_DEED, ...head.facets.filter(isCounted)] : []);
  const were = new Set(counted(before));
  const are = new Set(counted(after));
  const changes = new Map<string, Change>();
  for (const facet of new Set([...were, ...are])) {
    const all = Number(are.has(facet)) - Number(were.has(facet));
    const acts = Number(are.has(facet) && after.isAct) - Number(were.has(facet) && before!.isAct);
    if (all !== 0 || acts !== 0) changes.set(facet, { acts, all });
  }
  return changes;
};
const isCounted = (facet: string): boolean => !facet.startsWith('correlation_id_');

const count = async (
  rows: DeedRows,
  { at }: DeedHead,
  changes: ReadonlyMap<string, Change>,
): Promise<Write<never, Kinds>[]> => {
  const writes: Write<never, Kinds>[] = [];
  const hour = new Date(at).getUTCHours();
  const more = (hours: readonly number[], by: number) => hours.map((each, nth) => (nth === hour ? each + by : each));
  for (const [facet, { acts, all }] of changes) {
    const sum = (await rows.beside('count').get(facet)) ?? { acts: 0, all: 0 };
    writes.push(putBeside('count', facet, { acts: sum.acts + acts, all: sum.all + all }));
    const id = dayId(facet, at.slice(0, DAY_LENGTH));
    const day = (await rows.beside('day').get(id)) ?? { acts: NO_HOURS, all: NO_HOURS };
    writes.push(putBeside('day', id, { acts: more(day.acts, acts), all: more(day.all, all) }));
  }
  return writes;
};

/** What was done, a row for all that one act caused. It knows nobody's texts and addresses: nothing in it is personal. */
export const deeds = view<never, DeedRow, Kinds>()({
  view: 'deeds',
  version: 1,
  columns: { place: 'integer', deed: 'integer', act: 'integer' },
  indexes: [['place'], ['deed'], ['act']],
  termsBy: 'place',
  beside: { count: rowKind<DeedCount>(), day: rowKind<DeedDay>() },
  columnsOf: () => ({}),
  personal: 'unread',
  isWaitedFor: false,

  on: {},
  every: async (event, rows): Promise<readonly Write<DeedRow, Kinds>[]> => {
    const before = headIn(await rows.get(event.correlationId));
    if (before && BigInt(before.last) >= event.position) return [];
    const after = headAfter(before, event);
    const part = await putPart(rows, after, event);
    return [putHead(after), ...part, ...(await count(rows, after, changesOf(before, after)))];
  },
});
