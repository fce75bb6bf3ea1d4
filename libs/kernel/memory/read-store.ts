import type { Position } from '../model/event';
import type {
  ColumnValue,
  Condition,
  Find,
  Place,
  ReadStore,
  StoredRow,
  RowReads,
  RowWrite,
  Terms,
  ViewSpec,
} from '../ports';

type Kept = StoredRow & Pick<RowWrite, 'columns' | 'subjects' | 'terms'>;
type View = {
  readonly version: number;
  readonly rows: Map<string, Kept>;
  readonly audiences: Map<string, Position>;
  place: Place | null;
  sum: string | null;
  settled: boolean;
};

/** Views that live as long as their process: for tests. */
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
  const matching = (view: View, spec: ViewSpec, { where, terms, order = [] }: Find) => {
    if (terms && !spec.termsBy) throw new Error(`the view ${spec.view} has no terms`);
    for (const column of [...Object.keys(where), ...order.map(([name]) => name)])
      if (!(column in spec.columns) && column !== 'id')
        throw new Error(`the view ${spec.view} has no column ${column}`);
    const conditions = Object.entries(where);
    return [...view.rows.values()].filter(
      (row) =>
        (!terms || hasTerms(row, terms)) &&
        conditions.every(([column, condition]) => matches(valueOf(row, column), condition)),
    );
  };

  const reading = (viewOf: (spec: ViewSpec) => View): RowReads => ({
    async get(spec, id) {
      const found = viewOf(spec).rows.get(id);
      return found ? bare(found) : null;
    },
    async find(spec, find) {
      const { order = [], limit = Infinity, skip = 0 } = find;
      return matching(viewOf(spec), spec, find)
        .sort((a, b) => inOrder(a, b, order))
        .slice(skip, skip + limit)
        .map(bare);
    },
    async bySubject(spec, subject) {
      const found = [...viewOf(spec).rows.values()].filter(({ subjects }) => subjects.includes(subject));
      return found.sort((a, b) => compare(a.id, b.id)).map(bare);
    },
  });

  return {
    ...reading(readable),
    own: reading(exactly),
    async open(specs) {
      for (const { view, version } of specs) {
        const versions = views.get(view) ?? views.set(view, []).get(view)!;
        if (!versions.some((each) => each.version === version))
          versions.push({ version, rows: new Map(), audiences: new Map(), place: null, sum: null, settled: false });
      }
    },
    count: async (spec, find, most = Infinity) => Math.min(most, matching(readable(spec), spec, find).length),
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
        for (const { id, json, ...rest } of writes) {
          if (rest.subjects.some((subject) => subject.includes(' '))) throw new Error(`a subject of ${id} is no word`);
          if ((view.rows.get(id)?.position ?? -1n) >= rest.position) continue;
          if (json === null) view.rows.delete(id);
          else view.rows.set(id, { id, json, ...rest });
        }
        for (const [audience, position] of audiences) view.audiences.set(audience, position);
        view.place = upTo;
      }
      commits += 1;
    },
    async settle(spec) {
      exactly(spec).settled = true;
      views.set(spec.view, [exactly(spec)]);
      commits += 1;
    },
    async drop(spec) {
      const own = exactly(spec);
      own.rows.clear();
      own.audiences.clear();
      Object.assign(own, { place: null, sum: null, settled: false });
      commits += 1;
    },
    async scrub() {},
    async close() {},
  };
};

const hasTerms = ({ terms }: Kept, { all, beginnings }: Terms): boolean =>
  all.every((term) => terms.includes(term)) &&
  beginnings.every((beginning) => terms.some((term) => term.startsWith(beginning)));

const bare = ({ id, json, position }: Kept): StoredRow => ({ id, json, position });

const valueOf = ({ id, columns }: Kept, column: string): ColumnValue =>
  column === 'id' ? id : (columns[column] ?? null);

const bytes = (value: string) => Buffer.from(value);

/** The order that the adapters agree on: nothing first, numbers by value, text by the bytes of its UTF-8. */
const compare = (a: ColumnValue, b: ColumnValue): number => {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a !== 'string' && typeof b !== 'string') return a < b ? -1 : a > b ? 1 : 0;
  return Buffer.compare(bytes(String(a)), bytes(String(b)));
};

/** As `compare` has it: two texts with the same bytes are the same text. */
const isEqual = (a: ColumnValue, b: ColumnValue): boolean =>
  a === b || (!(typeof a === 'string' && typeof b === 'string') && compare(a, b) === 0);

const inOrder = (a: Kept, b: Kept, order: NonNullable<Find['order']>): number => {
  for (const [column, direction] of order) {
    const found = compare(valueOf(a, column), valueOf(b, column));
    if (found !== 0) return direction === 'asc' ? found : -found;
  }
  const found = compare(a.id, b.id);
  return order.at(-1)?.[1] === 'desc' ? -found : found;
};

const matches = (value: ColumnValue, condition: Condition): boolean => {
  if (condition === null || typeof condition !== 'object') return isEqual(value, condition);
  if ('in' in condition) return condition.in.some((each) => isEqual(value, each));
  if ('not' in condition) return !isEqual(value, condition.not);
  if (value === null) return false;
  if ('contains' in condition) return String(value).includes(condition.contains);
  const { from, below } = condition;
  return (from === undefined || compare(value, from) >= 0) && (below === undefined || compare(value, below) < 0);
};
