import type { Position } from './event';

/**
 * Where a record stands, and its leaf in the tree over all records (base64): another log has another one there, though the
 * positions are the same.
 */
export type Place = { readonly position: Position; readonly leaf: string };

/** `ahead`: the log ends before it; `other`: the record there is not the one that was taken, so it was another log. */
export type Standing = 'same' | 'ahead' | 'other';
