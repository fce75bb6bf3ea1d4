import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { CannotStart } from './cannot-start';

/** Another process uses this folder. */
export class FolderInUse extends CannotStart {
  override readonly name = 'FolderInUse';
}

/**
 * Locks the folder for this process until it ends in any way: a lock of the operating system, held by SQLite, so that
 * nothing remains after a crash.
 * @param name the purpose of the lock: each has its own
 * @param inUse the sentence for when another process has it
 * @throws FolderInUse
 */
export const lockFolder = (
  folder: string,
  name = 'dosar',
  inUse: (by: string) => string = (by) =>
    `the folder ${folder} is in use by another Dosar process${by}: stop that one first, or give this one a folder of its own with DOSAR_DATA_DIR`,
): { release(): void } => {
  const owner = join(folder, `${name}.pid`);
  const db = new DatabaseSync(join(folder, `${name}.lock`));
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch {
    db.close();
    throw new FolderInUse(inUse(pidIn(owner)));
  }
  writeFileSync(owner, String(process.pid));
  return { release: () => db.close() };
};

/** The process that uses the folder, and since when; null when none does. */
export const userOfFolder = (folder: string): { readonly pid: number; readonly since: Date } | null => {
  try {
    lockFolder(folder).release();
    return null;
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    const owner = join(folder, 'dosar.pid');
    return { pid: Number(readFileSync(owner, 'utf8')), since: statSync(owner).mtime };
  }
};

const pidIn = (file: string) => {
  try {
    return ` (process ${Number(readFileSync(file, 'utf8'))})`;
  } catch {
    return '';
  }
};
