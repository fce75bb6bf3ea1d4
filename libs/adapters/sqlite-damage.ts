import { rmSync } from 'node:fs';
import { BESIDE } from './sqlite-place';

// What is known of damaged files without the driver: a process that has no file of SQLite does not load it.

/**
 * Of SQLite: the file is malformed; it is no database; a page could not be read, or only a part of it; what stands in one of its
 * tables contradicts another, as where rows of one were lost.
 */
const DAMAGED: readonly unknown[] = [11, 26, 266, 522, 19, 1555, 2067];

/** What SQLite says then: the driver does not give the code with all of its errors. */
const SAID =
  /^(?:database disk image is malformed|file is not a database|(?:UNIQUE|PRIMARY KEY) constraint failed: .*)$/;

type SqliteError = { readonly sqliteCode?: number; readonly sqliteExtendedCode?: number };

const isSaid = (error: unknown) => SAID.test(String((error as { readonly message?: unknown } | null)?.message));

/** Whether it is a page of a file, or the whole file, that cannot be read. */
export const isDamagedFile = (error: unknown): error is Error => {
  const { sqliteCode, sqliteExtendedCode } = error as SqliteError;
  return [sqliteCode, sqliteExtendedCode].some((code) => DAMAGED.includes(code)) || isSaid(error);
};

const NUL = '\u0000';
/**
 * A text as it was written. One that is longer than a page lies in several, of which SQLite does not see that one was emptied:
 * JSON never holds such a character.
 * @throws as SQLite does of a page that it cannot read
 */
export const asWritten = (json: string): string => {
  if (!json.includes(NUL)) return json;
  throw Object.assign(new Error('a part of a row is empty'), { sqliteCode: DAMAGED[0] as number });
};

/** What says of an error of SQLite what it is, for those who are told of it in another thread. */
export const codesOf = (error: unknown): SqliteError => {
  const { sqliteCode = isSaid(error) ? (DAMAGED[0] as number) : undefined, sqliteExtendedCode } = error as SqliteError;
  return {
    ...(sqliteCode !== undefined && { sqliteCode }),
    ...(sqliteExtendedCode !== undefined && { sqliteExtendedCode }),
  };
};

/** Takes a file away that is computed from the log, with all that SQLite keeps beside it. */
export const removeSqlite = (file: string): void => {
  for (const end of ['', ...BESIDE]) rmSync(file + end, { force: true });
};
