import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { writeAll } from '../blob-store/spool';
import { CannotStart } from '../cannot-start';
import { codesOf } from '../sqlite-damage';

/** Suffix of files that are not complete yet. */
export const PART = '.part';
const AT_ONCE = 8;

/** Size and SHA-256 (hex) of a file. */
export type Sum = { readonly bytes: number; readonly sha256: string };

/** Makes the content of a file, or the list of a folder, durable. */
export const sync = async (place: string): Promise<void> => {
  const handle = await open(place, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Passes bytes through, and computes their size and hash. */
const summed = (source: AsyncIterable<Buffer>) => {
  const sha256 = createHash('sha256');
  let bytes = 0;
  const passing = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      sha256.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  return { chunks: passing(), sum: (): Sum => ({ bytes, sha256: sha256.digest('hex') }) };
};

export const sumOf = async (file: string): Promise<Sum> => {
  const { chunks, sum } = summed(createReadStream(file));
  for await (const _ of chunks);
  return sum();
};

/** Replaces a file atomically and durably. */
export const writeDurably = async (file: string, source: AsyncIterable<Buffer>): Promise<Sum> => {
  const handle = await open(file + PART, 'w', 0o600);
  const { chunks, sum } = summed(source);
  try {
    await writeAll(handle, chunks);
    await handle.sync();
    await rename(file + PART, file);
    return sum();
  } catch (error) {
    await rm(file + PART, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
};

export const copyDurably = (from: string, to: string): Promise<Sum> => writeDurably(to, createReadStream(from));

/** Gives a complete temporary file its final name. */
export const nameDurably = async (file: string): Promise<void> => {
  await sync(file + PART);
  await rename(file + PART, file);
  await sync(dirname(file));
};

export const makeFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
};

/** The names in a folder; none when it does not exist. */
export const namesIn = async (folder: string): Promise<readonly string[]> =>
  existsSync(folder) ? (await readdir(folder)).filter((name) => name !== 'lost+found') : [];

/** Runs the work for each, a few at a time. */
export const withEach = async <T>(all: Iterable<T>, work: (each: T) => Promise<void>): Promise<void> => {
  const left = all[Symbol.iterator]();
  const lane = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
};

const FULL = new Set(['ENOSPC', 'EDQUOT']);
const FAILED = new Set(['EIO', 'EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'EMFILE', 'ENFILE']);
/** Error codes of SQLite: the disk is full; a file could not be written or opened. */
const SQLITE_FULL = 13;
const SQLITE_FAILED = [8, 10, 14];

/** Turns errors of a disk into one sentence. */
export const onDisk = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const { sqliteCode = 0 } = codesOf(error);
    if (FULL.has(code) || sqliteCode === SQLITE_FULL || message === 'database or disk is full')
      throw new CannotStart(`the disk is full: ${what}`);
    if (FAILED.has(code) || SQLITE_FAILED.includes(sqliteCode)) throw new CannotStart(`${message}: ${what}`);
    throw error;
  }
};
