import { closeSync, fdatasyncSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { draftOf, placeOf, shelfOf } from './shelves';

/** A blob that is in memory, under its id. */
export type SmallBlob = { readonly id: string; readonly bytes: Uint8Array };
export type Written = { readonly size: number; readonly sha256: string };

/**
 * Writes blobs that are in memory to a folder, for a thread of its own: each step waits for the disk. Those that come
 * together share what makes the names of a shelf durable.
 */
export const smallBlobs = (folder: string) => {
  /** Shelves that were written to stay open. */
  const opened = new Map<string, number>();

  const syncShelf = (shelf: string): void => {
    const descriptor = opened.get(shelf) ?? openSync(shelf, 'r');
    opened.set(shelf, descriptor);
    try {
      fsyncSync(descriptor);
    } catch (error) {
      // one that failed once says nothing any more
      opened.delete(shelf);
      closeSync(descriptor);
      throw error;
    }
  };

  const write = ({ id, bytes }: SmallBlob): void => {
    const descriptor = openSync(draftOf(folder, id), 'wx', 0o600);
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
      fdatasyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draftOf(folder, id), placeOf(folder, id));
  };

  /** What the work fails with. */
  const failureOf = (work: () => void): Error | null => {
    try {
      work();
      return null;
    } catch (error) {
      return error as Error;
    }
  };

  return {
    /** Each once it is durable, or why it is not: then nothing of it is left. */
    put: (blobs: readonly SmallBlob[]): (Written | Error)[] => {
      const failures = blobs.map((blob) => failureOf(() => write(blob)));
      const written = blobs.filter((_, at) => !failures[at]).map(({ id }) => shelfOf(folder, id));
      const shelves = new Map([...new Set(written)].map((shelf) => [shelf, failureOf(() => syncShelf(shelf))]));
      return blobs.map(({ id, bytes }, at) => {
        const failure = failures[at] ?? shelves.get(shelfOf(folder, id));
        if (!failure) return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
        rmSync(draftOf(folder, id), { force: true });
        return failure;
      });
    },
    close: (): void => {
      for (const descriptor of opened.values()) closeSync(descriptor);
    },
  };
};
