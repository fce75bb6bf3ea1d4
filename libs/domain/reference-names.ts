import { put, type Rows, type Write } from '@dosar/kernel';

/**
 * The name (and e-mail) of somebody whom rows of a view mention. It is a row of that view, too: an event has only ids, and
 * a projector reads no view but its own.
 */
export type ReferenceName = { readonly nameOf: string; readonly name: string | null; readonly email: string | null };

/** Under which id a row is that says what somebody is called. */
export const nameRow = (id: string): string => `name:${id}`;

export const isReference = (row: object): row is ReferenceName => 'nameOf' in row;

export const remember = (id: string, name: string | null, email: string | null = null): Write<ReferenceName> =>
  put(nameRow(id), { nameOf: id, name, email });

/** Who that is: without a name before they were registered, and after they were erased. */
export const lookUp = async <R extends object>(
  rows: Rows<R | ReferenceName>,
  id: string,
): Promise<{ readonly id: string; readonly name: string | null; readonly email: string | null }> => {
  const row = await rows.get(nameRow(id));
  return row && isReference(row) ? { id, name: row.name, email: row.email } : { id, name: null, email: null };
};

export const referenceTo = async <R extends object>(rows: Rows<R | ReferenceName>, id: string) => {
  const { name } = await lookUp(rows, id);
  return { id, name };
};

/** Somebody's name or e-mail changes, and with it every row that shows them. */
export const renameReference = async <R extends object & { readonly id: string }>(
  rows: Rows<R | ReferenceName>,
  id: string,
  change: { readonly name?: string | null | undefined; readonly email?: string | null | undefined },
  shown: (row: R, after: ReferenceName) => R,
): Promise<Write<R | ReferenceName>[]> => {
  const before = await lookUp(rows, id);
  const after: ReferenceName = {
    nameOf: id,
    name: change.name === undefined ? before.name : change.name,
    email: change.email === undefined ? before.email : change.email,
  };
  const showing = (await rows.bySubject(id)).filter((row): row is R => !isReference(row));
  return [
    remember(id, after.name, after.email),
    ...showing.map((row) => put<R | ReferenceName>(row.id, shown(row, after))),
  ];
};

/** For columns, subjects and audience: what it answers of a row that is shown, and `nothing` of a reference name. */
export const shownOnly =
  <R extends object, T, N>(what: (row: R) => T, nothing: N) =>
  (row: R | ReferenceName): T | N =>
    isReference(row) ? nothing : what(row);

/** Changes one row that is shown, if it is there. */
export const updateShown = async <R extends object>(
  rows: Rows<R | ReferenceName>,
  id: string | null,
  change: (row: R) => R | Promise<R>,
): Promise<Write<R | ReferenceName>[]> => {
  const row = id === null ? null : await rows.get(id);
  return row && !isReference(row) ? [put<R | ReferenceName>(id!, await change(row))] : [];
};
