import type { Position } from './model/event';
import type { Place } from './model/place';

export type ColumnValue = string | number | bigint | null;

/** A view as an adapter sees it: rows of JSON by id, with columns beside them to look them up and sort them by. */
export type ViewSpec = {
  readonly view: string;
  readonly version: number;
  /** `id`: a text that is mostly a UUID, which takes less room. */
  readonly columns: Readonly<Record<string, 'text' | 'id' | 'integer'>>;
  readonly indexes: readonly (readonly string[])[];
  /** The integer column, unique among rows that have terms, by which those are found in order. */
  readonly termsBy?: string;
  /**
   * The store keeps what its rows were, too, with the positions between which they stood, so that it can be read at a position
   * of the past. A version of a view has them from its first event on, or not at all: whoever changes this raises the version.
   * With a key that is destroyed they lose what they had of it: so `subjects` name of each row whose keys open what it shows, by
   * the id of the owner or the name of the key.
   */
  readonly keepsFormer?: true;
};

/** A row as a store has it: a text. */
export type StoredRow = { readonly id: string; readonly json: string; readonly position: Position };
/** The text of a row of this type; `rowIn` reads it. */
export type RowText<R> = string & { readonly rowOf?: R };
/** A row as it is read from a view, whose value knows its type. */
export type Row<R = unknown> = StoredRow & { readonly json: RowText<R> };

/** What the rows of a view are: a projector says so by what it makes columns of. */
export type RowIn<V> = V extends { readonly columnsOf: (row: infer R) => unknown } ? Known<R> : unknown;
type Known<R> = 0 extends 1 & R ? unknown : R;
/** The columns of a view: those that it names, and `id`. */
export type ColumnIn<V extends ViewSpec> = (keyof V['columns'] & string) | 'id';

export type Condition =
  | ColumnValue
  | { readonly in: readonly ColumnValue[] }
  | { readonly from?: string | number | bigint; readonly below?: string | number | bigint }
  | { readonly contains: string }
  | { readonly not: ColumnValue };

/** By column; every view has the column `id`. */
export type Where = Readonly<Record<string, Condition>>;
/** By these columns, and by no other. */
export type WhereOf<C extends string> = Readonly<Partial<Record<C, Condition>>>;
export type WhereIn<V extends ViewSpec> = WhereOf<ColumnIn<V>>;

/** Rows that have all these terms, and a term with each of these beginnings. */
export type Terms = { readonly all: readonly string[]; readonly beginnings: readonly string[] };

export type Find<C extends string = string, W = Where> = {
  readonly where: W;
  /** Only in a view with `termsBy`, and then in the order of that column. */
  readonly terms?: Terms;
  /** By columns; rows that are equal in all of them come in the order of their ids, in the direction of the last column. */
  readonly order?: readonly (readonly [column: C, direction: 'asc' | 'desc'])[];
  readonly limit?: number;
  readonly skip?: number;
};
/** What is looked for by these columns: by another one nothing can be. */
export type FindOf<C extends string, W extends WhereOf<C> = WhereOf<C>> = Find<
  C,
  W & { readonly [K in keyof W]: K extends C ? Condition : never }
>;
export type FindIn<V extends ViewSpec, W extends WhereIn<V> = WhereIn<V>> = FindOf<ColumnIn<V>, W>;
export type CountIn<V extends ViewSpec, W extends WhereIn<V> = WhereIn<V>> = Pick<FindIn<V, W>, 'where' | 'terms'>;

export type RowWrite = {
  readonly id: string;
  /** null: the row is taken out. */
  readonly json: string | null;
  readonly columns: Readonly<Partial<Record<string, ColumnValue>>>;
  /** Ids of the people, clients and firms whose names the row shows. */
  readonly subjects: readonly string[];
  /** What the row is found by: letters, digits and `_` only. */
  readonly terms: readonly string[];
  /** Position of the event that wrote it. */
  readonly position: Position;
};

export type ViewBatch = {
  readonly view: ViewSpec;
  readonly writes: readonly RowWrite[];
  /** Whose part of the view changed, and where last. */
  readonly audiences: ReadonlyMap<string, Position>;
  /** To be kept beside the checkpoint. */
  readonly sum?: string;
};

/** Which former rows: of these ids, or that showed one of these subjects. */
export type OfFormer = { readonly ids: readonly string[]; readonly subjects: readonly string[] };

/** A former row by its name: which row, and the position of the event that wrote it. */
export type FormerName = Pick<Row, 'id' | 'position'>;

/**
 * Rows as they are; with `at`, a position of the past, as every event up to it, and the one at it, had left them. Only a view
 * that keeps former rows can be read so, and not by terms. What is forgotten is forgotten there, too.
 * @throws Unavailable when the view has not come so far
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

/** The last record that a version of a view has taken, null before its first event; and whether it is filled: until then its older version, if any, is what is read. */
export type ViewState = {
  readonly position: Position | null;
  readonly leaf: string | null;
  readonly isSettled: boolean;
  /** Over its rows, where one was given with them. */
  readonly sum?: string;
};

/** The views. A cache of the log: all of it can be filled again from the first event. */
export interface ReadStore extends RowReads {
  /** Makes room for these views where there is none yet. */
  open(views: readonly ViewSpec[]): Promise<void>;
  /** The rows of exactly this version, filled or not: what its projector goes on from. */
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
  /** How often something was written; null where that is not counted, since others write, too. */
  commits(): number | null;
  /**
   * Writes rows and moves the checkpoints of these views to `upTo`: both or neither. Older writes than a row's are ignored. Of a
   * view that keeps former rows each write ends the one before it, also within a batch.
   */
  apply(batches: readonly ViewBatch[], upTo: Place): Promise<void>;
  /** Former rows of exactly this version, the oldest first. */
  former(view: ViewSpec, of: OfFormer): Promise<readonly FormerName[]>;
  /**
   * Former rows as they are made again because a key was destroyed at `since`. Without a text (json null) there never was such a
   * row: the one before it stood until its end. What is not there, or was made again because of a later destruction, stays.
   */
  replaceFormer(view: ViewSpec, rows: readonly RowWrite[], since: Position): Promise<void>;
  /** This version of the view is filled: it is what is read from now on, and older versions go. */
  settle(view: ViewSpec): Promise<void>;
  /** Empties this version of the view: it is filled anew. */
  drop(view: ViewSpec): Promise<void>;
  /** What was replaced or taken out before is in no file of this store any more. */
  scrub(): Promise<void>;
  close(): Promise<void>;
}
