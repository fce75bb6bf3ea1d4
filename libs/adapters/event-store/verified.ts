/**
 * How far the log was verified, with the tree so far, stored to continue later. `at`: number of records; `place`: position
 * of the last, in a log whose positions have gaps.
 */
export type Verified = { readonly at: number; readonly roots: readonly string[]; readonly place?: string };

/** The known head of the log: that many records with that root (base64). */
export type Known = { readonly size: number; readonly root: string };

/** Verifies the log in pauses, from where it was left, against its known head. */
export type Verify = (from: Verified | null, known: Known | null) => void;
