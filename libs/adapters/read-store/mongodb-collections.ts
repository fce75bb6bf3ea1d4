import type { Db } from 'mongodb';
import type { Position, RowWrite, ViewSpec } from '@dosar/kernel/runtime';

/** A stored row. Columns are nested, so that they may have any name. */
export type RowDocument = {
  readonly _id: string;
  readonly json: string;
  readonly position: Position;
  readonly subjects: readonly string[];
  readonly terms?: readonly string[];
  readonly columns: RowWrite['columns'];
};

/**
 * Tombstone of a removed row: a late writer of an older version sees that there was a newer one. It is never read otherwise
 * and expires.
 */
export type RemovedDocument = {
  readonly _id: string;
  readonly position: Position;
  readonly removedAt: Date;
};
export type RowOrTombstone = RowDocument | RemovedDocument;

/** A former version of a row. Without a text it never existed: its key was destroyed. */
export type FormerDocument = {
  readonly _id: string;
  readonly row: string;
  readonly json?: string;
  readonly position: Position;
  readonly until: Position;
  readonly subjects?: readonly string[];
  readonly columns?: RowWrite['columns'];
  /** The destruction for which it was made again. */
  readonly since?: Position;
};

/** The batch being written to a view: while it exists it can be written again without effect. */
export type Pending = {
  readonly upTo: Position;
  readonly leaf: string;
  readonly sum?: string;
  /** The process that writes it: others may end it only by taking it over. */
  readonly by: string;
  readonly writes: readonly RowWrite[];
  readonly audiences: readonly (readonly [string, Position])[];
  /** How many further documents hold its writes, when one is not enough. */
  readonly parts: number;
  /** The view keeps former rows. */
  readonly keepsFormer?: boolean;
};

/** A version of a view: its position, and whether it is the one that is read. */
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
  /** It is being emptied: until then nothing in it is valid. */
  readonly emptying?: boolean;
};

export type PartDocument = { readonly _id: string; readonly name: string; readonly writes: readonly RowWrite[] };
export type AudienceDocument = { readonly _id: string; readonly name: string; readonly position: Position };

export const nameOf = ({ view, version }: ViewSpec): string => `${view}@${version}`;
export const audienceId = (name: string, audience: string): string => `${name}/${audience}`;
/** The id of a former row contains what identifies it, so that it is never stored twice. */
export const formerId = (row: string, position: Position): string => `${row}/${position}`;
export const partId = (name: string, upTo: Position, part: number): string => `${name}/${upTo}/${part}`;

/**
 * A collection for each view and version, one for the state of views, and one for the audiences of their changes: audiences
 * and state move by one call, audiences first.
 */
export const collectionsOf = (db: Db) => ({
  views: db.collection<ViewDocument>('views'),
  parts: db.collection<PartDocument>('pending'),
  audiences: db.collection<AudienceDocument>('views'),
  rows: (name: string) => db.collection<RowOrTombstone>(`rows:${name}`),
  former: (name: string) => db.collection<FormerDocument>(`former:${name}`),
});

export type Collections = ReturnType<typeof collectionsOf>;

/** The state of a view without its pending batch. */
export const BARE = { pending: 0 } as const;
