import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { randomOf, Unavailable, type BlobStore } from '@dosar/kernel/runtime';
import { isDiskOutage, writeAll } from './spool';

const ID = /^[0-9a-f]{32}$/;

/** Makes what a folder lists durable: a new name in it is lost in a power cut until then. */
const syncFolder = async (folder: string) => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * Blobs as files of a folder, spread over 256 folders by the first byte of their random ids. A blob is written under
 * `incoming`, made durable, and only then gets its name; what is found there at the start is left over and goes.
 */
export const folderBlobStore = async (folder: string): Promise<BlobStore> => {
  const incoming = join(folder, 'incoming');
  const shelves = Array.from({ length: 256 }, (_, at) => join(folder, at.toString(16).padStart(2, '0')));
  await rm(incoming, { recursive: true, force: true });
  for (const each of [incoming, ...shelves]) await mkdir(each, { recursive: true });
  await syncFolder(folder);
  /** Shelves that were written to stay open: each blob makes its shelf durable. */
  const opened = new Map<string, Promise<FileHandle>>();
  const syncShelf = async (name: string) => {
    const shelf = opened.get(name) ?? open(join(folder, name), 'r');
    opened.set(name, shelf);
    try {
      await (await shelf).sync();
    } catch (error) {
      // one that failed once says nothing any more
      opened.delete(name);
      void shelf.then((handle) => handle.close()).catch(() => undefined);
      throw error;
    }
  };
  const placeOf = (id: string) => join(folder, id.slice(0, 2), id);

  const write = async (handle: FileHandle, source: AsyncIterable<Buffer>) => {
    const written = await writeAll(handle, source);
    await handle.datasync();
    return written;
  };

  return {
    async put(source) {
      const id = randomOf(16).toString('hex');
      const draft = join(incoming, id);
      try {
        const handle = await open(draft, 'wx', 0o600);
        const written = await write(handle, source).finally(() => handle.close());
        await rename(draft, placeOf(id));
        await syncShelf(id.slice(0, 2));
        return { id, ...written };
      } catch (error) {
        await rm(draft, { force: true });
        throw isDiskOutage(error) ? new Unavailable(`the folder of documents: ${(error as Error).message}`) : error;
      }
    },
    async open(id, range) {
      if (!ID.test(id)) return null;
      const found = await stat(placeOf(id)).catch(() => null);
      return found && createReadStream(placeOf(id), range ?? {});
    },
    async remove(id) {
      if (ID.test(id)) await rm(placeOf(id), { force: true });
    },
    async *all() {
      for (const shelf of shelves)
        for (const id of await readdir(shelf)) {
          const found = await stat(join(shelf, id)).catch(() => null);
          if (found) yield { id, writtenAt: found.mtime };
        }
    },
    async close() {
      for (const shelf of opened.values()) await (await shelf).close();
      opened.clear();
    },
  };
};
