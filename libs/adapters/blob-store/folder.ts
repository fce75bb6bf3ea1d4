import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Unavailable, type BlobInfo, type BlobStore } from '@dosar/kernel/runtime';
import { thread } from '../thread';
import { draftOf, incomingOf, newBlobId, placeOf, shelfOf, shelvesOf } from './shelves';
import { isDiskOutage, writeAll } from './spool';

const ID = /^[0-9a-f]{32}$/;
/** null for a missing file; any other error of the disk is an outage. */
const unlessMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw new Unavailable(`the folder of documents: ${error.message}`, { cause: error });
};

/** So much of a blob is read at once: four chunks of a document, as they are sealed. */
const READ_BYTES = 4 * (64 * 1024 + 16);
/** A blob that is no larger is written at once, by a thread of its own; of a larger one no more is ever in memory. */
const SMALL_BYTES = 256 * 1024;

/** null: it is not there. @throws Unavailable */
const statOf = (place: string) => stat(place).catch(unlessMissing);

/** Makes what a folder lists durable: a new name in it is lost in a power cut until then. */
const syncFolder = async (folder: string) => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

type Chunks = AsyncIterator<Buffer, unknown, undefined>;
type Head = { readonly chunks: readonly Buffer[]; readonly isAll: boolean };

/** Reads so much as a small blob has, and sees whether there is more. */
const headOf = async (source: Chunks): Promise<Head> => {
  const chunks: Buffer[] = [];
  for (let size = 0; size <= SMALL_BYTES;) {
    const next = await source.next();
    if (next.done) return { chunks, isAll: true };
    chunks.push(next.value);
    size += next.value.length;
  }
  return { chunks, isAll: false };
};

const wholeOf = async function* ({ chunks }: Head, source: Chunks): AsyncGenerator<Buffer> {
  yield* chunks;
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
};

/** Copied into a buffer of its own, since only a whole buffer can be transferred to a thread. */
const joined = ({ chunks }: Head): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(chunks.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const chunk of chunks) at += chunk.copy(bytes, at);
  return bytes;
};

const putLarge = async (folder: string, source: AsyncIterable<Buffer>): Promise<BlobInfo> => {
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

  return {
    async put(source) {
      const chunks = source[Symbol.asyncIterator]() as Chunks;
      try {
        const head = await headOf(chunks);
        if (!head.isAll) return await putLarge(folder, wholeOf(head, chunks));
        const bytes = joined(head);
        return await small.ask(bytes, [bytes.buffer]);
      } finally {
        // the rest is never read: the source may close what it holds open
        await chunks.return?.();
      }
    },
    async open(id, range) {
      if (!ID.test(id)) return null;
      const place = placeOf(folder, id);
      const found = await statOf(place);
      return found && createReadStream(place, { ...range, highWaterMark: READ_BYTES });
    },
    async remove(id) {
      if (ID.test(id)) await rm(placeOf(folder, id), { force: true });
    },
    async *all() {
      for (const shelf of shelves)
        for (const id of await readdir(shelf)) {
          const found = await statOf(join(shelf, id));
          if (found) yield { id, size: found.size, writtenAt: found.mtime };
        }
    },
    close: small.close,
  };
};
