import type { Position } from './model/event';
import type { Place } from './model/place';

export type ColumnValue = string | number | bigint | null;

/** A view as adapters see it: rows of JSON by id, with columns to find and sort them by. */
export type ViewSpec = {
  readonly view: string;
  readonly version: number;
  /** `id`: a text that is mostly a UUID, stored in less space. */
  readonly columns: Readonly<Record<string, 'text' | 'id' | 'integer'>>;
  readonly indexes: readonly (readonly string[])[];
  /** The integer column, unique among rows with terms, by which rows found by terms are ordered. */
  readonly termsBy?: string;
  /**
   * The store keeps former rows, too, with the positions between which they were valid, so that the view can be read as
   * of a position of the past. A version of a view has them from its first event on or not at all: changing this needs
   * a higher version. When a key is destroyed former rows lose what it opened: so `subjects` must list, for each row,
   * the owner or the name of each key that opens something it shows.
   */
  readonly keepsFormer?: true;
};

/** A row as a store has it: text. */
export type StoredRow = { readonly id: string; readonly json: string; readonly position: Position };
/** The text of a row of this type; `rowIn` reads it. */
export type RowText<R> = string & { readonly rowOf?: R };
/** A row as it is read from a view, whose value knows its type. */
export type Row<R = unknown> = StoredRow & { readonly json: RowText<R> };

/** The type of a view's rows, from the projector that makes columns of them. */
export type RowIn<V> = V extends { readonly columnsOf: (row: infer R) => unknown } ? Known<R> : unknown;
type Known<R> = 0 extends 1 & R ? unknown : R;
/** The columns of a view, and `id`. */
export type ColumnIn<V extends ViewSpec> = (keyof V['columns'] & string) | 'id';

export type Condition =
  | ColumnValue
  | { readonly in: readonly ColumnValue[] }
  | { readonly from?: string | number | bigint; readonly below?: string | number | bigint }
  | { readonly contains: string }
  | { readonly not: ColumnValue };

/** By column; every view has the column `id`. */
export type Where = Readonly<Record<string, Condition>>;
/** Conditions on these columns and no other. */
export type WhereOf<C extends string> = Readonly<Partial<Record<C, Condition>>>;
export type WhereIn<V extends ViewSpec> = WhereOf<ColumnIn<V>>;

/** Rows with all these terms, and with a term for each of these prefixes. */
export type Terms = { readonly all: readonly string[]; readonly beginnings: readonly string[] };

export type Find<C extends string = string, W = Where> = {
  readonly where: W;
  /** Only in a view with `termsBy`, and then ordered by that column. */
  readonly terms?: Terms;
  /** By columns; ties are ordered by id, in the direction of the last column. */
  readonly order?: readonly (readonly [column: C, direction: 'asc' | 'desc'])[];
  readonly limit?: number;
  readonly skip?: number;
};
/** A query by these columns: any other does not compile. */
export type FindOf<C extends string, W extends WhereOf<C> = WhereOf<C>> = Find<
  C,
  W & { readonly [K in keyof W]: K extends C ? Condition : never }
>;
export type FindIn<V extends ViewSpec, W extends WhereIn<V> = WhereIn<V>> = FindOf<ColumnIn<V>, W>;
export type CountIn<V extends ViewSpec, W extends WhereIn<V> = WhereIn<V>> = Pick<FindIn<V, W>, 'where' | 'terms'>;

export type RowWrite = {
  readonly id: string;
  /** null: the row is removed. */
  readonly json: string | null;
  readonly columns: Readonly<Partial<Record<string, ColumnValue>>>;
  /** Ids of the people, clients and firms whose names the row shows. */
  readonly subjects: readonly string[];
  /** Terms to find the row by: letters, digits and `_` only. */
  readonly terms: readonly string[];
  /** Position of the event that wrote it. */
  readonly position: Position;
};

export type ViewBatch = {
  readonly view: ViewSpec;
  readonly writes: readonly RowWrite[];
  /** The clients and users whose part of the view changed, and at which position last. */
  readonly audiences: ReadonlyMap<string, Position>;
  /** Stored beside the checkpoint. */
  readonly sum?: string;
};

/** Selects former rows: by ids, or by a subject that they showed. */
export type OfFormer = { readonly ids: readonly string[]; readonly subjects: readonly string[] };

/** Identifies a former row: its id, and the position of the event that wrote it. */
export type FormerName = Pick<Row, 'id' | 'position'>;

/**
 * Rows as they are; with `at`, as they were right after the event at that position. Only a view that keeps former rows
 * can be read so, and not by terms. Destroyed data is gone there, too.
 * @throws Unavailable when the view has not reached the position yet
 */
export interface RowReads {
  get<V extends ViewSpec>(view: V, id: string, at?: Position): Promise<Row<RowIn<V>> | null>;
  find<V extends ViewSpec, W extends WhereIn<V>>(
    view: V,
    find: FindIn<V, W>,
    at?: Position,
  ): Promise<readonly Row<RowIn<V>>[]>;
  /** The rows that show this person, client or firm. */
  bySubject<V extends ViewSpec>(view: V, subject: string, at?: Position): Promise<readonly Row<RowIn<V>>[]>;
}

/**
 * The last record that a version of a view includes, null before its first event; and whether it is filled: until then
 * an older version, if any, is read.
 */
export type ViewState = {
  readonly position: Position | null;
  readonly leaf: string | null;
  readonly isSettled: boolean;
  /** Sum over its rows, where it has one. */
  readonly sum?: string;
};

/** The views: a cache of the log, which can be filled again from the first event. */
export interface ReadStore extends RowReads {
  /** Creates these views where they do not exist. */
  open(views: readonly ViewSpec[]): Promise<void>;
  /** The rows of exactly this version, filled or not: its projector continues from them. */
  readonly own: RowReads;
  /** How many rows there are, counted up to `most`. */
  count<V extends ViewSpec, W extends WhereIn<V>>(
    view: V,
    find: CountIn<V, W>,
    most?: number,
    at?: Position,
  ): Promise<number>;
  state(view: ViewSpec): Promise<ViewState>;
  /** Where the view last changed for this client or user; null when it never did. */
  audience(view: ViewSpec, audience: string): Promise<Position | null>;
  /** Number of writes; null where it is not counted because other processes write, too. */
  commits(): number | null;
  /**
   * Writes rows and moves the checkpoints of these views to `upTo`: both or neither. A write older than the stored row
   * is ignored. In a view that keeps former rows each write ends the one before it, also within a batch.
   */
  apply(batches: readonly ViewBatch[], upTo: Place): Promise<void>;
  /** Former rows of exactly this version, the oldest first. */
  former(view: ViewSpec, of: OfFormer): Promise<readonly FormerName[]>;
  /**
   * Replaces former rows after a key was destroyed at `since`. json null: there never was such a row, and the row
   * before it was valid until its end. A row that is missing, or was replaced for a later destruction, stays.
   */
  replaceFormer(view: ViewSpec, rows: readonly RowWrite[], since: Position): Promise<void>;
  /** This version of the view is filled: it is read from now on, and older versions are deleted. */
  settle(view: ViewSpec): Promise<void>;
  /** Empties this version of the view, so that it is filled again. */
  drop(view: ViewSpec): Promise<void>;
  /** Rewrites the files of this store, so that nothing replaced or removed earlier is left in them. */
  scrub(): Promise<void>;
  close(): Promise<void>;
}
