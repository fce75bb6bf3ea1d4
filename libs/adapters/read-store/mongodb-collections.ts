import type { Db } from 'mongodb';
import type { ColumnValue, Position, ViewSpec } from '@dosar/kernel';

/** A row as it is kept. Columns have a place of their own, so that they may be called as they like. */
export type RowDocument = {
  readonly _id: string;
  readonly json: string;
  readonly position: Position;
  readonly subjects: readonly string[];
  readonly columns: Readonly<Record<string, ColumnValue>>;
};

/** A version of a view: how far it has come, and whether it is what is read. */
export type ViewDocument = {
  readonly _id: string;
  readonly view: string;
  readonly version: number;
  readonly position: Position | null;
  readonly settled: boolean;
};

export type AudienceDocument = { readonly _id: string; readonly name: string; readonly position: Position };

export const nameOf = ({ view, version }: ViewSpec): string => `${view}@${version}`;
export const audienceId = (name: string, audience: string): string => `${name}/${audience}`;

/** One collection a view and version, one for what is known of them, one for who is concerned by their changes. */
export const collectionsOf = (db: Db) => ({
  views: db.collection<ViewDocument>('views'),
  audiences: db.collection<AudienceDocument>('audiences'),
  rows: (name: string) => db.collection<RowDocument>(`rows:${name}`),
});

export type Collections = ReturnType<typeof collectionsOf>;
