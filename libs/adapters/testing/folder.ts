import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder for a test, and a function that removes it. */
export const aFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dosar-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
};

/** Zeroes that many pages of a file, as a failing disk would. */
export const zeroPages = (file: string, from: number, many: number) => {
  const page = 4_096;
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(many * page), 0, many * page, from * page);
  closeSync(handle);
};
