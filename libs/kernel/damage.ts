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

/** Said of a log that begins otherwise than it did. */
export const rewritten = (size: number): string =>
  `the first ${size} records are not those that were known: the log was rewritten`;

/** Whether something cannot be done now and can be tried again: all other errors are defects or damage. */
export const isOutage = (error: unknown): error is Error => error instanceof Error && error.name === 'Unavailable';
