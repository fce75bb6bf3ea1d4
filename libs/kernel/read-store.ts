import type { Position } from './model/event';
import type { Place } from './ports';

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
};

export type Row = { readonly id: string; readonly json: string; readonly position: Position };

export type Condition =
  | ColumnValue
  | { readonly in: readonly ColumnValue[] }
  | { readonly from?: string | number | bigint; readonly below?: string | number | bigint }
  | { readonly contains: string }
  | { readonly not: ColumnValue };

/** By column; every view has the column `id`. */
export type Where = Readonly<Record<string, Condition>>;

/** Rows that have all these terms, and a term with each of these beginnings. */
export type Terms = { readonly all: readonly string[]; readonly beginnings: readonly string[] };

export type Find = {
  readonly where: Where;
  /** Only in a view with `termsBy`, and then in the order of that column. */
  readonly terms?: Terms;
  /** By columns; rows that are equal in all of them come in the order of their ids, in the direction of the last column. */
  readonly order?: readonly (readonly [column: string, direction: 'asc' | 'desc'])[];
  readonly limit?: number;
  readonly skip?: number;
};

export type RowWrite = {
  readonly id: string;
  /** null: the row is taken out. */
  readonly json: string | null;
  readonly columns: Readonly<Record<string, ColumnValue>>;
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

export interface RowReads {
  get(view: ViewSpec, id: string): Promise<Row | null>;
  find(view: ViewSpec, find: Find): Promise<readonly Row[]>;
  /** The rows that show this person, client or firm. */
  bySubject(view: ViewSpec, subject: string): Promise<readonly Row[]>;
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
  count(view: ViewSpec, find: Pick<Find, 'where' | 'terms'>, most?: number): Promise<number>;
  state(view: ViewSpec): Promise<ViewState>;
  /** Where the view last changed for this client or user; null when it never did. */
  audience(view: ViewSpec, audience: string): Promise<Position | null>;
  /** How often something was written; null where that is not counted, since others write, too. */
  commits(): number | null;
  /** Writes rows and moves the checkpoints of these views to `upTo`: both or neither. Older writes than a row's are ignored. */
  apply(batches: readonly ViewBatch[], upTo: Place): Promise<void>;
  /** This version of the view is filled: it is what is read from now on, and older versions go. */
  settle(view: ViewSpec): Promise<void>;
  /** Empties this version of the view: it is filled anew. */
  drop(view: ViewSpec): Promise<void>;
  /** What was replaced or taken out before is in no file of this store any more. */
  scrub(): Promise<void>;
  close(): Promise<void>;
}
