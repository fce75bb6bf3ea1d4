import type { Position } from '../model/event';
import type { ReadStore, Row, ViewSpec, Where } from '../ports';
import { besideId, type RowKinds } from '../model/view';

type Beside<B> = ViewSpec & { readonly beside?: RowKinds<B> };

type Stored = { readonly json: string; readonly position: Position };
/** The stored id contains the kind, so the type of the row is known. */
const called = <R>(id: string, { json, position }: Stored): Row<R> => ({ id, json, position });

/** Reads an internal row of a view. */
export const rowBeside = async <B, K extends keyof B & string>(
  reads: Pick<ReadStore, 'get'>,
  view: Beside<B>,
  kind: K,
  id: string,
): Promise<Row<B[K]> | null> => {
  const row = await reads.get<ViewSpec>(view, besideId(kind, id));
  return row && called(id, row);
};

/** Reads internal rows by their ids, all at once; missing ones are left out. */
export const rowsBeside = async <B, K extends keyof B & string>(
  reads: Pick<ReadStore, 'find'>,
  view: Beside<B>,
  kind: K,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, Row<B[K]>>> => {
  const byStored = new Map([...ids].map((id) => [besideId(kind, id), id]));
  if (byStored.size === 0) return new Map();
  const found = await reads.find<ViewSpec, Where>(view, { where: { id: { in: [...byStored.keys()] } } });
  return new Map(
    found.map((row) => {
      const id = byStored.get(row.id)!;
      return [id, called(id, row)];
    }),
  );
};
