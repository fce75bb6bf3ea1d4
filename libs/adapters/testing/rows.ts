import { derivedId, type ColumnValue, type ReadStore, type RowWrite, type ViewSpec } from '@dosar/kernel/runtime';
import { placeAt } from './places';

let made = 0;
/** A view of its own for each test, so that a reused server has no old rows in it. */
export const aView = (version = 1, view = `suite_${process.pid}_${Date.now()}_${(made += 1)}`): ViewSpec => ({
  view,
  version,
  columns: { folder: 'text', name: 'text', size: 'integer', owner: 'id', place: 'integer' },
  indexes: [['folder', 'name'], ['place']],
  termsBy: 'place',
});

export type Shown = {
  readonly folder?: string | null;
  readonly name?: string | null;
  readonly size?: number | bigint | null;
  readonly owner?: string | null;
  readonly place?: number | bigint | null;
};

type More = { readonly subjects?: readonly string[]; readonly terms?: readonly string[] };

const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

export const putRow = (id: string, position: number | bigint, shown: Shown = {}, more: More = {}): RowWrite => ({
  id,
  json: JSON.stringify({ id, ...shown }, plain),
  position: BigInt(position),
  columns: Object.fromEntries(
    (['folder', 'name', 'size', 'owner', 'place'] as const).map((name): [string, ColumnValue] => [
      name,
      shown[name] ?? null,
    ]),
  ),
  subjects: more.subjects ?? [],
  terms: more.terms ?? [],
});

export const dropRow = (id: string, position: number | bigint): RowWrite => ({ ...putRow(id, position), json: null });

/** A UUID that is the same in each run. */
export const idOf = (...parts: readonly (string | number)[]): string => derivedId('rows', ...parts);

/** Writes to one view, and moves its checkpoint. */
export const write = (
  store: ReadStore,
  view: ViewSpec,
  writes: readonly RowWrite[],
  upTo: bigint,
  audiences: ReadonlyMap<string, bigint> = new Map(),
): Promise<void> => store.apply([{ view, writes, audiences }], placeAt(upTo));
