import type { BlobStore } from '@dosar/kernel/runtime';
import { Unavailable } from '@dosar/kernel/runtime';

/** All bytes of a blob of that size, in memory of their own: they can be handed to a thread; null when they are missing. */
export const bytesIfThere = async (blobs: BlobStore, blobId: string, size: number): Promise<ArrayBuffer | null> => {
  const source = await blobs.open(blobId);
  if (!source) return null;
  const bytes = new Uint8Array(size);
  let at = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes.buffer;
};

/** The same, of what must be there. @throws Unavailable */
export const bytesOf = async (blobs: BlobStore, blobId: string, size: number): Promise<ArrayBuffer> => {
  const bytes = await bytesIfThere(blobs, blobId, size);
  if (!bytes) throw new Unavailable('the bytes of a document are missing');
  return bytes;
};
