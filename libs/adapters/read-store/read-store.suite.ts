import type { ReadStore, RowWrite, ViewSpec, Where } from '@dosar/kernel/runtime';
import { aView, dropRow, idOf, putRow } from '../testing/rows';
import { formerTests } from './former.suite';
import { termsTests } from './terms.suite';
import { versionsTests } from './versions.suite';
import { placeAt } from '../testing/places';

export { aView } from '../testing/rows';
export { readStoreTranscript } from './transcript.suite';

export type OpenedReadStore = { readonly store: ReadStore; readonly close: () => Promise<void> };

/** The contract of every read store. An adapter is done when this passes. */
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
      await store.apply([{ view, writes, audiences: new Map() }], placeAt(100n));
      return view;
    };
    const positionOf = async (view: ViewSpec) => (await store.state(view)).position;
    const ids = async (view: ViewSpec, where: Where, more: object = {}) =>
      (await store.find(view, { where, ...more })).map(({ id }) => id);

    it('gives back the very text of a row, and the position that wrote it', async () => {
      const json = '{"z":1,"a":"ș ț 🧾","n":1.50}';
      const view = await filled({ ...putRow('a', 7), json });
      expect(await store.get(view, 'a')).toEqual({ id: 'a', json, position: 7n });
      expect(await store.get(view, 'b')).toBeNull();
    });

    it('moves the checkpoint with the rows', async () => {
      const view = aView();
      await store.open([view]);
      expect(await positionOf(view)).toBeNull();
      await store.apply([{ view, writes: [putRow('a', 5)], audiences: new Map() }], placeAt(9n));
      expect(await positionOf(view)).toBe(9n);
      await store.apply([{ view, writes: [], audiences: new Map() }], placeAt(12n));
      expect(await positionOf(view)).toBe(12n);
    });

    it('names the last record that a view took by its position and its leaf', async () => {
      const view = aView();
      const untouched = aView();
      await store.open([view, untouched]);
      expect(await store.state(view)).toEqual({ position: null, leaf: null, isSettled: false });
      await store.apply([{ view, writes: [putRow('a', 5)], audiences: new Map([['c', 5n]]) }], placeAt(9n));
      expect(await store.state(view)).toEqual({ ...placeAt(9n), isSettled: false });
      await store.apply([{ view, writes: [], audiences: new Map() }], placeAt(12n, 'another'));
      await store.settle(view);
      expect(await store.state(view)).toEqual({ ...placeAt(12n, 'another'), isSettled: true });
      expect((await store.state(untouched)).leaf).toBeNull();
      await store.drop(view);
      expect(await store.state(view)).toEqual({ position: null, leaf: null, isSettled: false });
    });

    it('keeps a sum of its rows with the checkpoint of a view, until it is emptied', async () => {
      const view = aView();
      const other = aView();
      await store.open([view, other]);
      const batch = (spec: ViewSpec, writes: readonly RowWrite[], sum?: string) => ({
        view: spec,
        writes,
        audiences: new Map<string, bigint>(),
        ...(sum !== undefined && { sum }),
      });
      const sums = async () => [(await store.state(view)).sum, (await store.state(other)).sum];
      expect(await sums()).toEqual([undefined, undefined]);
      await store.apply([batch(view, [putRow('a', 5)], 'one'), batch(other, [putRow('b', 5)])], placeAt(9n));
      expect(await sums()).toEqual(['one', undefined]);
      await store.apply([batch(view, [], 'two'), batch(other, [])], placeAt(12n));
      expect(await sums()).toEqual(['two', undefined]);
      expect(await positionOf(view)).toBe(12n);
      await store.drop(view);
      expect(await sums()).toEqual([undefined, undefined]);
    });

    it('keeps positions that are larger than a double can count', async () => {
      const view = aView();
      await store.open([view]);
      const at = 9_007_199_254_740_993n;
      await store.apply(
        [{ view, writes: [{ ...putRow('a', 1), position: at }], audiences: new Map([['c', at]]) }],
        placeAt(at),
      );
      expect([await positionOf(view), (await store.get(view, 'a'))?.position, await store.audience(view, 'c')]).toEqual(
        [at, at, at],
      );
    });

    it('ignores what is older than the row, so that playing an event again changes nothing', async () => {
      const view = await filled(putRow('a', 5, { name: 'new' }));
      await store.apply(
        [{ view, writes: [putRow('a', 5, { name: 'again' }), putRow('a', 3, { name: 'old' })], audiences: new Map() }],
        placeAt(101n),
      );
      expect((await store.get(view, 'a'))?.json).toContain('new');
      await store.apply([{ view, writes: [dropRow('a', 4)], audiences: new Map() }], placeAt(102n));
      expect(await store.get(view, 'a')).not.toBeNull();
      await store.apply([{ view, writes: [dropRow('a', 6)], audiences: new Map() }], placeAt(103n));
      expect(await store.get(view, 'a')).toBeNull();
    });

    it('writes a batch over several views or not at all', async () => {
      const one = aView();
      const two = aView();
      await store.open([one, two]);
      await store.apply(
        [
          { view: one, writes: [putRow('a', 1)], audiences: new Map() },
          { view: two, writes: [putRow('b', 1)], audiences: new Map() },
        ],
        placeAt(1n),
      );
      const unknown = { view: aView(), writes: [putRow('c', 2)], audiences: new Map() };
      await expect(
        store.apply(
          [{ view: one, writes: [putRow('a', 2, { name: 'x' })], audiences: new Map() }, unknown],
          placeAt(2n),
        ),
      ).rejects.toThrow();
      expect([await positionOf(one), await positionOf(two)]).toEqual([1n, 1n]);
      expect((await store.get(one, 'a'))?.position).toBe(1n);
    });

    it('finds by columns', async () => {
      const view = await filled(
        putRow('a', 1, { folder: 'f', name: 'alfa', size: 1 }),
        putRow('b', 1, { folder: 'f', name: 'beta', size: 2 }),
        putRow('c', 1, { folder: 'g', name: 'gama beta', size: 3 }),
        putRow('d', 1, { name: null, size: null }),
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
      expect(await store.count(view, { where: { folder: 'f' } })).toBe(2);
    });

    it('never takes a value for more than a value', async () => {
      const view = await filled(putRow('a', 1, { name: `'; DROP TABLE x; --` }), putRow('b', 1, { name: '$ne' }));
      expect(await ids(view, { name: `'; DROP TABLE x; --` })).toEqual(['a']);
      expect(await ids(view, { name: '$ne' })).toEqual(['b']);
      expect(await ids(view, { name: { contains: `'` } })).toEqual(['a']);
      await expect(store.find(view, { where: { nothing: 1 } })).rejects.toThrow('nothing');
    });

    it('finds by ids and by numbers that are larger than a double can count', async () => {
      const one = idOf('one');
      const two = idOf('two');
      const large = 9_007_199_254_740_993n;
      const view = await filled(
        putRow('a', 1, { owner: one, size: large }),
        putRow('b', 1, { owner: two, size: large + 1n }),
        putRow('c', 1, { owner: 'not a uuid', size: -large }),
        putRow('d', 1, { owner: one.toUpperCase(), size: 7n }),
        putRow('e', 1, {}),
      );
      expect(await ids(view, { owner: one })).toEqual(['a']);
      expect(await ids(view, { owner: { in: [two, 'not a uuid', null] } })).toEqual(['b', 'c', 'e']);
      expect(await ids(view, { owner: { not: one } })).toEqual(['b', 'c', 'd', 'e']);
      expect(await ids(view, { owner: one.toUpperCase() })).toEqual(['d']);
      expect(await ids(view, { size: large })).toEqual(['a']);
      expect(await ids(view, { size: 7 })).toEqual(['d']);
      expect(await ids(view, { size: { in: [large + 1n, 7] } })).toEqual(['b', 'd']);
      expect(await ids(view, { size: { from: large, below: large + 1n } })).toEqual(['a']);
      expect(await ids(view, { size: { not: null } }, { order: [['size', 'desc']] })).toEqual(['b', 'a', 'd', 'c']);
    });

    it('sorts by columns, then by id in the direction of the last: nothing first, text by its bytes', async () => {
      const names = ['b', 'a', 'Z', 'ș', '🧾', null, 'a'];
      const view = await filled(...names.map((shown, at) => putRow(String(at), 1, { name: shown, size: at % 2 })));
      expect(await ids(view, {}, { order: [['name', 'asc']] })).toEqual(['5', '2', '1', '6', '0', '3', '4']);
      expect(await ids(view, {}, { order: [['name', 'desc']] })).toEqual(['4', '3', '0', '6', '1', '2', '5']);
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
      const view = await filled(
        putRow('a', 1, {}, { subjects: ['u-1', 'c-1'] }),
        putRow('b', 1, {}, { subjects: ['u-1'] }),
        putRow('c', 1, {}, { subjects: ['u-2'] }),
      );
      const shown = async (subject: string) => (await store.bySubject(view, subject)).map(({ id }) => id);
      expect(await shown('u-1')).toEqual(['a', 'b']);
      await store.apply(
        [{ view, writes: [putRow('a', 2, {}, { subjects: ['c-1'] }), dropRow('b', 2)], audiences: new Map() }],
        placeAt(101n),
      );
      expect([await shown('u-1'), await shown('c-1'), await shown('u-2')]).toEqual([[], ['a'], ['c']]);
    });

    it('remembers where the view last changed for whom', async () => {
      const view = aView();
      await store.open([view]);
      await store.apply(
        [
          {
            view,
            writes: [putRow('a', 3)],
            audiences: new Map([
              ['c-1', 3n],
              ['c-2', 2n],
            ]),
          },
        ],
        placeAt(5n),
      );
      await store.apply([{ view, writes: [putRow('b', 8)], audiences: new Map([['c-1', 8n]]) }], placeAt(9n));
      expect([
        await store.audience(view, 'c-1'),
        await store.audience(view, 'c-2'),
        await store.audience(view, 'c-3'),
      ]).toEqual([8n, 2n, null]);
    });

    describe('with versions', () => versionsTests(() => store));

    describe('with terms', () => termsTests(() => store));

    describe('with former rows', () => formerTests(() => store));
  });
