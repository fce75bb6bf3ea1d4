import { Readable } from 'node:stream';
import { newId } from '../log/ids';
import type { BlobStore } from '../ports';

export const memoryBlobStore = (): BlobStore => {
  const kept = new Map<string, { readonly bytes: Buffer; readonly writtenAt: Date }>();
  return {
    async put(source) {
      const parts: Buffer[] = [];
      for await (const part of source) parts.push(part);
      const bytes = Buffer.concat(parts);
      const id = newId();
      kept.set(id, { bytes, writtenAt: new Date() });
      return { id, size: bytes.length };
    },
    async open(id, range) {
      const found = kept.get(id);
      if (!found) return null;
      const { start, end } = range ?? { start: 0, end: found.bytes.length };
      return Readable.from([found.bytes.subarray(start, end + 1)]);
    },
    async remove(id) {
      kept.delete(id);
    },
    async *all() {
      for (const [id, { bytes, writtenAt }] of kept) yield { id, size: bytes.length, writtenAt };
    },
    close: () => Promise.resolve(),
  };
};
