import { lstatSync, statSync } from 'node:fs';
import { CannotStart } from './cannot-start';

/** The files SQLite keeps beside a file. */
export const BESIDE = ['-wal', '-shm', '-journal'] as const;

const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** @throws CannotStart when something other than a file is at the place of an SQLite file, or of those beside it */
export const mustBeFiles = (file: string): void => {
  for (const path of ['', ...BESIDE].map((end) => file + end)) {
    if (!isThere(path)) continue;
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile()) continue;
    const what = found?.isDirectory() ? 'a folder' : found ? 'no file' : 'a link to nothing';
    throw new CannotStart(
      `${path} is ${what}, where a file is to be: move it away. The log and the vault are then restored from their backup; what is computed from them is made anew`,
    );
  }
};

const CANNOT_OPEN = 14;
/** Codes of SQLite: no permission; read-only; cannot be opened. */
const UNOPENABLE: readonly unknown[] = [3, 8, CANNOT_OPEN];
const SAID =
  /^(?:Failed to open database: )?(?:unable to open database file|attempt to write a readonly database|access permission denied)/;
const OF_SYSTEM: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR'];

/** Whether a file that existed cannot be opened any more, such as when it was deleted while in use. */
export const isGone = (error: unknown): error is Error =>
  (error as { readonly sqliteCode?: unknown } | null)?.sqliteCode === CANNOT_OPEN;

/** Turns a missing permission for a file into a sentence; other errors are passed on. */
export const placed = (error: unknown, file: string): unknown => {
  const { sqliteCode, code, message } = error as { sqliteCode?: number; code?: string; message: string };
  if (!UNOPENABLE.includes(sqliteCode) && !OF_SYSTEM.includes(code) && !SAID.test(message)) return error;
  return Object.assign(
    new CannotStart(
      `${file} cannot be opened or written (${message}): the user that Dosar runs as must own it and its folder`,
      { cause: error },
    ),
    { sqliteCode: CANNOT_OPEN },
  );
};
