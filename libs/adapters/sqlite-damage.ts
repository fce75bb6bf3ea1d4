import { rmSync } from 'node:fs';
import { BESIDE } from './sqlite-place';

// Recognises damaged files without loading the driver, for processes that use no SQLite.

/**
 * Codes of SQLite: the file is malformed; it is no database; a page could not be read, or only in part; a constraint is
 * violated by stored rows, as where rows of a table were lost.
 */
const DAMAGED: readonly unknown[] = [11, 26, 266, 522, 19, 1555, 2067];

/** The messages for these codes, which the driver does not give with all errors. */
const SAID =
  /^(?:database disk image is malformed|file is not a database|(?:UNIQUE|PRIMARY KEY) constraint failed: .*)$/;

type SqliteError = { readonly sqliteCode?: number; readonly sqliteExtendedCode?: number };

const isSaid = (error: unknown) => SAID.test(String((error as { readonly message?: unknown } | null)?.message));

/** Whether a page of a file, or the whole file, cannot be read. */
export const isDamagedFile = (error: unknown): error is Error => {
  const { sqliteCode, sqliteExtendedCode } = error as SqliteError;
  return [sqliteCode, sqliteExtendedCode].some((code) => DAMAGED.includes(code)) || isSaid(error);
};

const NUL = '\u0000';
/**
 * Checks a stored text. A long text lies on several pages, and SQLite does not notice that one of them was zeroed: JSON
 * never contains that character.
 * @throws as SQLite does for an unreadable page
 */
export const asWritten = (json: string): string => {
  if (!json.includes(NUL)) return json;
  throw Object.assign(new Error('a part of a row is empty'), { sqliteCode: DAMAGED[0] as number });
};

/** The codes of an error of SQLite, to be passed to another thread. */
export const codesOf = (error: unknown): SqliteError => {
  const { sqliteCode = isSaid(error) ? (DAMAGED[0] as number) : undefined, sqliteExtendedCode } = error as SqliteError;
  return {
    ...(sqliteCode !== undefined && { sqliteCode }),
    ...(sqliteExtendedCode !== undefined && { sqliteExtendedCode }),
  };
};

/** Deletes a file computed from the log, with the files SQLite keeps beside it. */
export const removeSqlite = (file: string): void => {
  for (const end of ['', ...BESIDE]) rmSync(file + end, { force: true });
};
