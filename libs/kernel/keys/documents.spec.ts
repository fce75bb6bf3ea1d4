import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { chunkSealer, DamagedBytes } from './chunk-cipher';
import { documentBytes, type SealedDocument, type StoredBytes } from './documents';
import { sealMember, type DataKey } from './envelope';
import { keyring, type Keyring } from './keyring';
import { masters } from './masters';
import { memoryBlobStore } from '../memory/blob-store';
import { memoryVault } from '../memory/vault';
import { Unavailable } from '../ports';

const OWNER = 'files:c/2026';

describe('the bytes of documents', () => {
  let ring: Keyring;
  let blobs: ReturnType<typeof memoryBlobStore>;
  let damaged: string[];
  const documents = () => documentBytes(blobs, ring, ({ id }, { message }) => void damaged.push(`${id}: ${message}`));
  beforeEach(async () => {
    ring = keyring(memoryVault(), masters([Buffer.alloc(32, 1)]));
    await ring.begin(OWNER);
    [blobs, damaged] = [memoryBlobStore(), []];
  });

  /** As a view stores it, from the record that names it. */
  const named = (id: string, { id: blobId, size, bytesKey, sha256 }: StoredBytes): SealedDocument => {
    const content = { bytesKey, sha256 };
    return { id, blobId, size, eventId: id, sealed: sealMember(ring.key(OWNER) as DataKey, id, 'content', content) };
  };
  const put = (bytes: Buffer) => documents().put(Readable.from([bytes]));
  const read = async (document: SealedDocument) => {
    const bytes = await documents().open(document);
    return bytes && buffer(bytes);
  };

  it('come back by what their record says, and the store knows nothing of them', async () => {
    const plain = Buffer.alloc(300_000, 'canar');
    const stored = await put(plain);
    expect((await read(named('f', stored)))?.equals(plain)).toBe(true);
    const kept = await buffer((await blobs.open(stored.id))!);
    expect([kept.includes('canar'), kept.length > plain.length]).toEqual([false, true]);
    expect((await put(plain)).bytesKey).not.toBe(stored.bytesKey);
  });

  it('of which some are asked for are read as far as that', async () => {
    const plain = randomBytes(500_000);
    const document = named('f', await put(plain));
    const range = { start: 130_000, end: 200_123 };
    const bytes = await buffer((await documents().open(document, range))!);
    expect(bytes.equals(plain.subarray(130_000, 200_124))).toBe(true);
  });

  it('are gone with the key of their owner', async () => {
    const document = named('f', await put(randomBytes(100)));
    await ring.destroy(OWNER);
    expect([await read(document), damaged]).toEqual([null, []]);
  });

  it('that are missing, of another document or not those of the hash are not handed out, and are named', async () => {
    const one = await put(randomBytes(100));
    const other = await put(randomBytes(100));
    const wrong = {
      'its bytes are missing': named('a', { ...one, id: 'nothing' }),
      'chunk 0 is not what was sealed there': named('b', { ...one, id: other.id }),
      'its hash is not the one in its record': named('c', { ...one, sha256: other.sha256 }),
      'what opens it is not what its record said': { ...named('d', one), eventId: 'other' },
      'no record says what opens it': { ...named('e', one), sealed: null },
    };
    for (const document of Object.values(wrong)) await expect(read(document)).rejects.toThrow(DamagedBytes);
    expect(damaged).toEqual(Object.entries(wrong).map(([what, { id }]) => `${id}: ${what}`));
  });

  it('that were compared with their hash today are proved by their seals alone, and compared again tomorrow', async () => {
    const plain = randomBytes(100_000);
    const stored = await put(plain);
    const sealer = chunkSealer(Buffer.from(stored.bytesKey, 'base64url'));
    const resealed = Buffer.concat([...sealer.push(randomBytes(100_000)), ...sealer.end()]);
    const changed = Buffer.concat([resealed.subarray(0, 70_000), Buffer.from('x'), resealed.subarray(70_001)]);
    let held: Buffer | null = null;
    const open = (id: string) => (held ? Promise.resolve(Readable.from([held])) : blobs.open(id));
    const all = documentBytes(
      { ...blobs, open },
      ring,
      ({ id }, { message }) => void damaged.push(`${id}: ${message}`),
    );
    const readAll = async (document: SealedDocument) => buffer((await all.open(document))!);
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    try {
      expect((await readAll(named('f', stored))).equals(plain)).toBe(true);
      held = changed;
      await expect(readAll(named('f', stored))).rejects.toThrow('chunk 1 is not what was sealed there');
      held = resealed;
      // only somebody with the document's own key could have encrypted these bytes
      expect(await readAll(named('f', stored))).toHaveLength(100_000);
      await expect(readAll(named('g', { ...stored, sha256: 'other' }))).rejects.toThrow('its hash is not the one');
      jest.advanceTimersByTime(24 * 60 * 60 * 1000);
      await expect(readAll(named('f', stored))).rejects.toThrow('its hash is not the one in its record');
    } finally {
      jest.useRealTimers();
    }
  });

  it.each([
    ['EIO', DamagedBytes],
    ['EMFILE', Unavailable],
    ['ECONNRESET', Unavailable],
  ])('that cannot be read for %s are damaged only where the disk says so', async (code, kind) => {
    const document = named('f', await put(randomBytes(100)));
    const failing = Object.assign(new Error(code), { code });
    const failed: Readable = new Readable({ read: () => void failed.destroy(failing) });
    const store = { ...blobs, open: async () => failed };
    const opening = documentBytes(store, ring, ({ id }) => void damaged.push(id)).open(document);
    await expect(opening).rejects.toThrow(kind);
    expect(damaged).toEqual(kind === DamagedBytes ? ['f'] : []);
  });

  it('whose first chunk is changed are refused before anything is said of them, however small the pieces are', async () => {
    const { id, ...stored } = await put(randomBytes(200_000));
    const kept = await buffer((await blobs.open(id))!);
    kept[60_000]! ^= 1;
    const pieces = Array.from({ length: 20 }, (_, at) => kept.subarray(at * 16_000, (at + 1) * 16_000));
    const store = { ...blobs, open: async () => Readable.from(pieces) };
    const opening = documentBytes(store, ring, (document) => void damaged.push(document.id)).open(
      named('f', { ...stored, id }),
    );
    await expect(opening).rejects.toThrow('chunk 0 is not what was sealed there');
    expect(damaged).toEqual(['f']);
  });

  it('that are damaged further on are cut there, and what was open is closed', async () => {
    const { id, ...stored } = await put(randomBytes(400_000));
    const kept = await buffer((await blobs.open(id))!);
    kept[300_000]! ^= 1;
    const changed = await blobs.put(Readable.from([kept]));
    const opened: Readable[] = [];
    const open: typeof blobs.open = async (...all) => {
      const stream = await blobs.open(...all);
      opened.push(stream!);
      return stream;
    };
    const watched = documentBytes({ ...blobs, open }, ring, (document) => void damaged.push(document.id));
    await expect(watched.open(named('f', { ...stored, id: changed.id })).then((each) => buffer(each!))).rejects.toThrow(
      DamagedBytes,
    );
    // a reader that disconnects before reading closes the source, too
    (await watched.open(named('g', { ...stored, id })))!.destroy();
    await new Promise((go) => setImmediate(go));
    expect([damaged, opened.map(({ destroyed }) => destroyed)]).toEqual([['f'], [true, true]]);
  });
});
