import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BlobStore, ByteRange } from '@dosar/kernel/runtime';

export type OpenedBlobs = { readonly blobs: BlobStore; readonly close: () => Promise<void> };

const CHUNK = 64 * 1024;
const streamOf = (bytes: Buffer) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
    })(),
  );

/** What every adapter of blobs must do. An adapter is done when this passes. */
export const blobStoreSuite = (name: string, open: () => Promise<OpenedBlobs>) =>
  describe(`blob store: ${name}`, () => {
    let opened: OpenedBlobs;
    let blobs: BlobStore;
    beforeAll(async () => {
      opened = await open();
      blobs = opened.blobs;
    });
    afterAll(() => opened.close());

    const read = async (id: string, range?: ByteRange) => {
      const found = await blobs.open(id, range);
      return found && buffer(found);
    };
    const listed = async () => {
      const ids: string[] = [];
      for await (const { id } of blobs.all()) ids.push(id);
      return ids;
    };

    it.each([0, 1, CHUNK, 4 * CHUNK, 4 * CHUNK + 1, 3_000_000])(
      'gives back %d bytes as they came, with their size',
      async (size) => {
        const bytes = randomBytes(size);
        const info = await blobs.put(streamOf(bytes));
        expect(info).toMatchObject({ size });
        expect((await read(info.id))?.equals(bytes)).toBe(true);
      },
    );

    it('gives every blob a name of its own, also for the same bytes', async () => {
      const bytes = randomBytes(100);
      const [one, two] = await Promise.all([blobs.put(streamOf(bytes)), blobs.put(streamOf(bytes))]);
      expect(one.id).not.toBe(two.id);
    });

    it('reads ranges, both ends included', async () => {
      const bytes = randomBytes(200_000);
      const { id } = await blobs.put(streamOf(bytes));
      expect((await read(id, { start: 0, end: 0 }))?.equals(bytes.subarray(0, 1))).toBe(true);
      expect((await read(id, { start: 1000, end: 150_000 }))?.equals(bytes.subarray(1000, 150_001))).toBe(true);
      expect((await read(id, { start: 199_999, end: 199_999 }))?.equals(bytes.subarray(-1))).toBe(true);
    });

    it('reads nothing where nothing is', async () => {
      const { id } = await blobs.put(streamOf(randomBytes(100)));
      expect(await read(id, { start: 100, end: 200 })).toHaveLength(0);
      expect(await read(id, { start: 90, end: 200 })).toHaveLength(10);
    });

    it('knows nothing of an id that it did not give', async () => {
      expect(await blobs.open('0'.repeat(32))).toBeNull();
      expect(await blobs.open('../../etc/passwd')).toBeNull();
      await blobs.remove('0'.repeat(32));
    });

    it('forgets what is removed', async () => {
      const { id } = await blobs.put(streamOf(randomBytes(10)));
      expect(await listed()).toContain(id);
      await blobs.remove(id);
      expect([await blobs.open(id), (await listed()).includes(id)]).toEqual([null, false]);
    });

    it.each([1, 20])('keeps nothing of a source that breaks off after %d chunks', async (chunks) => {
      const before = await listed();
      const broken = Readable.from(
        (async function* () {
          for (let at = 0; at < chunks; at += 1) yield randomBytes(CHUNK);
          await Promise.resolve();
          throw new Error('the line went dead');
        })(),
      );
      await expect(blobs.put(broken)).rejects.toThrow('the line went dead');
      expect(await listed()).toEqual(before);
    });

    it('keeps many that come at once', async () => {
      const all = Array.from({ length: 50 }, (_, at) => randomBytes(at % 5 === 0 ? 400_000 : 2_000));
      const kept = await Promise.all(all.map((bytes) => blobs.put(streamOf(bytes))));
      for (const [at, { id }] of kept.entries()) expect((await read(id))?.equals(all[at]!)).toBe(true);
    });

    it('says when a blob was written', async () => {
      const { id } = await blobs.put(streamOf(randomBytes(10)));
      for await (const each of blobs.all())
        if (each.id === id)
          expect([each.size, Math.abs(each.writtenAt.getTime() - Date.now()) < 60_000]).toEqual([10, true]);
    });
  });
