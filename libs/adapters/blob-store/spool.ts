import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomOf } from '@dosar/kernel/runtime';

/** So much is written at once. */
const AT_ONCE_BYTES = 128 * 1024;

const allOf = async (handle: FileHandle, bytes: Buffer): Promise<void> => {
  for (let at = 0; at < bytes.length;) at += (await handle.write(bytes, at, bytes.length - at)).bytesWritten;
};

/**
 * Writes all of a source into a file, by two buffers however much it is: while one is written the other is filled.
 * @returns how much it was.
 */
export const writeAll = async (handle: FileHandle, source: AsyncIterable<Buffer>) => {
  let filling = Buffer.allocUnsafeSlow(AT_ONCE_BYTES);
  let other = Buffer.allocUnsafeSlow(AT_ONCE_BYTES);
  let size = 0;
  let length = 0;
  let writing = Promise.resolve();
  const write = async () => {
    await writing;
    writing = allOf(handle, filling.subarray(0, length));
    // whoever writes next sees that it failed; a source that fails before is what is told
    writing.catch(() => undefined);
    [filling, other, length] = [other, filling, 0];
  };
  for await (const chunk of source) {
    size += chunk.length;
    for (let at = 0; at < chunk.length;) {
      const copied = chunk.copy(filling, length, at);
      at += copied;
      length += copied;
      if (length === filling.length) await write();
    }
  }
  await write();
  await writing;
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
