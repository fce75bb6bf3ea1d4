import { leafHash, nodeHash, verifyConsistency, verifyInclusion } from '../log/merkle';
import { seededRandom } from '../testing/random';
import { GrowingTree } from './growing-tree';
import { proveConsistency, proveInclusion, rootAt, tileName, TILE_WIDTH } from './tree';

const leaf = (at: number) => leafHash(`record ${at}`);

/** A tree over that many leaves, and its tiles. */
const grown = (size: number) => {
  const tiles = new Map<string, Buffer>();
  const tree = GrowingTree.empty();
  const keep = () => tree.take().forEach(({ name, hashes }) => tiles.set(name, hashes));
  for (let at = 0; at < size; at += 1) {
    tree.add(leaf(at), BigInt(at + 1));
    if (at % 10_000 === 0) keep();
  }
  keep();
  const read = async (names: readonly string[]) => names.map((name) => tiles.get(name) ?? null);
  return { tree, read };
};

// MTH as in RFC 6962 section 2.1
const mth = (from: number, to: number): Buffer => {
  if (to - from === 1) return leaf(from);
  let k = 1;
  while (k * 2 < to - from) k *= 2;
  return nodeHash(mth(from, from + k), mth(from + k, to));
};

describe('a tree in tiles', () => {
  const small = grown(40);

  it('has the root of its definition at every size', async () => {
    for (let size = 1; size <= 40; size += 1) {
      expect(grown(size).tree.root()).toEqual(mth(0, size));
      expect(await rootAt(small.read, size)).toEqual(mth(0, size));
    }
  });

  it('proves every leaf of every size, and that each size begins with each smaller one', async () => {
    for (let size = 1; size <= 40; size += 1) {
      const root = await rootAt(small.read, size);
      for (let at = 0; at < size; at += 1)
        expect(verifyInclusion(leaf(at), { index: at, size }, await proveInclusion(small.read, at, size), root)).toBe(
          true,
        );
      for (let first = 1; first <= size; first += 1) {
        const proof = await proveConsistency(small.read, first, size);
        expect(verifyConsistency({ size: first, root: await rootAt(small.read, first) }, { size, root }, proof)).toBe(
          true,
        );
      }
    }
  });

  it('names its tiles as C2SP tlog-tiles does', () => {
    expect([tileName(0, 0), tileName(1, 67), tileName(0, 1234067)]).toEqual([
      'tile/0/000',
      'tile/1/067',
      'tile/0/x001/x234/067',
    ]);
  });

  describe('of several levels of tiles', () => {
    const size = TILE_WIDTH * TILE_WIDTH + 2 * TILE_WIDTH + 5;
    let large: ReturnType<typeof grown>;
    beforeAll(() => void (large = grown(size)));

    it('is proved, too', async () => {
      const random = seededRandom(7);
      for (let each = 0; each < 60; each += 1) {
        const second = 1 + Math.floor(random() * size);
        const first = 1 + Math.floor(random() * second);
        const older = await rootAt(large.read, first);
        const newer = await rootAt(large.read, second);
        const inclusion = await proveInclusion(large.read, first - 1, second);
        expect(verifyInclusion(leaf(first - 1), { index: first - 1, size: second }, inclusion, newer)).toBe(true);
        const proof = await proveConsistency(large.read, first, second);
        expect(verifyConsistency({ size: first, root: older }, { size: second, root: newer }, proof)).toBe(true);
      }
    });

    it('refuses proofs of which one bit, hash or place is another', async () => {
      const count = Number(process.env['MUTATED_PROOFS'] ?? 300);
      const seed = Number(process.env['SEED'] ?? 18);
      const random = seededRandom(seed);
      const below = (end: number) => Math.floor(random() * end);
      let accepted = 0;
      for (let each = 0; each < count; each += 1) {
        const second = 2 + below(size - 1);
        const first = 1 + below(second - 1);
        const isInclusion = random() < 0.5;
        const proof = isInclusion
          ? await proveInclusion(large.read, first - 1, second)
          : await proveConsistency(large.read, first, second);
        const index = { at: first - 1 };
        const mutations = [
          () =>
            void (proof.length > 0 ? (proof[below(proof.length)]![below(32)]! ^= 1 << below(8)) : proof.push(leaf(0))),
          () => void proof.splice(below(proof.length + 1), 0, leaf(below(size))),
          () => void (proof.length > 0 ? proof.splice(below(proof.length), 1) : proof.push(leaf(1))),
          () => void (index.at = (index.at + 1 + below(second - 1)) % second),
        ];
        mutations[below(isInclusion ? 4 : 3)]!();
        const root = await rootAt(large.read, second);
        const isAccepted = isInclusion
          ? verifyInclusion(leaf(first - 1), { index: index.at, size: second }, proof, root)
          : verifyConsistency({ size: first, root: await rootAt(large.read, first) }, { size: second, root }, proof);
        if (isAccepted) accepted += 1;
      }
      expect({ seed, count, accepted }).toEqual({ seed, count, accepted: 0 });
    });
  });
});
