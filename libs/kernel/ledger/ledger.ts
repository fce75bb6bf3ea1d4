import type { Position } from '../model/event';

/** A signed head. Heads of one log are numbered from 1. */
export type SignedHead = {
  readonly origin: string;
  readonly number: number;
  readonly size: number;
  /** base64 */
  readonly root: string;
  /** Position of the last record below it. */
  readonly position: Position;
  /** When it was signed; ISO 8601. */
  readonly at: string;
  /** The signed note. */
  readonly note: string;
};

/**
 * Some hashes of one level of the tree, in the layout of C2SP tlog-tiles, from the first of the tile on: a tile that is
 * not full is the beginning of the one that will be. With leaves stand the positions of their records.
 */
export type Tile = { readonly name: string; readonly hashes: Buffer; readonly positions: readonly Position[] | null };

/** A tile of leaves: the index of the first one, and the positions of their records. */
export type Placed = { readonly first: number; readonly positions: readonly Position[] };

/** Signed heads and the hashes below them, stored beside the log. `origin` names the log; another one has its own. */
export interface Ledger {
  newest(origin: string): Promise<SignedHead | null>;
  /** Heads with a lower number, newest first. */
  heads(origin: string, before: number | null, limit: number): Promise<readonly SignedHead[]>;
  /** The first head over that many records, or over more; null: there is none yet. */
  covering(origin: string, size: number): Promise<SignedHead | null>;
  /** Stores these, durably; a longer beginning of the same tile stays. */
  putTiles(origin: string, tiles: readonly Tile[]): Promise<void>;
  /**
   * Stores a head, durably, behind the one numbered before it. The tiles below it are stored before.
   * @returns false when another process has stored one with that number: nothing was changed
   */
  release(head: SignedHead): Promise<boolean>;
  /** The hashes of these tiles, as far as they are stored; null where there is none. */
  tiles(origin: string, names: readonly string[]): Promise<readonly (Uint8Array | null)[]>;
  /** The tile of leaves with the record at that position, or with those before and after it. */
  placed(origin: string, position: Position): Promise<Placed | null>;
  /** Of heads signed before that time, keeps the last one of each hour. */
  thin(origin: string, before: string): Promise<void>;
  close(): Promise<void>;
}
