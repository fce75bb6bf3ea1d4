import type { Position } from '../model/event';
import { nodeHash } from '../log/merkle';
import type { Ledger, SignedHead, Tile } from './ledger';
import { edgeOf, NotInTiles, TILE_WIDTH, tileName } from './tree';

const HASH = 32;
type Level = { index: number; count: number; readonly hashes: Buffer };

const rootOfFull = (hashes: Buffer): Buffer => {
  let row = Buffer.from(hashes);
  while (row.length > HASH) {
    const next = Buffer.alloc(row.length / 2);
    for (let at = 0; at < next.length; at += HASH)
      next.set(nodeHash(row.subarray(2 * at, 2 * at + HASH), row.subarray(2 * at + HASH, 2 * at + 2 * HASH)), at);
    row = next;
  }
  return row;
};

/** The tree that grows with the log, in tiles: those that are not full, and the full ones that are not stored yet. */
export class GrowingTree {
  private readonly levels: Level[] = [];
  private positions: Position[] = [];
  private full: Tile[] = [];

  private constructor(
    public size: number,
    public position: Position | null,
  ) {}

  static empty(): GrowingTree {
    return new GrowingTree(0, null);
  }

  /** Continues below a head. @throws NotInTiles when the hashes below it are not stored, or not its own */
  static async below(ledger: Ledger, { origin, size, position, root }: SignedHead): Promise<GrowingTree> {
    const tree = new GrowingTree(size, position);
    const edge = edgeOf(size);
    const found = await ledger.tiles(
      origin,
      edge.map(({ name }) => name),
    );
    for (const [level, { name, width }] of edge.entries()) {
      if (width > 0 && (found[level]?.length ?? 0) < width * HASH) throw new NotInTiles(`${name} is not stored`);
      const hashes = Buffer.alloc(TILE_WIDTH * HASH);
      hashes.set((found[level] ?? Buffer.alloc(0)).subarray(0, width * HASH));
      tree.levels.push({ index: Math.floor(size / TILE_WIDTH ** (level + 1)), count: width, hashes });
    }
    const placed = await ledger.placed(origin, position);
    if (!placed) throw new NotInTiles('the positions of the newest records are not stored');
    if (size % TILE_WIDTH > 0) tree.positions = placed.positions.slice(0, size % TILE_WIDTH);
    if (tree.root().toString('base64') !== root)
      throw new NotInTiles('the hashes below the newest head are not its own');
    return tree;
  }

  add(leaf: Buffer, position: Position): void {
    this.positions.push(position);
    this.put(0, leaf);
    this.size += 1;
    this.position = position;
  }

  /** The root over all leaves so far. */
  root(): Buffer {
    const parts: Buffer[] = [];
    for (const { count, hashes } of this.levels.toReversed())
      for (let width = TILE_WIDTH / 2, at = 0; width >= 1; width /= 2) {
        if ((count & width) === 0) continue;
        parts.push(rootOfFull(hashes.subarray(at * HASH, (at + width) * HASH)));
        at += width;
      }
    return parts.reduceRight((right, left) => nodeHash(left, right));
  }

  /** How many full tiles wait to be stored. */
  get waiting(): number {
    return this.full.length;
  }

  /** The tiles that changed since they were taken last. */
  take(): readonly Tile[] {
    const tiles = this.full;
    this.full = [];
    for (const [at, level] of this.levels.entries()) if (level.count > 0) tiles.push(this.tile(at, level));
    return tiles;
  }

  private tile(at: number, { index, count, hashes }: Level): Tile {
    const name = tileName(at, index);
    return {
      name,
      hashes: Buffer.from(hashes.subarray(0, count * HASH)),
      positions: at === 0 ? [...this.positions] : null,
    };
  }

  private put(at: number, hash: Buffer): void {
    const level = (this.levels[at] ??= { index: 0, count: 0, hashes: Buffer.alloc(TILE_WIDTH * HASH) });
    level.hashes.set(hash, level.count * HASH);
    level.count += 1;
    if (level.count < TILE_WIDTH) return;
    this.full.push(this.tile(at, level));
    if (at === 0) this.positions = [];
    this.put(at + 1, rootOfFull(level.hashes));
    level.index += 1;
    level.count = 0;
  }
}
