import { closeSync, fdatasync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import type { BlobInfo } from '@dosar/kernel/runtime';
import { anyShelf, draftOf, newBlobId, placeOf, shelfOf } from './shelves';

const datasync = promisify(fdatasync);

/**
 * Writes blobs that are in memory to a folder, for a thread of its own: most steps wait for the disk. Those that come
 * together go to one shelf, so that their names become durable at once.
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
      // after a failed fsync a later one on the same descriptor may succeed without having written anything
      opened.delete(shelf);
      closeSync(descriptor);
      throw error;
    }
  };

  const write = async (id: string, bytes: Uint8Array): Promise<BlobInfo | Error> => {
    const draft = draftOf(folder, id);
    try {
      const descriptor = openSync(draft, 'wx', 0o600);
      try {
        for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
        await datasync(descriptor);
      } finally {
        closeSync(descriptor);
      }
      renameSync(draft, placeOf(folder, id));
      return { id, size: bytes.length };
    } catch (error) {
      rmSync(draft, { force: true });
      return error as Error;
    }
  };

  return {
    /** Each once it is durable, or why it is not. @throws when none is */
    put: async (blobs: readonly Uint8Array[]): Promise<readonly (BlobInfo | Error)[]> => {
      const shelf = anyShelf();
      const written = await Promise.all(blobs.map((bytes) => write(newBlobId(shelf), bytes)));
      if (written.some((each) => !(each instanceof Error))) syncShelf(shelfOf(folder, shelf));
      return written;
    },
    close: (): void => {
      for (const descriptor of opened.values()) closeSync(descriptor);
    },
  };
};
