import { newId, tileName, type Ledger, type SignedHead, type Tile } from '@dosar/kernel/runtime';

export type OpenedLedger = { readonly ledger: Ledger; readonly close: () => Promise<void> };

const headOf = (origin: string, number: number, more: Partial<SignedHead> = {}): SignedHead => ({
  origin,
  number,
  size: 10 * number,
  root: `root ${number}`,
  position: 9_007_199_254_740_000n + BigInt(number),
  at: new Date(Date.UTC(2026, 10, 27, 5, 10 * number)).toISOString(),
  note: `note ${number}`,
  ...more,
});

const tileOf = (index: number, count: number, fill = index): Tile => ({
  name: tileName(0, index),
  hashes: Buffer.alloc(32 * count, fill),
  positions: Array.from({ length: count }, (_, at) => BigInt(1_000 * (256 * index + at) + 5)),
});

/** The contract of every adapter of the ledger. */
export const ledgerSuite = (name: string, open: () => Promise<OpenedLedger>) =>
  describe(`the ledger: ${name}`, () => {
    let opened: OpenedLedger;
    let ledger: Ledger;
    let origin: string;
    beforeAll(async () => {
      opened = await open();
      ledger = opened.ledger;
    });
    beforeEach(() => void (origin = `suite-${newId()}/audit`));
    afterAll(() => opened.close());
    const tile = async (of: string) => {
      const [found] = await ledger.tiles(origin, [of]);
      return found ? Buffer.from(found) : null;
    };

    it('has the heads of each log, newest first', async () => {
      expect(await ledger.newest(origin)).toBeNull();
      for (const number of [1, 2, 3]) expect(await ledger.release(headOf(origin, number))).toBe(true);
      await ledger.release(headOf(`${origin}/2`, 1));
      expect(await ledger.newest(origin)).toEqual(headOf(origin, 3));
      expect(await ledger.heads(origin, null, 2)).toEqual([headOf(origin, 3), headOf(origin, 2)]);
      expect(await ledger.heads(origin, 2, 10)).toEqual([headOf(origin, 1)]);
      expect(await ledger.covering(origin, 11)).toEqual(headOf(origin, 2));
      expect(await ledger.covering(origin, 20)).toEqual(headOf(origin, 2));
      expect(await ledger.covering(origin, 31)).toBeNull();
    });

    it('takes one head for a number, and none before the last', async () => {
      const taken = await Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          ledger.release(headOf(origin, 1, { root: `root of ${at}`, note: `${at}` })),
        ),
      );
      expect(taken.filter(Boolean)).toHaveLength(1);
      await ledger.release(headOf(origin, 5));
      expect(await ledger.release(headOf(origin, 4))).toBe(false);
      expect((await ledger.heads(origin, null, 10)).map(({ number }) => number)).toEqual([5, 1]);
    });

    it('has tiles, of which the longer beginning stays unless it is of other hashes', async () => {
      await ledger.putTiles(origin, [
        tileOf(0, 256),
        { name: 'tile/1/000', hashes: Buffer.alloc(32, 9), positions: null },
      ]);
      await ledger.putTiles(origin, [tileOf(1, 7)]);
      await ledger.putTiles(origin, [tileOf(1, 3)]);
      expect(await tile('tile/0/001')).toEqual(Buffer.alloc(7 * 32, 1));
      await ledger.putTiles(origin, [tileOf(1, 3, 8)]);
      expect(await tile('tile/0/001')).toEqual(Buffer.alloc(3 * 32, 8));
      expect(await tile('tile/1/000')).toEqual(Buffer.alloc(32, 9));
      expect(await tile('tile/0/002')).toBeNull();
    });

    it('finds the tile of a position, also where positions have gaps', async () => {
      await ledger.putTiles(origin, [tileOf(0, 256), tileOf(1, 4)]);
      const placed = async (position: bigint) => {
        const found = await ledger.placed(origin, position);
        return found && found.first + found.positions.indexOf(position);
      };
      expect(await placed(5n)).toBe(0);
      expect(await placed(255_005n)).toBe(255);
      expect(await placed(258_005n)).toBe(258);
      expect(await ledger.placed(origin, 4n)).toBeNull();
    });

    it('keeps the last head of each hour of those signed before a time', async () => {
      for (let number = 1; number <= 20; number += 1) await ledger.release(headOf(origin, number));
      await ledger.thin(origin, '2026-11-27T07:05:00.000Z');
      const left = await ledger.heads(origin, null, 100);
      expect(left.map(({ number }) => number)).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 5]);
    });
  });
