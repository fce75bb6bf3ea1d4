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

/** What still works, and what to do, where the vault is not what it was. */
export const UNTIL_VAULT_ACCEPTED =
  'whoever is signed in reads on, and nothing is written until the newest vault is restored from its backup, or this one is accepted with "dosar accept-log": passwords, second factors and keys that came after it are then lost, and keys that were destroyed after it are back';

/** Said of a vault that knows nothing of a log, though it did. */
export const HEAD_LOST = `the vault has lost what was known of the log: whether all of it is there cannot be told; ${UNTIL_VAULT_ACCEPTED}`;
/** Said of a vault whose knowledge of a log contradicts itself. */
export const HEAD_CHANGED = `what the vault knows of the log is not what was put there: whether all of it is there cannot be told; ${UNTIL_VAULT_ACCEPTED}`;

/** Said of a log that begins otherwise than it did. */
export const rewritten = (size: number): string =>
  `the first ${size} records are not those that were known: the log was rewritten`;

/** Whether something cannot be done now and can be tried again: all other errors are defects or damage. */
export const isOutage = (error: unknown): error is Error => error instanceof Error && error.name === 'Unavailable';
