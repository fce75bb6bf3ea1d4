import type { RowText } from '../ports';

/**
 * Parses a row: the one place where a row gets its type. The cast is right because only the projector of a view writes
 * its rows, whole and of that type, and the text carries the type of the view it was read from. Changing a row's shape
 * needs a higher version of the view; while that is being filled, rows of the older version are shown, marked as such.
 */
export const rowIn = <R>(text: RowText<R>): NoInfer<R> => JSON.parse(text) as R;

/** An internal kind of rows, never shown: found by ids and subjects alone. */
export type RowKind<R> = { readonly subjectsOf?: (row: R) => readonly string[] };
export type RowKinds<B> = { readonly [K in keyof B]: RowKind<B[K]> };

export const rowKind = <R extends object>(subjectsOf?: (row: R) => readonly string[]): RowKind<R> =>
  subjectsOf ? { subjectsOf } : {};

/** The id under which such a row is stored: ids of shown rows have no colon. */
export const besideId = (kind: string, id: string): string => `${kind}:${id}`;

/** The internal kind of the row stored under this id; null: a shown row. */
export const kindOf = (kinds: RowKinds<Readonly<Record<string, unknown>>> | undefined, id: string): string | null => {
  const end = kinds ? id.indexOf(':') : -1;
  const kind = end < 0 ? null : id.slice(0, end);
  return kind !== null && kind in kinds! ? kind : null;
};

/** Whether the row stored under this id is a shown one. */
export const isShown = ({ beside }: { readonly beside?: RowKinds<unknown> }, id: string): boolean =>
  kindOf(beside, id) === null;
