import { nodeHash } from '../log/merkle';

/** Hashes in a full tile: it holds the hashes of one level of the tree, of every eighth level. */
export const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;
const HASH = 32;

/** The leaves from one index up to another, which is not part of it. */
type Span = readonly [from: number, to: number];
/** A full subtree: of that many leaves (two to the power of `level`), and the place among those. */
type Subtree = { readonly level: number; readonly index: number };

/** Largest power of two below a number above 1. */
const split = (size: number): number => {
  let left = 1;
  while (left * 2 < size) left *= 2;
  return left;
};

/** The full subtrees that a span consists of, from left to right. The span begins where its largest one may. */
const subtreesOf = ([from, to]: Span): Subtree[] => {
  const found: Subtree[] = [];
  for (let at = from; at < to;) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= to) level += 1;
    found.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return found;
};

/** The name of a tile in the layout of C2SP tlog-tiles, such as `tile/0/x001/x234/067`. */
export const tileName = (level: number, index: number): string => {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0');
  const parts = digits.match(/.{3}/g)!;
  return ['tile', level, ...parts.slice(0, -1).map((part) => `x${part}`), parts.at(-1)!].join('/');
};

/** Which tile of its level a name says. */
export const indexOfTile = (name: string): number => Number(name.split('/').slice(2).join('').replaceAll('x', ''));

/** Whether what is stored begins with these hashes, and has more of them. */
export const isLonger = (stored: Uint8Array | null | undefined, hashes: Uint8Array): boolean =>
  !!stored && stored.length > hashes.length && Buffer.compare(stored.subarray(0, hashes.length), hashes) === 0;

/** The tile that a subtree is computed from, and where in it. */
const placeIn = ({ level, index }: Subtree) => {
  const tileLevel = Math.floor(level / TILE_HEIGHT);
  const width = 2 ** (level % TILE_HEIGHT);
  const first = index * width;
  return { name: tileName(tileLevel, Math.floor(first / TILE_WIDTH)), at: first % TILE_WIDTH, width };
};

/** The names of the tiles from which a tree is continued: the last one of each level that is not full. */
export const edgeOf = (size: number): readonly { readonly name: string; readonly width: number }[] => {
  const edge: { name: string; width: number }[] = [];
  for (let level = 0, count = size; count > 0; level += 1, count = Math.floor(count / TILE_WIDTH))
    edge.push({ name: tileName(level, Math.floor(count / TILE_WIDTH)), width: count % TILE_WIDTH });
  return edge;
};

/** The hashes of one tile, as far as they are stored; null when it is not. */
export type ReadTiles = (names: readonly string[]) => Promise<readonly (Uint8Array | null)[]>;

/** A hash that a proof needs is not in the tiles. */
export class NotInTiles extends Error {
  override readonly name = 'NotInTiles';
}

const folded = (hashes: readonly Uint8Array[]): Buffer => {
  let row = hashes;
  while (row.length > 1)
    row = Array.from({ length: row.length / 2 }, (_, at) => nodeHash(row[2 * at]!, row[2 * at + 1]!));
  return Buffer.from(row[0]!);
};

/** The roots of these spans, each tile being read once, all at the same time. @throws NotInTiles */
const rootsOf = async (read: ReadTiles, spans: readonly Span[]): Promise<Buffer[]> => {
  const places = spans.map((span) => subtreesOf(span).map(placeIn));
  const names = [...new Set(places.flat().map(({ name }) => name))];
  const found = await read(names);
  const tiles = new Map(names.map((name, at) => [name, found[at]]));
  const hashOf = ({ name, at, width }: ReturnType<typeof placeIn>): Buffer => {
    const tile = tiles.get(name);
    if (!tile || tile.length < (at + width) * HASH) throw new NotInTiles(`${name} has no hash ${at + width - 1}`);
    return folded(
      Array.from({ length: width }, (_, each) => tile.subarray((at + each) * HASH, (at + each + 1) * HASH)),
    );
  };
  return places.map((each) => each.map(hashOf).reduceRight((right, left) => nodeHash(left, right)));
};

/** The root of the tree over the first `size` leaves. */
export const rootAt = async (read: ReadTiles, size: number): Promise<Buffer> => (await rootsOf(read, [[0, size]]))[0]!;

/** RFC 6962 section 2.1.1: what proves that a leaf stands at an index of the tree of that size. */
export const proveInclusion = (read: ReadTiles, index: number, size: number): Promise<Buffer[]> => {
  const path: Span[] = [];
  for (let from = 0, to = size; to - from > 1;) {
    const middle = from + split(to - from);
    path.push(index < middle ? [middle, to] : [from, middle]);
    if (index < middle) to = middle;
    else from = middle;
  }
  return rootsOf(read, path.reverse());
};

/** RFC 6962 section 2.1.2: what proves that the tree of the second size begins with the one of the first. */
export const proveConsistency = async (read: ReadTiles, first: number, second: number): Promise<Buffer[]> => {
  if (first === second) return [];
  const path: Span[] = [];
  let from = 0;
  let to = second;
  while (to !== first) {
    const middle = from + split(to - from);
    path.push(first <= middle ? [middle, to] : [from, middle]);
    if (first <= middle) to = middle;
    else from = middle;
  }
  // a first tree that is a full subtree from the beginning on is known to whoever verifies
  if (from > 0) path.push([from, to]);
  return rootsOf(read, path.reverse());
};
