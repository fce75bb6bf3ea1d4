const CHUNK = 64 * 1024 + 16;

/**
 * What somebody does to the stored bytes of a document of three and a half chunks; `other`: the stored bytes of another
 * document of that size. null: they are deleted.
 */
export type Tampering = (kept: Buffer, other: Buffer) => Buffer | null;

const flipped =
  (where: (length: number) => number): Tampering =>
  (kept) => {
    const changed = Buffer.from(kept);
    changed[where(kept.length)]! ^= 1;
    return changed;
  };
const chunksOf = (bytes: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / CHUNK) }, (_, at) => bytes.subarray(at * CHUNK, (at + 1) * CHUNK));
const ofChunks =
  (how: (own: readonly Buffer[], others: readonly Buffer[]) => readonly Buffer[]): Tampering =>
  (kept, other) =>
    Buffer.concat(how(chunksOf(kept), chunksOf(other)));

/** Thirty ways to tamper. */
export const TAMPERINGS: Readonly<Record<string, Tampering>> = {
  'a bit of the first byte': flipped(() => 0),
  'a bit in the first chunk': flipped(() => 30_000),
  'a bit of the last byte of the first chunk': flipped(() => CHUNK - 17),
  'a bit of the tag of the first chunk': flipped(() => CHUNK - 1),
  'a bit of the first byte of the second chunk': flipped(() => CHUNK),
  'a bit in a chunk in the middle': flipped(() => CHUNK + 30_000),
  'a bit of the tag of a chunk in the middle': flipped(() => 2 * CHUNK - 8),
  'a bit in the last chunk': flipped((length) => length - 5_000),
  'a bit of the last byte': flipped((length) => length - 1),
  'cut to nothing': () => Buffer.alloc(0),
  'cut to one byte': (kept) => kept.subarray(0, 1),
  'cut in the middle of a chunk': (kept) => kept.subarray(0, 100_000),
  'cut behind the first chunk': (kept) => kept.subarray(0, CHUNK),
  'cut before the last chunk': (kept) => kept.subarray(0, 3 * CHUNK),
  'cut by a byte': (kept) => kept.subarray(0, -1),
  'a byte more': (kept) => Buffer.concat([kept, Buffer.of(0)]),
  'its last chunk once more': ofChunks((own) => [...own, own.at(-1)!]),
  'a chunk of another at its end': ofChunks((own, others) => [...own, others[0]!]),
  'the first two chunks exchanged': ofChunks(([one, two, ...rest]) => [two!, one!, ...rest]),
  'two chunks in the middle exchanged': ofChunks(([one, two, three, ...rest]) => [one!, three!, two!, ...rest]),
  'the first chunk of another': ofChunks(([, ...rest], others) => [others[0]!, ...rest]),
  'the last chunk of another': ofChunks((own, others) => [...own.slice(0, -1), others.at(-1)!]),
  'a chunk left out': ofChunks(([one, , ...rest]) => [one!, ...rest]),
  'a chunk doubled': ofChunks(([one, ...rest]) => [one!, one!, ...rest]),
  'a chunk in the place of the next': ofChunks(([one, , ...rest]) => [one!, one!, ...rest]),
  'all of another': (_, other) => other,
  'nothing but zeros': (kept) => Buffer.alloc(kept.length),
  'a part of zeros, as a disk gives it': (kept) => {
    const changed = Buffer.from(kept);
    return changed.fill(0, 4_096, 8_192);
  },
  backwards: (kept) => Buffer.from(kept).reverse(),
  gone: () => null,
};
