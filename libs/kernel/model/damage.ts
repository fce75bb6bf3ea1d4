/** Something about the surroundings keeps Dosar from starting; the message says what, to a person. */
export class CannotStart extends Error {
  override readonly name: string = 'CannotStart';
}

/** Something stored is not what was written, or a key that must be there is not: what needs it stops, and is named. */
export class Damaged extends Error {
  override readonly name = 'Damaged';
}

/** What helps, said with what was found. */
export const REMEDY = {
  newer: 'start the newer Dosar that wrote it',
  vault: 'restore the vault from its newest backup',
  together: 'restore the log and the vault that were backed up together',
} as const;

const READS_ON = 'whoever is signed in reads on, and nothing is written until';

/** What still works with a log that is not the one that was known, and what to do. */
export const UNTIL_ACCEPTED = `${READS_ON} the newest log is restored from its backup, or this one is accepted with "dosar accept-log"`;

/** What still works with a log that has a damaged record, and what to do. */
export const UNTIL_MENDED = `${READS_ON} the log is restored from its backup, or "dosar doctor --from" has taken the record from an older copy of it`;

/** What still works while records are hidden by what is set on their server. */
export const UNTIL_SHOWN = `${READS_ON} that is taken back`;

/** What still works, and what to do, where the vault is not what it was. */
export const UNTIL_VAULT_ACCEPTED = `${READS_ON} the newest vault is restored from its backup, or this one is accepted with "dosar accept-log": passwords, second factors and keys that came after it are then lost; keys whose destruction the log tells of are destroyed again`;

/** Said of a vault that knows nothing of a log, though it did. */
export const HEAD_LOST = `the vault has lost what was known of the log: whether all of it is there cannot be told; ${UNTIL_VAULT_ACCEPTED}`;
/** Said of a vault whose knowledge of a log contradicts itself. */
export const HEAD_CHANGED = `what the vault knows of the log is not what was put there: whether all of it is there cannot be told; ${UNTIL_VAULT_ACCEPTED}`;

/** Said of a log that begins otherwise than it did. */
export const rewritten = (size: number): string =>
  `the first ${size} records are not those that were known: the log was rewritten`;

/** Said of one that has fewer. */
export const fewerRecords = (known: number, found: number): string =>
  `${known} records of the log are known, but only ${found} are there: the log was rewritten`;

/** Whether something cannot be done now and can be tried again: all other errors are defects or damage. */
export const isOutage = (error: unknown): error is Error => error instanceof Error && error.name === 'Unavailable';
