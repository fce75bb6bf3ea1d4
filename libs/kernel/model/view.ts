import type { RowText } from '../ports';

/**
 * A row, read from its text: the one place where a row gets its type. It is right because the projector of a view alone
 * writes its rows, whole and as that type, and a text has the type of the view that it was read from. A row whose shape
 * changes raises the version of its view; while the new version is filled, rows of the older one are shown, and marked so.
 * Of any other text the type is not known.
 */
export const rowIn = <R>(text: RowText<R>): NoInfer<R> => JSON.parse(text) as R;

/** A kind of rows that a view keeps for itself, beside those that are shown: found by their ids and subjects alone. */
export type RowKind<R> = { readonly subjectsOf?: (row: R) => readonly string[] };
export type RowKinds<B> = { readonly [K in keyof B]: RowKind<B[K]> };

export const rowKind = <R extends object>(subjectsOf?: (row: R) => readonly string[]): RowKind<R> =>
  subjectsOf ? { subjectsOf } : {};

/** Under which id such a row is stored: no row that is shown has one with a colon. */
export const besideId = (kind: string, id: string): string => `${kind}:${id}`;

/** Of which kind the row is that is stored under this id; null: it is one that is shown. */
export const kindOf = (kinds: RowKinds<Readonly<Record<string, unknown>>> | undefined, id: string): string | null => {
  const end = kinds ? id.indexOf(':') : -1;
  const kind = end < 0 ? null : id.slice(0, end);
  return kind !== null && kind in kinds! ? kind : null;
};

/** Whether the row that is stored under this id is one that is shown. */
export const isShown = ({ beside }: { readonly beside?: RowKinds<unknown> }, id: string): boolean =>
  kindOf(beside, id) === null;
