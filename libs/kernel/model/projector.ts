import { destroyedBy, DESTROYING, type NamedKey } from './destruction';
import type { Recorded } from './event';
import type { DataOf, Message } from './message';
import type { ColumnValue, Find, FindOf, ViewSpec, WhereOf } from '../ports';
import type { RowKinds } from './view';

/** No kinds of rows beside those that are shown. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- kinds by their names, of which there are none
export type None = {};

type Put<R> = {
  readonly kind?: undefined;
  readonly id: string;
  readonly row: R | null;
  /** What the row is found by and does not say. */
  readonly columns?: Readonly<Record<string, ColumnValue>>;
  readonly terms?: readonly string[];
};
export type PutBeside<K, R> = { readonly kind: K; readonly id: string; readonly row: R | null };

/** What a projector wants done to its view: whole rows put in place or taken out, so doing it twice changes nothing. */
export type Write<R, B = None> = Put<R> | { [K in keyof B]: PutBeside<K, B[K]> }[keyof B];

export const put = <R>(id: string, row: R, by: Pick<Put<R>, 'columns' | 'terms'> = {}): Put<R> => ({
  id,
  row,
  ...by,
});
/** The same for a row of a kind that the view keeps for itself. */
export const putBeside = <K extends string, R>(kind: K, id: string, row: R): PutBeside<K, R> => ({ kind, id, row });
export const remove = (id: string): Put<never> => ({ id, row: null });
export const removeBeside = <K extends string>(kind: K, id: string): PutBeside<K, never> => ({ kind, id, row: null });

/** The projector's own view as it stands just before the event. */
export interface Rows<R, B = None, C extends string = string> {
  get(id: string): Promise<R | null>;
  find<W extends WhereOf<C | 'id'>>(find: FindOf<C | 'id', W>): Promise<readonly R[]>;
  /** The rows that show this person, client or firm. */
  bySubject(subject: string): Promise<readonly R[]>;
  /** Those of a kind that the view keeps for itself. */
  beside<K extends keyof B>(kind: K): RowsBeside<B[K]>;
}
export interface RowsBeside<R> {
  get(id: string): Promise<R | null>;
  bySubject(subject: string): Promise<readonly R[]>;
}

export type Writes<R, B = None> = Write<R, B> | readonly Write<R, B>[];

/** A view and how its rows, of type R, are made of events; B: rows that it keeps for itself, by their kinds; C: its columns. */
export interface Projector<E extends Message, R, B = None, C extends string = string> extends ViewSpec {
  readonly columns: Readonly<Record<C, 'text' | 'id' | 'integer'>>;
  readonly indexes: readonly (readonly C[])[];
  readonly termsBy?: C;
  /** The kinds of rows that it keeps for itself. */
  readonly beside?: RowKinds<B>;
  readonly on: {
    readonly [T in E['type']]?: (
      data: DataOf<E, T>,
      event: Recorded<Extract<E, { type: T }>>,
      rows: Rows<R, B, C>,
    ) => Writes<R, B> | Promise<Writes<R, B>>;
  };
  /** For the rare view of everything, such as the audit. */
  readonly every?: (event: Recorded, rows: Rows<R, B, C>) => Writes<R, B> | Promise<Writes<R, B>>;
  /** What of its rows goes with a key that is destroyed, by the purpose of that key: the rows are then as if nobody had ever read it. */
  readonly forgets?: {
    readonly [purpose: string]: (key: NamedKey, rows: Rows<R, B, C>) => Writes<R, B> | Promise<Writes<R, B>>;
  };
  /** Of a view with a row for each event, called as the event's position: those of its rows that are made again without a key. */
  readonly madeAgain?: (key: NamedKey) => readonly Find<C>[];
  readonly columnsOf: (row: R) => Readonly<Partial<Record<C, ColumnValue>>>;
  /** Ids of those whose names the row shows: it is written again when a name changes. */
  readonly subjectsOf?: (row: R) => readonly string[];
  /** The client or user whose part of the view this row is. */
  readonly audienceOf?: (row: R) => string | null;
  /**
   * `unread`: it needs no personal data, and is handed none. `if readable`: it goes on without what cannot be opened. Else
   * the view stops at an event whose personal data cannot be opened.
   */
  readonly personal?: 'unread' | 'if readable';
  /** The row that it looks at because of an event, if that is known before: those of a batch are then read at once. */
  readonly looksAt?: (
    event: Pick<Recorded, 'command' | 'resource' | 'type'>,
  ) => string | { readonly kind: keyof B; readonly id: string } | null;
  /** The kind of thing that each row is: what it is called now, and what members of its events are called where they are shown. */
  readonly resource?: {
    readonly type: string;
    readonly nameOf: (row: R) => string | null;
    readonly members?: Readonly<Record<string, string>>;
  };
  /** Its rows decide who may do what: they bear a keyed sum, and are not believed without it. */
  readonly isSummed?: true;
  /** false: calls do not wait until it includes what they wrote. */
  readonly isWaitedFor?: false;
}

/** A projector of any events and rows, as the runner sees it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each projector keeps its own types
export type AnyProjector = Projector<any, any, any, any>;

/** A view whose columns are names from here on: whoever looks for another one does not compile. */
export const view =
  <E extends Message, R, B = None>() =>
  <const C extends string = never>(
    projector: Projector<E, R, B, NoInfer<C>> & {
      readonly columns: Readonly<Record<C, 'text' | 'id' | 'integer'>>;
    } & (keyof B extends never ? unknown : { readonly beside: RowKinds<B> }),
  ): Projector<E, R, B, C> =>
    projector;

/** Rows, writes and kinds as the runner sees them. */
type AnyKinds = Readonly<Record<string, unknown>>;
export type AnyRows = Rows<unknown, AnyKinds>;
export type AnyWrite = Write<unknown, AnyKinds>;
type AnyWrites = Writes<unknown, AnyKinds>;
type React = (data: unknown, event: Recorded, rows: AnyRows) => AnyWrites | Promise<AnyWrites>;

const isList = (writes: AnyWrites): writes is readonly AnyWrite[] => Array.isArray(writes);
const listOf = (writes: AnyWrites) => (isList(writes) ? writes : [writes]);

/** Whether this projector has anything to say to that event. */
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
