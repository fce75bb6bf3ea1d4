import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder for a test, and how to be rid of it. */
export const aFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dosar-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
};
