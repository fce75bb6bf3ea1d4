import type { ReadStore, ViewSpec } from '@dosar/kernel/runtime';
import { aView, putRow, write } from '../testing/rows';
import { placeAt } from '../testing/places';

/** Tests for replacing one version of a view by another. */
export const versionsTests = (storeOf: () => ReadStore): void => {
  const positionOf = async (view: ViewSpec) => (await storeOf().state(view)).position;
  const isSettled = async (view: ViewSpec) => (await storeOf().state(view)).isSettled;

  it('shows the older version of a view until the newer one is filled', async () => {
    const older = aView();
    const newer = aView(2, older.view);
    await storeOf().open([older]);
    await storeOf().apply(
      [{ view: older, writes: [putRow('a', 1, { name: 'older' })], audiences: new Map() }],
      placeAt(1n),
    );
    await storeOf().settle(older);
    await storeOf().open([newer]);
    expect([await isSettled(newer), await positionOf(newer)]).toEqual([false, null]);
    await storeOf().apply(
      [{ view: newer, writes: [putRow('a', 1, { name: 'newer' })], audiences: new Map() }],
      placeAt(1n),
    );
    expect((await storeOf().get(newer, 'a'))?.json).toContain('older');
    expect((await storeOf().find(newer, { where: {} }))[0]?.json).toContain('older');
    // its projector reads its own version
    expect((await storeOf().own.get(newer, 'a'))?.json).toContain('newer');
    expect((await storeOf().own.find(newer, { where: { name: 'newer' } })).length).toBe(1);
    expect((await storeOf().own.bySubject(newer, 'nobody')).length).toBe(0);
    await storeOf().settle(newer);
    expect([await isSettled(newer), (await storeOf().get(newer, 'a'))?.json]).toEqual([
      true,
      expect.stringContaining('newer'),
    ]);
    expect(await positionOf(newer)).toBe(1n);
  });

  it('empties a view that is to be filled anew, and no other version of it', async () => {
    const older = aView();
    const newer = aView(2, older.view);
    const fill = async (each: ViewSpec) => {
      await storeOf().open([each]);
      await write(
        storeOf(),
        each,
        [putRow('a', 50, { name: 'a' }, { subjects: ['u-1'] })],
        100n,
        new Map([['c-1', 50n]]),
      );
    };
    await fill(older);
    await storeOf().settle(older);
    await fill(newer);
    await storeOf().drop(newer);
    expect(await storeOf().state(newer)).toEqual({ position: null, leaf: null, isSettled: false });
    expect([await storeOf().own.get(newer, 'a'), await storeOf().own.bySubject(newer, 'u-1')]).toEqual([null, []]);
    expect((await storeOf().get(newer, 'a'))?.position).toBe(50n);
    // it begins again at an earlier position
    await write(storeOf(), newer, [putRow('a', 3, { name: 'again' })], 3n);
    expect([await positionOf(newer), (await storeOf().own.get(newer, 'a'))?.position]).toEqual([3n, 3n]);
    await storeOf().settle(newer);
    expect([await storeOf().audience(newer, 'c-1'), await storeOf().count(newer, { where: {} })]).toEqual([null, 1]);
    await storeOf().drop(newer);
    expect(await storeOf().state(newer)).toEqual({ position: null, leaf: null, isSettled: false });
  });

  it('opens a view again without losing it', async () => {
    const view = aView();
    await storeOf().open([view]);
    await write(storeOf(), view, [putRow('a', 1)], 100n);
    await storeOf().settle(view);
    await storeOf().open([view]);
    expect([await positionOf(view), await isSettled(view), await storeOf().count(view, { where: {} })]).toEqual([
      100n,
      true,
      1,
    ]);
  });
};
