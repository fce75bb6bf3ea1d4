import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomOf } from '@dosar/kernel/runtime';

/** So much is written at once. */
const AT_ONCE_BYTES = 256 * 1024;

/** Writes all of a source into a file, by one buffer however much it is. @returns how much it was. */
export const writeAll = async (handle: FileHandle, source: AsyncIterable<Buffer>) => {
  const waiting = Buffer.allocUnsafeSlow(AT_ONCE_BYTES);
  let [size, length] = [0, 0];
  const write = async () => {
    for (let at = 0; at < length;) at += (await handle.write(waiting, at, length - at)).bytesWritten;
    length = 0;
  };
  for await (const chunk of source) {
    size += chunk.length;
    for (let at = 0; at < chunk.length;) {
      const copied = chunk.copy(waiting, length, at);
      at += copied;
      length += copied;
      if (length === waiting.length) await write();
    }
  }
  await write();
  return { size };
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
