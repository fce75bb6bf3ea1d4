/** Something in the surroundings prevents the start; the message is a sentence for a person. */
export class CannotStart extends Error {
  override readonly name: string = 'CannotStart';
}

/** Something stored is not what was written, or a key is missing: whatever needs it stops and is reported. */
export class Damaged extends Error {
  override readonly name = 'Damaged';
}

/** Remedies, reported with the finding. */
export const REMEDY = {
  newer: 'start the newer Dosar that wrote it',
  vault: 'restore the vault from its newest backup',
  together: 'restore the log and the vault that were backed up together',
} as const;

const READS_ON = 'whoever is signed in reads on, and nothing is written until';

/** For a log that is not the known one: what still works, and what to do. */
export const UNTIL_ACCEPTED = `${READS_ON} the newest log is restored from its backup, or this one is accepted with "dosar accept-log"`;

/** For a log with a damaged record: what still works, and what to do. */
export const UNTIL_MENDED = `${READS_ON} the log is restored from its backup, or "dosar doctor --from" has taken the record from an older copy of it`;

/** For records hidden by a setting of their server: what still works. */
export const UNTIL_SHOWN = `${READS_ON} that is taken back`;

/** For a vault that is not the known one: what still works, and what to do. */
export const UNTIL_VAULT_ACCEPTED = `${READS_ON} the newest vault is restored from its backup, or this one is accepted with "dosar accept-log": passwords, second factors and keys that came after it are then lost; keys whose destruction the log tells of are destroyed again`;

/** For a vault that has lost what it knew of the log. */
export const HEAD_LOST = `the vault has lost what was known of the log: whether all of it is there cannot be told; ${UNTIL_VAULT_ACCEPTED}`;
/** For a vault whose knowledge of the log contradicts itself. */
export const HEAD_CHANGED = `what the vault knows of the log is not what was put there: whether all of it is there cannot be told; ${UNTIL_VAULT_ACCEPTED}`;

/** For a log with another beginning than the known one. */
export const rewritten = (size: number): string =>
  `the first ${size} records are not those that were known: the log was rewritten`;

/** For a log with fewer records than known. */
export const fewerRecords = (known: number, found: number): string =>
  `${known} records of the log are known, but only ${found} are there: the log was rewritten`;

/** Whether an error is temporary, so that the same can be tried again: all others are defects or damage. */
export const isOutage = (error: unknown): error is Error => error instanceof Error && error.name === 'Unavailable';
