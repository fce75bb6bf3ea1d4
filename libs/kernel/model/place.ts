import type { Position } from './event';

/**
 * The position of a record and its leaf in the tree over all records (base64): another log has another leaf at the same
 * position.
 */
export type Place = { readonly position: Position; readonly leaf: string };

/** `ahead`: the log ends before it; `other`: the log has another record there, so the place is of another log. */
export type Standing = 'same' | 'ahead' | 'other';
