import {
  rowIn,
  type Condition,
  type FindOf,
  type ReadStore,
  type Row,
  type RowIn,
  type StoredRow,
  type ViewSpec,
} from '@dosar/kernel/runtime';

type ById = { readonly id: Condition };

/** What is looked for in any view by the one column that each has; rows that it keeps for itself are among what is found. */
export const allById = async <V extends ViewSpec>(
  reads: Pick<ReadStore, 'find'>,
  view: V,
  find: FindOf<'id', ById>,
): Promise<readonly Row<RowIn<V>>[]> => {
  const found: readonly StoredRow[] = await reads.find<ViewSpec, ById>(view, find);
  return found;
};

/** Those of a view's rows that are there, all asked for at once. */
export const rowsById = async <V extends ViewSpec>(
  reads: Pick<ReadStore, 'find'>,
  view: V,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, Row<RowIn<V>>>> => {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const found = await allById(reads, view, { where: { id: { in: wanted } } });
  return new Map(found.map((row) => [row.id, row]));
};

/** The same, read. */
export const valuesById = async <V extends ViewSpec>(
  reads: Pick<ReadStore, 'find'>,
  view: V,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, RowIn<V>>> =>
  new Map([...(await rowsById(reads, view, ids))].map(([id, { json }]) => [id, rowIn(json)]));
