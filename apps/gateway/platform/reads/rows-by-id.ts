import type { ReadStore, Row, ViewSpec } from '@dosar/kernel/runtime';

/** Those of a view's rows that are there, all asked for at once. */
export const rowsById = async (
  reads: Pick<ReadStore, 'find'>,
  view: ViewSpec,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, Row>> => {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const found = await reads.find(view, { where: { id: { in: wanted } } });
  return new Map(found.map((row) => [row.id, row]));
};
