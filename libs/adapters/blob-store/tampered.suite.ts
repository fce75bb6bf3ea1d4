import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DamagedBytes,
  documentBytes,
  keyring,
  masters,
  sealMember,
  type BlobStore,
  type DataKey,
  type SealedDocument,
} from '@dosar/kernel/runtime';
import { memoryVault } from '@dosar/kernel/memory/vault';
import { TAMPERINGS } from '../testing/tamperings';

/** A store, and how somebody who reaches what it keeps changes that. null: takes it away. */
export type Reached = {
  readonly blobs: BlobStore;
  readonly replace: (id: string, bytes: Buffer | null) => Promise<void>;
  readonly close: () => Promise<void>;
};

const SIZE = 3.5 * 64 * 1024;
const OWNER = 'files:c/2026';

/** Whatever becomes of the kept bytes of a document: nothing that it was not is handed out as right. */
export const tamperedSuite = (name: string, open: () => Promise<Reached>) =>
  describe(`documents in a store that somebody has reached: ${name}`, () => {
    let reached: Reached;
    const damaged = new Set<string>();
    const ring = keyring(memoryVault(), masters([Buffer.alloc(32, 1)]));
    beforeAll(async () => {
      reached = await open();
      await ring.begin(OWNER);
    });
    afterAll(() => reached.close());

    const documents = () => documentBytes(reached.blobs, ring, ({ id }) => void damaged.add(id));
    const made = async (id: string, plain: Buffer): Promise<SealedDocument> => {
      const { id: blobId, size, ...content } = await documents().put(Readable.from([plain]));
      return { id, blobId, size, eventId: id, sealed: sealMember(ring.key(OWNER) as DataKey, id, 'content', content) };
    };
    const kept = async ({ blobId }: SealedDocument) => buffer((await reached.blobs.open(blobId))!);

    /** What came until it was refused, and whether it was. */
    const read = async (document: SealedDocument, range?: { readonly start: number; readonly end: number }) => {
      const came: Buffer[] = [];
      try {
        for await (const chunk of (await documents().open(document, range))!) came.push(chunk as Buffer);
        return { bytes: Buffer.concat(came), isRefused: false };
      } catch (error) {
        expect(error).toBeInstanceOf(DamagedBytes);
        return { bytes: Buffer.concat(came), isRefused: true };
      }
    };

    it.each(Object.entries(TAMPERINGS))('%s is noticed, and never handed out as right', async (what, tampering) => {
      const plain = randomBytes(SIZE);
      const document = await made(what, plain);
      const other = await made('other', randomBytes(SIZE));
      await reached.replace(document.blobId, tampering(await kept(document), await kept(other)));
      const { bytes, isRefused } = await read(document);
      expect([isRefused, bytes.equals(plain.subarray(0, bytes.length)), damaged.has(what)]).toEqual([true, true, true]);
      // of what is asked for alone, either comes what it was, or nothing
      for (const [start, end] of [
        [0, 99],
        [70_000, 140_000],
        [SIZE - 10, SIZE - 1],
      ] as const) {
        const part = await read(document, { start, end });
        const was = plain.subarray(start, end + 1);
        expect(part.isRefused ? was.subarray(0, part.bytes.length).equals(part.bytes) : part.bytes.equals(was)).toBe(
          true,
        );
      }
      expect((await read(other)).isRefused).toBe(false);
    });

    it('one in the place of the other, both are noticed', async () => {
      const one = await made('one', randomBytes(SIZE));
      const two = await made('two', randomBytes(SIZE));
      const ofOne = await kept(one);
      const ofTwo = await kept(two);
      await reached.replace(one.blobId, ofTwo);
      await reached.replace(two.blobId, ofOne);
      expect([(await read(one)).isRefused, (await read(two)).isRefused]).toEqual([true, true]);
      // put back they are what they were
      await reached.replace(one.blobId, ofOne);
      expect((await read(one)).isRefused).toBe(false);
    });
  });
