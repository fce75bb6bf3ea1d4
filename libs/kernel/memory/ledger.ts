import type { Ledger, SignedHead, Tile } from '../ledger/ledger';
import { indexOfTile, isLonger } from '../ledger/tree';

export const memoryLedger = (): Ledger => {
  const heads: SignedHead[] = [];
  const tiles = new Map<string, Tile>();
  const of = (origin: string) => heads.filter((head) => head.origin === origin);
  return {
    newest: async (origin) => of(origin).at(-1) ?? null,
    heads: async (origin, before, limit) =>
      of(origin)
        .filter(({ number }) => before === null || number < before)
        .toReversed()
        .slice(0, limit),
    covering: async (origin, size) => of(origin).find((head) => head.size >= size) ?? null,
    async putTiles(origin, some) {
      for (const tile of some)
        if (!isLonger(tiles.get(`${origin} ${tile.name}`)?.hashes, tile.hashes))
          tiles.set(`${origin} ${tile.name}`, tile);
    },
    async release(head) {
      if ((of(head.origin).at(-1)?.number ?? 0) >= head.number) return false;
      heads.push(head);
      return true;
    },
    tiles: async (origin, names) => names.map((name) => tiles.get(`${origin} ${name}`)?.hashes ?? null),
    async placed(origin, position) {
      const found = [...tiles]
        .filter(([key, { positions }]) => key.startsWith(`${origin} `) && positions && positions[0]! <= position)
        .map(([, tile]) => ({ first: indexOfTile(tile.name) * 256, positions: tile.positions! }));
      return found.sort((a, b) => a.first - b.first).at(-1) ?? null;
    },
    async thin(origin, before) {
      const old = of(origin).filter(({ at }) => at < before);
      const last = new Map(old.map((head) => [head.at.slice(0, 13), head.number]));
      for (const head of old) if (last.get(head.at.slice(0, 13)) !== head.number) heads.splice(heads.indexOf(head), 1);
    },
    close: async () => {},
  };
};
