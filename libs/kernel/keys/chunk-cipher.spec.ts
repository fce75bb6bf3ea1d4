import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { CHUNK_BYTES, chunkOpener, chunkSealer, DamagedBytes, sealedSizeOf, sealedSpanOf } from './chunk-cipher';

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const runs = { numRuns: Number(process.env['RUNS'] ?? 100), seed };
const SEALED = CHUNK_BYTES + 16;

/** The bytes in pieces of random size. */
const inPieces = (bytes: Buffer, most: number): Buffer[] => {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += most) pieces.push(bytes.subarray(at, at + most));
  return pieces;
};

const sealed = (key: Buffer, plain: Buffer, piece = CHUNK_BYTES): Buffer => {
  const sealer = chunkSealer(key);
  return Buffer.concat([...inPieces(plain, piece).flatMap((each) => sealer.push(each)), ...sealer.end()]);
};

type Span = { readonly start: number; readonly end: number };
const opened = (key: Buffer, kept: Buffer, size: number, piece = CHUNK_BYTES, span: Span | null = null): Buffer => {
  const opener = chunkOpener(key, size, span);
  const out = inPieces(kept, piece).flatMap((each) => opener.push(each));
  return Buffer.concat([...out, opener.end()]);
};

/** The bytes that were delivered before the damage was noticed. */
const before = (key: Buffer, kept: Buffer, size: number): readonly [plain: Buffer, isRefused: boolean] => {
  const opener = chunkOpener(key, size);
  const out: Buffer[] = [];
  try {
    for (const each of inPieces(kept, 10_000)) out.push(...opener.push(each));
    out.push(opener.end());
    return [Buffer.concat(out), false];
  } catch (error) {
    expect(error).toBeInstanceOf(DamagedBytes);
    return [Buffer.concat(out), true];
  }
};

/** Sizes around multiples of a chunk, where mistakes are likely. */
const sizes = fc.oneof(
  fc.integer({ min: 0, max: 4 * CHUNK_BYTES }),
  fc
    .tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: -17, max: 17 }))
    .map(([chunks, more]) => Math.max(0, chunks * CHUNK_BYTES + more)),
);
const pieces = fc.integer({ min: 1_000, max: 3 * SEALED });

describe(`the bytes of a document in chunks (seed ${seed})`, () => {
  it('come back as they were, however they come, and take as much room as was said', () =>
    fc.assert(
      fc.property(sizes, pieces, pieces, (size, come, read) => {
        const key = randomBytes(32);
        const plain = randomBytes(size);
        const kept = sealed(key, plain, come);
        expect(kept.length).toBe(sealedSizeOf(size));
        expect(opened(key, kept, size, read).equals(plain)).toBe(true);
      }),
      runs,
    ));

  it('are opened from any byte to any byte, by no more chunks than have them', () =>
    fc.assert(
      fc.property(sizes, pieces, fc.nat(), fc.nat(), (size, read, one, other) => {
        fc.pre(size > 0);
        const [start, end] = [one % size, other % size].sort((a, b) => a - b) as [number, number];
        const key = randomBytes(32);
        const plain = randomBytes(size);
        const at = sealedSpanOf(size, { start, end });
        const part = sealed(key, plain).subarray(at.start, at.end + 1);
        expect(part.length).toBeLessThanOrEqual((Math.floor((end - start) / CHUNK_BYTES) + 2) * SEALED);
        expect(opened(key, part, size, read, { start, end }).equals(plain.subarray(start, end + 1))).toBe(true);
      }),
      runs,
    ));

  it('with any one of them changed are refused, and nothing is handed out that was not there', () =>
    fc.assert(
      fc.property(sizes, fc.nat(), fc.integer({ min: 1, max: 255 }), (size, where, how) => {
        const key = randomBytes(32);
        const plain = randomBytes(size);
        const kept = sealed(key, plain);
        const at = where % kept.length;
        kept[at]! ^= how;
        const [out, isRefused] = before(key, kept, size);
        expect([isRefused, out.equals(plain.subarray(0, out.length))]).toEqual([true, true]);
        // only whole chunks before the damage were delivered
        expect(out.length).toBeLessThanOrEqual(Math.floor(at / SEALED) * CHUNK_BYTES);
      }),
      runs,
    ));

  it('cut, lengthened, moved, doubled, of another document, or said to be more or fewer are refused', () =>
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 4 }), fc.nat(CHUNK_BYTES - 1), fc.nat(), (chunks, more, where) => {
        const size = (chunks - 1) * CHUNK_BYTES + more + 1;
        const key = randomBytes(32);
        const plain = randomBytes(size);
        const kept = sealed(key, plain);
        const parts = inPieces(kept, SEALED);
        const swapped = [parts[1]!, parts[0]!, ...parts.slice(2)];
        const others = inPieces(sealed(randomBytes(32), plain), SEALED);
        const changed: readonly (readonly [string, Buffer, number])[] = [
          ['cut anywhere', kept.subarray(0, where % kept.length), size],
          ['cut after a chunk', Buffer.concat(parts.slice(0, -1)), size],
          ['cut after a chunk, and said so', Buffer.concat(parts.slice(0, -1)), (chunks - 1) * CHUNK_BYTES],
          ['lengthened', Buffer.concat([kept, Buffer.alloc(1 + (where % 100))]), size],
          ['its last chunk twice', Buffer.concat([kept, parts.at(-1)!]), size],
          ['exchanged within', Buffer.concat(swapped), size],
          ['one left out', Buffer.concat([parts[0]!, ...parts.slice(2)]), size],
          ['a chunk of another', Buffer.concat([others[0]!, ...parts.slice(1)]), size],
          ['all of another', Buffer.concat(others), size],
          ['said to be shorter', kept, size - 1],
          ['said to be longer', kept, size + 1],
        ];
        for (const [what, bytes, said] of changed) expect([what, before(key, bytes, said)[1]]).toEqual([what, true]);
      }),
      { ...runs, numRuns: Math.ceil(runs.numRuns / 4) },
    ));

  it('say nothing of themselves', () => {
    const plain = Buffer.alloc(3 * CHUNK_BYTES, 'canar');
    const kept = sealed(randomBytes(32), plain);
    expect([kept.includes('canar'), kept.includes(Buffer.alloc(16))]).toEqual([false, false]);
  });
});
