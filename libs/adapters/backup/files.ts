import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { writeAll } from '../blob-store/spool';
import { CannotStart } from '../cannot-start';
import { codesOf } from '../sqlite-damage';

/** What is not whole yet. */
export const PART = '.part';
const AT_ONCE = 8;

/** What a file holds: its bytes, and their hash in hex. */
export type Sum = { readonly bytes: number; readonly sha256: string };

/** Makes what was written to a file, or what a folder lists, durable. */
export const sync = async (place: string): Promise<void> => {
  const handle = await open(place, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Passes bytes on, and says in the end what they were. */
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

/** Under its name stands either all of it, on the disk, or what was there before. */
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

/** What was written beside it and is whole gets its name. */
export const nameDurably = async (file: string): Promise<void> => {
  await sync(file + PART);
  await rename(file + PART, file);
  await sync(dirname(file));
};

export const makeFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
};

/** What a folder lists: nothing when it is not there. */
export const namesIn = async (folder: string): Promise<readonly string[]> =>
  existsSync(folder) ? (await readdir(folder)).filter((name) => name !== 'lost+found') : [];

/** Does so with each, a few at a time. */
export const withEach = async <T>(all: Iterable<T>, work: (each: T) => Promise<void>): Promise<void> => {
  const left = all[Symbol.iterator]();
  const lane = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
};

const FULL = new Set(['ENOSPC', 'EDQUOT']);
const FAILED = new Set(['EIO', 'EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'EMFILE', 'ENFILE']);
/** Of SQLite: the disk is full; it could not be written or opened. */
const SQLITE_FULL = 13;
const SQLITE_FAILED = [8, 10, 14];

/** What a disk did not take is said in one sentence. */
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
