import type { Condition, ReadStore, RowWrite, ViewSpec, Where } from '@dosar/kernel';
import { seeded } from '../seeded';

export type OpenedReadStore = { readonly store: ReadStore; readonly close: () => Promise<void> };

let made = 0;
/** A view of its own for each test, so that a server that is used again and again has no old rows in it. */
export const aView = (version = 1, view = `suite_${process.pid}_${Date.now()}_${(made += 1)}`): ViewSpec => ({
  view,
  version,
  columns: { folder: 'text', name: 'text', size: 'integer' },
  indexes: [['folder', 'name']],
});

type Shown = { readonly folder?: string | null; readonly name?: string | null; readonly size?: number | null };

const put = (id: string, position: number, shown: Shown = {}, subjects: readonly string[] = []): RowWrite => ({
  id,
  json: JSON.stringify({ id, ...shown }),
  position: BigInt(position),
  columns: { folder: shown.folder ?? null, name: shown.name ?? null, size: shown.size ?? null },
  subjects,
});
const drop = (id: string, position: number): RowWrite => ({ ...put(id, position), json: null });

/** What every read store must do. A keeper is done when this passes. */
export const readStoreSuite = (name: string, open: () => Promise<OpenedReadStore>) =>
  describe(`read store: ${name}`, () => {
    let opened: OpenedReadStore;
    let store: ReadStore;
    beforeAll(async () => {
      opened = await open();
      store = opened.store;
    });
    afterAll(() => opened.close());

    const filled = async (...writes: readonly RowWrite[]) => {
      const view = aView();
      await store.open([view]);
      await store.apply([{ view, writes, audiences: new Map() }], 100n);
      return view;
    };
    const ids = async (view: ViewSpec, where: Where, more: object = {}) =>
      (await store.find(view, { where, ...more })).map(({ id }) => id);

    it('gives back the very text of a row, and the position that wrote it', async () => {
      const json = '{"z":1,"a":"ș ț 🧾","n":1.50}';
      const view = await filled({ ...put('a', 7), json });
      expect(await store.get(view, 'a')).toEqual({ id: 'a', json, position: 7n });
      expect(await store.get(view, 'b')).toBeNull();
    });

    it('moves the checkpoint with the rows', async () => {
      const view = aView();
      await store.open([view]);
      expect(await store.position(view)).toBeNull();
      await store.apply([{ view, writes: [put('a', 5)], audiences: new Map() }], 9n);
      expect(await store.position(view)).toBe(9n);
      await store.apply([{ view, writes: [], audiences: new Map() }], 12n);
      expect(await store.position(view)).toBe(12n);
    });

    it('keeps positions that are larger than a double can count', async () => {
      const view = aView();
      await store.open([view]);
      const at = 9_007_199_254_740_993n;
      await store.apply([{ view, writes: [{ ...put('a', 1), position: at }], audiences: new Map([['c', at]]) }], at);
      expect([
        await store.position(view),
        (await store.get(view, 'a'))?.position,
        await store.audience(view, 'c'),
      ]).toEqual([at, at, at]);
    });

    it('ignores what is older than the row, so that playing an event again changes nothing', async () => {
      const view = await filled(put('a', 5, { name: 'new' }));
      await store.apply(
        [{ view, writes: [put('a', 5, { name: 'again' }), put('a', 3, { name: 'old' })], audiences: new Map() }],
        101n,
      );
      expect((await store.get(view, 'a'))?.json).toContain('new');
      await store.apply([{ view, writes: [drop('a', 4)], audiences: new Map() }], 102n);
      expect(await store.get(view, 'a')).not.toBeNull();
      await store.apply([{ view, writes: [drop('a', 6)], audiences: new Map() }], 103n);
      expect(await store.get(view, 'a')).toBeNull();
    });

    it('writes a batch over several views or not at all', async () => {
      const [one, two] = [aView(), aView()];
      await store.open([one, two]);
      await store.apply(
        [
          { view: one, writes: [put('a', 1)], audiences: new Map() },
          { view: two, writes: [put('b', 1)], audiences: new Map() },
        ],
        1n,
      );
      const unknown = { view: aView(), writes: [put('c', 2)], audiences: new Map() };
      await expect(
        store.apply([{ view: one, writes: [put('a', 2, { name: 'x' })], audiences: new Map() }, unknown], 2n),
      ).rejects.toThrow();
      expect([await store.position(one), await store.position(two)]).toEqual([1n, 1n]);
      expect((await store.get(one, 'a'))?.position).toBe(1n);
    });

    it('finds by columns', async () => {
      const view = await filled(
        put('a', 1, { folder: 'f', name: 'alfa', size: 1 }),
        put('b', 1, { folder: 'f', name: 'beta', size: 2 }),
        put('c', 1, { folder: 'g', name: 'gama beta', size: 3 }),
        put('d', 1, { name: null, size: null }),
      );
      expect(await ids(view, { folder: 'f' })).toEqual(['a', 'b']);
      expect(await ids(view, { folder: null })).toEqual(['d']);
      expect(await ids(view, { folder: { not: null } })).toEqual(['a', 'b', 'c']);
      expect(await ids(view, { folder: { not: 'f' } })).toEqual(['c', 'd']);
      expect(await ids(view, { folder: { in: ['g', 'x'] } })).toEqual(['c']);
      expect(await ids(view, { folder: { in: ['g', null] } })).toEqual(['c', 'd']);
      expect(await ids(view, { folder: { in: [] } })).toEqual([]);
      expect(await ids(view, { name: { contains: 'beta' } })).toEqual(['b', 'c']);
      expect(await ids(view, { name: { contains: '.*' } })).toEqual([]);
      expect(await ids(view, { size: { from: 2 } })).toEqual(['b', 'c']);
      expect(await ids(view, { size: { from: 1, below: 3 } })).toEqual(['a', 'b']);
      expect(await ids(view, { folder: 'f', size: 2 })).toEqual(['b']);
      expect(await ids(view, { id: { in: ['b', 'd', 'x'] } }, { order: [['id', 'desc']] })).toEqual(['d', 'b']);
      expect(await ids(view, {})).toEqual(['a', 'b', 'c', 'd']);
      expect(await store.count(view, { folder: 'f' })).toBe(2);
    });

    it('never takes a value for more than a value', async () => {
      const view = await filled(put('a', 1, { name: `'; DROP TABLE x; --` }), put('b', 1, { name: '$ne' }));
      expect(await ids(view, { name: `'; DROP TABLE x; --` })).toEqual(['a']);
      expect(await ids(view, { name: '$ne' })).toEqual(['b']);
      expect(await ids(view, { name: { contains: `'` } })).toEqual(['a']);
      await expect(store.find(view, { where: { nothing: 1 } })).rejects.toThrow('nothing');
    });

    it('sorts by columns, then by id: nothing first, text by its bytes', async () => {
      const names = ['b', 'a', 'Z', 'ș', '🧾', null, 'a'];
      const view = await filled(...names.map((shown, at) => put(String(at), 1, { name: shown, size: at % 2 })));
      expect(await ids(view, {}, { order: [['name', 'asc']] })).toEqual(['5', '2', '1', '6', '0', '3', '4']);
      expect(await ids(view, {}, { order: [['name', 'desc']] })).toEqual(['4', '3', '0', '1', '6', '2', '5']);
      expect(
        await ids(
          view,
          {},
          {
            order: [
              ['size', 'desc'],
              ['name', 'asc'],
            ],
          },
        ),
      ).toEqual(['5', '1', '3', '2', '6', '0', '4']);
      expect(await ids(view, {}, { order: [['name', 'asc']], skip: 2, limit: 2 })).toEqual(['1', '6']);
    });

    it('finds the rows that show somebody, as long as they do', async () => {
      const view = await filled(put('a', 1, {}, ['u-1', 'c-1']), put('b', 1, {}, ['u-1']), put('c', 1, {}, ['u-2']));
      const shown = async (subject: string) => (await store.bySubject(view, subject)).map(({ id }) => id);
      expect(await shown('u-1')).toEqual(['a', 'b']);
      await store.apply([{ view, writes: [put('a', 2, {}, ['c-1']), drop('b', 2)], audiences: new Map() }], 101n);
      expect([await shown('u-1'), await shown('c-1'), await shown('u-2')]).toEqual([[], ['a'], ['c']]);
    });

    it('remembers where the view last changed for whom', async () => {
      const view = aView();
      await store.open([view]);
      await store.apply(
        [
          {
            view,
            writes: [put('a', 3)],
            audiences: new Map([
              ['c-1', 3n],
              ['c-2', 2n],
            ]),
          },
        ],
        5n,
      );
      await store.apply([{ view, writes: [put('b', 8)], audiences: new Map([['c-1', 8n]]) }], 9n);
      expect([
        await store.audience(view, 'c-1'),
        await store.audience(view, 'c-2'),
        await store.audience(view, 'c-3'),
      ]).toEqual([8n, 2n, null]);
    });

    it('shows the older version of a view until the newer one is filled', async () => {
      const older = aView();
      const newer = aView(2, older.view);
      await store.open([older]);
      await store.apply([{ view: older, writes: [put('a', 1, { name: 'older' })], audiences: new Map() }], 1n);
      await store.settle(older);
      await store.open([newer]);
      expect([await store.settled(newer), await store.position(newer)]).toEqual([false, null]);
      await store.apply([{ view: newer, writes: [put('a', 1, { name: 'newer' })], audiences: new Map() }], 1n);
      expect((await store.get(newer, 'a'))?.json).toContain('older');
      expect((await store.find(newer, { where: {} }))[0]?.json).toContain('older');
      // its projector reads what it has written itself
      expect((await store.own.get(newer, 'a'))?.json).toContain('newer');
      expect((await store.own.find(newer, { where: { name: 'newer' } })).length).toBe(1);
      expect((await store.own.bySubject(newer, 'nobody')).length).toBe(0);
      await store.settle(newer);
      expect([await store.settled(newer), (await store.get(newer, 'a'))?.json]).toEqual([
        true,
        expect.stringContaining('newer'),
      ]);
      expect(await store.position(newer)).toBe(1n);
    });

    it('opens a view again without losing it', async () => {
      const view = await filled(put('a', 1));
      await store.settle(view);
      await store.open([view]);
      expect([await store.position(view), await store.settled(view), await store.count(view, {})]).toEqual([
        100n,
        true,
        1,
      ]);
    });
  });

/** The same seeded random operations give the same answers in every keeper. */
export const readStoreTranscript = async (
  store: ReadStore,
  seed: number,
  operations: number,
  view = aView(),
): Promise<string[]> => {
  const random = seeded(seed);
  const transcript: string[] = [];
  const words = ['alfa', 'beta', 'Gama', 'ștampilă', 'țara', 'factura 10', 'factura 9', '🧾', ''];
  const folders = ['f', 'g', 'h', null];
  const someone = () => `u-${random.below(6)}`;
  const condition = (values: readonly (string | number | null)[]): Condition => {
    const value = random.oneOf(values);
    const kind = random.below(5);
    if (kind === 0) return { in: [value, random.oneOf(values)] };
    if (kind === 1) return { not: value };
    if (kind === 2 && typeof value === 'string') return { contains: value.slice(0, 3) };
    if (kind === 3 && value !== null) return random.chance(0.5) ? { from: value } : { below: value };
    return value;
  };
  const where = (): Where => ({
    ...(random.chance(0.6) && { folder: condition(folders) }),
    ...(random.chance(0.4) && { name: condition(words) }),
    ...(random.chance(0.3) && { size: condition([0, 1, 2, 3, null]) }),
  });

  await store.open([view]);
  await store.settle(view);
  for (let at = 1; at <= operations; at += 1) {
    const kind = random.below(10);
    if (kind < 4) {
      const writes = Array.from({ length: 1 + random.below(5) }, (_, index) => {
        const id = `row-${random.below(80)}`;
        const position = random.chance(0.9) ? at * 10 + index : random.below(at * 10) + 1;
        const shown = {
          folder: random.oneOf(folders),
          name: random.oneOf(words),
          size: random.oneOf([0, 1, 2, 3, null]),
        };
        return random.chance(0.15) ? drop(id, position) : put(id, position, shown, [someone(), someone()]);
      });
      const audiences = new Map([[`c-${random.below(4)}`, BigInt(at)]]);
      await store.apply([{ view, writes, audiences }], BigInt(at * 10));
    } else if (kind < 8) {
      const order = [[random.oneOf(['folder', 'name', 'size']), random.oneOf(['asc', 'desc'] as const)]] as const;
      const found = await store.find(view, {
        where: where(),
        order,
        skip: random.below(4),
        limit: 1 + random.below(20),
      });
      transcript.push(found.map(({ json, position }) => `${position} ${json}`).join(' | '));
    } else if (kind === 8) {
      transcript.push(
        `${await store.count(view, where())} of ${(await store.bySubject(view, someone())).map(({ id }) => id).join()}`,
      );
    } else {
      const row = await store.get(view, `row-${random.below(90)}`);
      transcript.push(
        `${row?.json} ${await store.audience(view, `c-${random.below(5)}`)} ${await store.position(view)}`,
      );
    }
  }
  return transcript;
};
