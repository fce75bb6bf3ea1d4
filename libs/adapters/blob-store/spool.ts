import { createHash } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { randomOf } from '@dosar/kernel/runtime';

/** So much is read while something is written, and written at once. */
const AHEAD_BYTES = 256 * 1024;

/** Writes all of a source into a file. @returns how much it was, and its hash. */
export const writeAll = async (handle: FileHandle, source: AsyncIterable<Buffer>) => {
  const sha256 = createHash('sha256');
  let size = 0;
  const ahead = Readable.from(source, { objectMode: false, highWaterMark: AHEAD_BYTES });
  for await (const chunk of ahead as AsyncIterable<Buffer>) {
    sha256.update(chunk);
    size += chunk.length;
    for (let at = 0; at < chunk.length;) at += (await handle.write(chunk, at)).bytesWritten;
  }
  return { size, sha256: sha256.digest('hex') };
};

/** A file without a name, readable by nobody else: it is gone with the process, however that ends. */
export const namelessFile = async (): Promise<FileHandle> => {
  const place = join(tmpdir(), `dosar-${randomOf(16).toString('hex')}`);
  const handle = await open(place, 'wx+', 0o600);
  await unlink(place);
  return handle;
};

const OUTAGES = new Set(['ENOSPC', 'EIO', 'EDQUOT', 'EROFS', 'EMFILE', 'ENFILE', 'ENOENT', 'EACCES', 'EPERM']);
/** Whether a file system failed, not what was written to it. */
export const isDiskOutage = (error: unknown): boolean => OUTAGES.has((error as NodeJS.ErrnoException).code ?? '');
