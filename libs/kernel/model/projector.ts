import { destroyedBy, DESTROYING, type NamedKey } from './destruction';
import type { Recorded } from './event';
import type { DataOf, Message } from './message';
import type { ColumnValue, Find, FindOf, ViewSpec, WhereOf } from '../ports';
import type { RowKinds } from './view';

/** A view without further kinds of rows. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- kinds by their names, of which there are none
export type None = {};

type Put<R> = {
  readonly kind?: undefined;
  readonly id: string;
  readonly row: R | null;
  /** Columns to find the row by that are not in the row itself. */
  readonly columns?: Readonly<Record<string, ColumnValue>>;
  readonly terms?: readonly string[];
};
export type PutBeside<K, R> = { readonly kind: K; readonly id: string; readonly row: R | null };

/** A change of a view: a whole row is put or removed, so applying it twice changes nothing. */
export type Write<R, B = None> = Put<R> | { [K in keyof B]: PutBeside<K, B[K]> }[keyof B];

export const put = <R>(id: string, row: R, by: Pick<Put<R>, 'columns' | 'terms'> = {}): Put<R> => ({
  id,
  row,
  ...by,
});
/** The same for a row of an internal kind. */
export const putBeside = <K extends string, R>(kind: K, id: string, row: R): PutBeside<K, R> => ({ kind, id, row });
export const remove = (id: string): Put<never> => ({ id, row: null });
export const removeBeside = <K extends string>(kind: K, id: string): PutBeside<K, never> => ({ kind, id, row: null });

/** The projector's own view just before the event. */
export interface Rows<R, B = None, C extends string = string> {
  get(id: string): Promise<R | null>;
  find<W extends WhereOf<C | 'id'>>(find: FindOf<C | 'id', W>): Promise<readonly R[]>;
  /** The rows that show this person, client or firm. */
  bySubject(subject: string): Promise<readonly R[]>;
  /** Rows of an internal kind. */
  beside<K extends keyof B>(kind: K): RowsBeside<B[K]>;
}
export interface RowsBeside<R> {
  get(id: string): Promise<R | null>;
  bySubject(subject: string): Promise<readonly R[]>;
}

export type Writes<R, B = None> = Write<R, B> | readonly Write<R, B>[];

/**
 * A view and how its rows, of type R, follow from events. B: the types of its internal rows, which are never shown, by
 * their kinds; C: its columns.
 */
export interface Projector<E extends Message, R, B = None, C extends string = string> extends ViewSpec {
  readonly columns: Readonly<Record<C, 'text' | 'id' | 'integer'>>;
  readonly indexes: readonly (readonly C[])[];
  readonly termsBy?: C;
  /** The internal kinds of rows, which are never shown. */
  readonly beside?: RowKinds<B>;
  readonly on: {
    readonly [T in E['type']]?: (
      data: DataOf<E, T>,
      event: Recorded<Extract<E, { type: T }>>,
      rows: Rows<R, B, C>,
    ) => Writes<R, B> | Promise<Writes<R, B>>;
  };
  /** For a view of all events, such as the audit. */
  readonly every?: (event: Recorded, rows: Rows<R, B, C>) => Writes<R, B> | Promise<Writes<R, B>>;
  /**
   * Changes when a key is destroyed, by the purpose of that key: the rows are then as if the key had never been
   * readable.
   */
  readonly forgets?: {
    readonly [purpose: string]: (key: NamedKey, rows: Rows<R, B, C>) => Writes<R, B> | Promise<Writes<R, B>>;
  };
  /**
   * For a view with a row for each event, whose id is the event's position: which rows are computed again without a
   * destroyed key.
   */
  readonly madeAgain?: (key: NamedKey) => readonly Find<C>[];
  readonly columnsOf: (row: R) => Readonly<Partial<Record<C, ColumnValue>>>;
  /** Ids of the people, clients and firms whose names the row shows: it is written again when such a name changes. */
  readonly subjectsOf?: (row: R) => readonly string[];
  /** The client or user whose part of the view this row is. */
  readonly audienceOf?: (row: R) => string | null;
  /**
   * `unread`: it needs no personal data and gets none. `if readable`: it continues without personal data that cannot be
   * opened. Otherwise the view stops at an event whose personal data cannot be opened.
   */
  readonly personal?: 'unread' | 'if readable';
  /** The row it will read for an event, if known beforehand: those of a batch are then read at once. */
  readonly looksAt?: (
    event: Pick<Recorded, 'command' | 'resource' | 'type'>,
  ) => string | { readonly kind: keyof B; readonly id: string } | null;
  /** The kind of thing each row is: its current name, and the labels of its events' members where they are shown. */
  readonly resource?: {
    readonly type: string;
    readonly nameOf: (row: R) => string | null;
    readonly members?: Readonly<Record<string, string>>;
  };
  /** Its rows decide who may do what: they carry a keyed sum, and are rejected when it does not match. */
  readonly isSummed?: true;
  /** false: calls do not wait until it includes their events. */
  readonly isWaitedFor?: false;
}

/** A projector of any events and rows, for the runner. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each projector keeps its own types
export type AnyProjector = Projector<any, any, any, any>;

/** Declares a view with its columns as literal types: an unknown column does not compile. */
export const view =
  <E extends Message, R, B = None>() =>
  <const C extends string = never>(
    projector: Projector<E, R, B, NoInfer<C>> & {
      readonly columns: Readonly<Record<C, 'text' | 'id' | 'integer'>>;
    } & (keyof B extends never ? unknown : { readonly beside: RowKinds<B> }),
  ): Projector<E, R, B, C> =>
    projector;

/** Rows, writes and kinds of any type, for the runner. */
type AnyKinds = Readonly<Record<string, unknown>>;
export type AnyRows = Rows<unknown, AnyKinds>;
export type AnyWrite = Write<unknown, AnyKinds>;
type AnyWrites = Writes<unknown, AnyKinds>;
type React = (data: unknown, event: Recorded, rows: AnyRows) => AnyWrites | Promise<AnyWrites>;

const isList = (writes: AnyWrites): writes is readonly AnyWrite[] => Array.isArray(writes);
const listOf = (writes: AnyWrites) => (isList(writes) ? writes : [writes]);

/** Whether the projector handles events of this type. */
export const concerns = (projector: AnyProjector, type: string): boolean =>
  projector.every !== undefined ||
  projector.on[type] !== undefined ||
  (type === DESTROYING && projector.forgets !== undefined);

export const writesOf = async (
  projector: AnyProjector,
  event: Recorded,
  rows: AnyRows,
): Promise<readonly AnyWrite[]> => {
  const react = projector.on[event.type] as React | undefined;
  const writes = react ? [...listOf(await react(event.data, event, rows))] : [];
  const key = destroyedBy(event);
  const forget = key && projector.forgets?.[key.purpose];
  if (forget) writes.push(...listOf(await forget(key, rows)));
  return projector.every ? [...writes, ...listOf(await projector.every(event, rows))] : writes;
};
