import type { Position } from '../model/event';
import type { Find, Place, ReadStore, StoredRow, RowReads, RowWrite, Terms, ViewSpec } from '../ports';
import { mustBeWithoutTerms, mustHaveStood, mustKeepAsBefore } from '../views/former-rows';
import { compareValues, inRowOrder, meeting } from '../views/row-order';

type Kept = StoredRow & Pick<RowWrite, 'columns' | 'subjects' | 'terms'>;
type Former = Kept & { readonly until: Position; readonly since: Position | null };
type View = {
  readonly version: number;
  readonly keepsFormer: boolean;
  readonly rows: Map<string, Kept>;
  readonly former: Map<string, Former[]>;
  readonly audiences: Map<string, Position>;
  place: Place | null;
  sum: string | null;
  settled: boolean;
};

/** A read store in memory, for tests. */
export const memoryReadStore = (): ReadStore => {
  const views = new Map<string, View[]>();
  let commits = 0;

  const exactly = ({ view, version }: ViewSpec): View => {
    const found = views.get(view)?.find((each) => each.version === version);
    if (!found) throw new Error(`the view ${view}, version ${version}, was not opened`);
    return found;
  };
  const readable = (spec: ViewSpec): View => {
    const own = exactly(spec);
    return own.settled ? own : (views.get(spec.view)!.find(({ settled }) => settled) ?? own);
  };
  /** The rows as they are, or as they were at that position. */
  const standing = (view: View, spec: ViewSpec, at?: Position): Kept[] => {
    if (at === undefined) return [...view.rows.values()];
    mustHaveStood(spec, readOf(view), at);
    const former = [...view.former.values()].flatMap((all) => all.filter(({ until }) => until > at));
    return [...view.rows.values(), ...former].filter(({ position }) => position <= at);
  };
  const matching = (view: View, spec: ViewSpec, { where, terms, order = [] }: Find, at?: Position) => {
    if (terms && !spec.termsBy) throw new Error(`the view ${spec.view} has no terms`);
    if (at !== undefined) mustBeWithoutTerms(spec, { terms });
    for (const column of [...Object.keys(where), ...order.map(([name]) => name)])
      if (!(column in spec.columns) && column !== 'id')
        throw new Error(`the view ${spec.view} has no column ${column}`);
    const isAsked = meeting(where);
    return standing(view, spec, at).filter((row) => (!terms || hasTerms(row, terms)) && isAsked(row));
  };

  const reading = (viewOf: (spec: ViewSpec) => View): RowReads => ({
    async get(spec, id, at) {
      const view = viewOf(spec);
      const found = at === undefined ? view.rows.get(id) : standing(view, spec, at).find((row) => row.id === id);
      return found ? bare(found) : null;
    },
    async find(spec, find, at) {
      const { order = [], limit = Infinity, skip = 0 } = find;
      return matching(viewOf(spec), spec, find, at)
        .sort((a, b) => inRowOrder(a, b, order))
        .slice(skip, skip + limit)
        .map(bare);
    },
    async bySubject(spec, subject, at) {
      const found = standing(viewOf(spec), spec, at).filter(({ subjects }) => subjects.includes(subject));
      return found.sort((a, b) => compareValues(a.id, b.id)).map(bare);
    },
  });

  return {
    ...reading(readable),
    own: reading(exactly),
    async open(specs) {
      for (const spec of specs) {
        const versions = views.get(spec.view) ?? views.set(spec.view, []).get(spec.view)!;
        const known = versions.find(({ version }) => version === spec.version);
        if (known) mustKeepAsBefore(spec, readOf(known));
        else versions.push(anEmpty(spec));
      }
    },
    count: async (spec, find, most = Infinity, at) => Math.min(most, matching(readable(spec), spec, find, at).length),
    async state(spec) {
      const { place, settled, sum } = exactly(spec);
      const state = { position: place?.position ?? null, leaf: place?.leaf ?? null, isSettled: settled };
      return { ...state, ...(sum !== null && { sum }) };
    },
    commits: () => commits,
    audience: async (spec, audience) => readable(spec).audiences.get(audience) ?? null,
    async apply(batches, upTo) {
      const opened = batches.map(({ view }) => exactly(view));
      for (const [at, { writes, audiences, sum }] of batches.entries()) {
        const view = opened[at]!;
        view.sum = sum ?? view.sum;
        for (const write of writes) put(view, write);
        for (const [audience, position] of audiences) view.audiences.set(audience, position);
        view.place = upTo;
      }
      commits += 1;
    },
    async former(spec, { ids, subjects }) {
      const all = [...exactly(spec).former.values()].flat();
      const found = all.filter((row) => ids.includes(row.id) || row.subjects.some((each) => subjects.includes(each)));
      found.sort((a, b) => compareValues(a.position, b.position) || compareValues(a.id, b.id));
      return found.map(({ id, position }) => ({ id, position }));
    },
    async replaceFormer(spec, rows, since) {
      const view = exactly(spec);
      for (const row of rows) replace(view, row, since);
      commits += 1;
    },
    async settle(spec) {
      exactly(spec).settled = true;
      views.set(spec.view, [exactly(spec)]);
      commits += 1;
    },
    async drop(spec) {
      exactly(spec);
      const versions = views.get(spec.view)!;
      versions[versions.indexOf(exactly(spec))] = anEmpty(spec);
      commits += 1;
    },
    async scrub() {},
    async close() {},
  };
};

const anEmpty = ({ version, keepsFormer }: ViewSpec): View => ({
  version,
  keepsFormer: keepsFormer === true,
  rows: new Map(),
  former: new Map(),
  audiences: new Map(),
  place: null,
  sum: null,
  settled: false,
});

const readOf = ({ keepsFormer, place }: View) => ({ keepsFormer, position: place?.position ?? null });

const put = (view: View, { id, json, ...rest }: RowWrite): void => {
  if (rest.subjects.some((subject) => subject.includes(' '))) throw new Error(`a subject of ${id} is no word`);
  const before = view.rows.get(id);
  if (before && before.position >= rest.position) return;
  if (before && view.keepsFormer) {
    const ended = { ...before, until: rest.position, since: null };
    view.former.set(id, [...(view.former.get(id) ?? []), ended]);
  }
  if (json === null) view.rows.delete(id);
  else view.rows.set(id, { id, json, ...rest });
};

const replace = (view: View, { id, json, ...rest }: RowWrite, since: Position): void => {
  const all = view.former.get(id) ?? [];
  const old = all.find(({ position }) => position === rest.position);
  if (!old || (old.since ?? -1n) > since) return;
  const { until } = old;
  if (json !== null) return void (all[all.indexOf(old)] = { id, json, ...rest, until, since });
  const others = all.filter((each) => each !== old);
  view.former.set(
    id,
    others.map((each) => (each.until === old.position ? { ...each, until } : each)),
  );
};

const hasTerms = ({ terms }: Kept, { all, beginnings }: Terms): boolean =>
  all.every((term) => terms.includes(term)) &&
  beginnings.every((beginning) => terms.some((term) => term.startsWith(beginning)));

const bare = ({ id, json, position }: Kept): StoredRow => ({ id, json, position });
