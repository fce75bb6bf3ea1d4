import type { Db } from 'mongodb';
import type { Position, RowWrite, ViewSpec } from '@dosar/kernel/runtime';

/** A row as it is kept. Columns have a place of their own, so that they may be called as they like. */
export type RowDocument = {
  readonly _id: string;
  readonly json: string;
  readonly position: Position;
  readonly subjects: readonly string[];
  readonly terms?: readonly string[];
  readonly columns: RowWrite['columns'];
};

/**
 * What is left for a while of a row that was taken out: whoever is late with an older one finds that there is a newer.
 * Nobody else sees it.
 */
export type RemovedDocument = {
  readonly _id: string;
  readonly position: Position;
  readonly removedAt: Date;
};
export type RowOrTombstone = RowDocument | RemovedDocument;

/** What a row was until it was written again or taken out. One without a text never was: its key was destroyed. */
export type FormerDocument = {
  readonly _id: string;
  readonly row: string;
  readonly json?: string;
  readonly position: Position;
  readonly until: Position;
  readonly subjects?: readonly string[];
  readonly columns?: RowWrite['columns'];
  /** Because of which destruction it was made again. */
  readonly since?: Position;
};

/** A batch of a view that is being written: as long as it stands, it may be written again, and changes nothing. */
export type Pending = {
  readonly upTo: Position;
  readonly leaf: string;
  readonly sum?: string;
  /** Who is writing it: nobody else may end it, but by taking it over. */
  readonly by: string;
  readonly writes: readonly RowWrite[];
  readonly audiences: readonly (readonly [string, Position])[];
  /** More writes than this document has room for are kept beside it, in so many parts. */
  readonly parts: number;
  /** What the rows were before is kept. */
  readonly keepsFormer?: boolean;
};

/** A version of a view: how far it has come, and whether it is what is read. */
export type ViewDocument = {
  readonly _id: string;
  readonly view: string;
  readonly version: number;
  readonly position: Position | null;
  readonly leaf?: string | null;
  readonly sum?: string | null;
  readonly settled: boolean;
  /** Its collection has its indexes. */
  readonly indexed?: boolean;
  readonly keepsFormer?: boolean;
  readonly pending?: Pending | null;
  /** It is being emptied: nothing of it counts until that is done. */
  readonly emptying?: boolean;
};

export type PartDocument = { readonly _id: string; readonly name: string; readonly writes: readonly RowWrite[] };
export type AudienceDocument = { readonly _id: string; readonly name: string; readonly position: Position };

export const nameOf = ({ view, version }: ViewSpec): string => `${view}@${version}`;
export const audienceId = (name: string, audience: string): string => `${name}/${audience}`;
/** A former row is found by what it is: so the same one is never kept twice. */
export const formerId = (row: string, position: Position): string => `${row}/${position}`;
export const partId = (name: string, upTo: Position, part: number): string => `${name}/${upTo}/${part}`;

/**
 * One collection a view and version, one for what is known of them, and of who is concerned by their changes: both move
 * by one call, those first.
 */
export const collectionsOf = (db: Db) => ({
  views: db.collection<ViewDocument>('views'),
  parts: db.collection<PartDocument>('pending'),
  audiences: db.collection<AudienceDocument>('views'),
  rows: (name: string) => db.collection<RowOrTombstone>(`rows:${name}`),
  former: (name: string) => db.collection<FormerDocument>(`former:${name}`),
});

export type Collections = ReturnType<typeof collectionsOf>;

/** What is known of a view, without the batch that is being written to it. */
export const BARE = { pending: 0 } as const;
