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

export const named = async <R extends object>(
  rows: Rows<R | Known>,
  id: string,
): Promise<{ id: string; name: string | null }> => {
  const row = await rows.get(place(id));
  return { id, name: row && isKnown(row) ? row.name : null };
};

export const namedWithEmail = async <R extends object>(rows: Rows<R | Known>, id: string) => {
  const row = await rows.get(place(id));
  return row && isKnown(row) ? { id, name: row.name, email: row.email } : { id, name: null, email: null };
};

/** The columns and the rest of a row that is shown; those that are only known have none. */
export const ofShown =
  <R extends object, T, N>(what: (row: R) => T, nothing: N) =>
  (row: R | Known): T | N =>
    isKnown(row) ? nothing : what(row);
