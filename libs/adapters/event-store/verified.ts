/**
 * How far the log was verified, and the tree over all of it; what is kept of it while the rest is done later. `at`: how many
 * records; `place`: where the last of them stands, in a log whose positions have gaps.
 */
export type Verified = { readonly at: number; readonly roots: readonly string[]; readonly place?: string };

/** What was known of the log when its head was kept: so many records with that root (base64). */
export type Known = { readonly size: number; readonly root: string };

/** Verifies the log in the pauses, from where it was left, against what was known of it. */
export type Verify = (from: Verified | null, known: Known | null) => void;
