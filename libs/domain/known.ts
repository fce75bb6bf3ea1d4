import { put, type Rows, type Write } from '@dosar/kernel';

/**
 * A row that a view keeps beside those it shows: the name (and e-mail) of somebody whom its rows mention. An event has
 * only ids, and a projector reads no view but its own.
 */
export type Known = { readonly known: string; readonly name: string | null; readonly email: string | null };

const place = (id: string) => `known:${id}`;

export const isKnown = (row: object): row is Known => 'known' in row;

export const know = (id: string, name: string | null, email: string | null = null): Write<Known> =>
  put(place(id), { known: id, name, email });

/** Who that is; nobody has a name before they are known, and none after they were erased. */
export const knownOf = async <R extends object>(
  rows: Rows<R | Known>,
  id: string,
): Promise<{ readonly id: string; readonly name: string | null; readonly email: string | null }> => {
  const row = await rows.get(place(id));
  return row && isKnown(row) ? { id, name: row.name, email: row.email } : { id, name: null, email: null };
};

export const named = async <R extends object>(rows: Rows<R | Known>, id: string) => {
  const { name } = await knownOf(rows, id);
  return { id, name };
};

/** What is known of somebody changes, and with it every row that shows them. */
export const knowAnew = async <R extends object & { readonly id: string }>(
  rows: Rows<R | Known>,
  id: string,
  change: { readonly name?: string | null | undefined; readonly email?: string | null | undefined },
  shown: (row: R, known: Known) => R,
): Promise<Write<R | Known>[]> => {
  const before = await knownOf(rows, id);
  const known: Known = {
    known: id,
    name: change.name === undefined ? before.name : change.name,
    email: change.email === undefined ? before.email : change.email,
  };
  const showing = (await rows.bySubject(id)).filter((row): row is R => !isKnown(row));
  return [know(id, known.name, known.email), ...showing.map((row) => put<R | Known>(row.id, shown(row, known)))];
};

/** The columns and the rest of a row that is shown; those that are only known have none. */
export const ofShown =
  <R extends object, T, N>(what: (row: R) => T, nothing: N) =>
  (row: R | Known): T | N =>
    isKnown(row) ? nothing : what(row);

/** One row that is shown, changed, if it is there. */
export const changeShown = async <R extends object>(
  rows: Rows<R | Known>,
  id: string | null,
  change: (row: R) => R | Promise<R>,
): Promise<Write<R | Known>[]> => {
  const row = id === null ? null : await rows.get(id);
  return row && !isKnown(row) ? [put<R | Known>(id!, await change(row))] : [];
};
