import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Unavailable, type BlobInfo, type BlobStore } from '@dosar/kernel/runtime';
import { thread } from '../thread';
import { draftOf, incomingOf, newBlobId, placeOf, shelfOf, shelvesOf } from './shelves';
import { isDiskOutage, writeAll } from './spool';

const ID = /^[0-9a-f]{32}$/;
/** A blob that is no larger is written at once, by a thread of its own; of a larger one no more is ever in memory. */
const SMALL_BYTES = 256 * 1024;

/** Makes what a folder lists durable: a new name in it is lost in a power cut until then. */
const syncFolder = async (folder: string) => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

type Begun = {
  readonly head: readonly Buffer[];
  /** All of the source, its head included; null when the head is all of it. */
  readonly whole: AsyncIterable<Buffer> | null;
};

/** Reads so much of a source as a small blob has, and sees whether there is more. */
const begin = async (source: AsyncIterable<Buffer>): Promise<Begun> => {
  const chunks = source[Symbol.asyncIterator]();
  const head: Buffer[] = [];
  for (let size = 0; size <= SMALL_BYTES;) {
    const next = await chunks.next();
    if (next.done) return { head, whole: null };
    head.push(next.value);
    size += next.value.length;
  }
  const whole = async function* () {
    try {
      yield* head;
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
    } finally {
      await chunks.return?.();
    }
  };
  return { head, whole: whole() };
};

/**
 * Blobs as files of a folder. A blob is written under `incoming`, made durable, and only then gets its name; what is found
 * there at the start is left over and goes.
 */
export const folderBlobStore = async (folder: string): Promise<BlobStore> => {
  const shelves = shelvesOf(folder);
  await rm(incomingOf(folder), { recursive: true, force: true });
  for (const each of [incomingOf(folder), ...shelves]) await mkdir(each, { recursive: true });
  await syncFolder(folder);
  const small = thread<Uint8Array, BlobInfo>('small-blobs.worker', folder, 'the writing of documents');

  const putSmall = (head: readonly Buffer[]): Promise<BlobInfo> => {
    // in memory of its own: it is handed over
    const bytes = new Uint8Array(head.reduce((size, { length }) => size + length, 0));
    let at = 0;
    for (const chunk of head) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return small.ask(bytes, [bytes.buffer]);
  };

  const putLarge = async (source: AsyncIterable<Buffer>): Promise<BlobInfo> => {
    const id = newBlobId();
    const draft = draftOf(folder, id);
    try {
      const handle = await open(draft, 'wx', 0o600);
      const written = await writeAll(handle, source)
        .then(async (all) => {
          await handle.datasync();
          return all;
        })
        .finally(() => handle.close());
      await rename(draft, placeOf(folder, id));
      await syncFolder(shelfOf(folder, id));
      return { id, ...written };
    } catch (error) {
      await rm(draft, { force: true });
      throw isDiskOutage(error) ? new Unavailable(`the folder of documents: ${(error as Error).message}`) : error;
    }
  };

  return {
    async put(source) {
      const { head, whole } = await begin(source);
      return whole ? putLarge(whole) : putSmall(head);
    },
    async open(id, range) {
      if (!ID.test(id)) return null;
      const place = placeOf(folder, id);
      const found = await stat(place).catch(() => null);
      return found && createReadStream(place, range ?? {});
    },
    async remove(id) {
      if (ID.test(id)) await rm(placeOf(folder, id), { force: true });
    },
    async *all() {
      for (const shelf of shelves)
        for (const id of await readdir(shelf)) {
          const found = await stat(join(shelf, id)).catch(() => null);
          if (found) yield { id, writtenAt: found.mtime };
        }
    },
    close: small.close,
  };
};
