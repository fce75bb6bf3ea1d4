import { Unavailable, type Find, type ReadStore, type ViewSpec } from '@dosar/kernel/runtime';
import { aView, dropRow, putRow, write } from '../testing/rows';

export const aFormerView = (version = 1, view?: string): ViewSpec => ({ ...aView(version, view), keepsFormer: true });

/** Tests for reading a view as of a position. */
export const formerTests = (storeOf: () => ReadStore): void => {
  const opened = async (view = aFormerView()) => {
    await storeOf().open([view]);
    await storeOf().settle(view);
    return view;
  };
  const ids = async (view: ViewSpec, find: Find, at: bigint) =>
    (await storeOf().find(view, find, at)).map(({ id }) => id);
  /** Each row with the position that wrote it, as of then. */
  const all = async (view: ViewSpec, at: bigint) => {
    const found = await storeOf().find(view, { where: {} }, at);
    for (const row of found) expect(await storeOf().get(view, row.id, at)).toEqual(row);
    expect(await storeOf().count(view, { where: {} }, undefined, at)).toBe(found.length);
    return found.map(({ id, position }) => `${id} ${position}`).join();
  };

  it('reads rows as they were from the event that wrote them until the next', async () => {
    const view = await opened();
    await write(storeOf(), view, [putRow('a', 10, { name: 'one' }), putRow('b', 10)], 12n);
    await write(storeOf(), view, [putRow('a', 20, { name: 'two' }), dropRow('b', 25)], 30n);
    await write(storeOf(), view, [putRow('b', 40), putRow('c', 41)], 45n);
    const seen = async (...places: bigint[]) => Promise.all(places.map(async (at) => all(view, at)));
    expect(await seen(9n, 10n, 19n)).toEqual(['', 'a 10,b 10', 'a 10,b 10']);
    expect(await seen(20n, 24n, 25n, 39n)).toEqual(['a 20,b 10', 'a 20,b 10', 'a 20', 'a 20']);
    expect(await seen(40n, 41n, 45n)).toEqual(['a 20,b 40', 'a 20,b 40,c 41', 'a 20,b 40,c 41']);
    expect(await storeOf().get(view, 'a', 19n)).toEqual({ id: 'a', json: '{"id":"a","name":"one"}', position: 10n });
    expect([await storeOf().get(view, 'b', 30n), await storeOf().get(view, 'c', 40n)]).toEqual([null, null]);
  });

  it('keeps what stood in between when a batch writes a row more than once, and nothing of older writes', async () => {
    const view = await opened();
    const batch = [putRow('a', 1), putRow('a', 3, { size: 3 }), dropRow('a', 5), putRow('a', 7), putRow('a', 7)];
    await write(storeOf(), view, batch, 9n);
    await write(storeOf(), view, [putRow('a', 2, { name: 'late' }), dropRow('a', 7)], 10n);
    expect(await Promise.all([1n, 2n, 3n, 4n, 5n, 6n, 7n, 10n].map((at) => all(view, at)))).toEqual([
      'a 1',
      'a 1',
      'a 3',
      'a 3',
      '',
      '',
      'a 7',
      'a 7',
    ]);
  });

  it('keeps positions that are larger than a double can count', async () => {
    const view = await opened();
    const large = 9_007_199_254_740_993n;
    await write(storeOf(), view, [putRow('a', large), putRow('a', large + 1n)], large + 1n);
    expect([await all(view, large - 1n), await all(view, large), await all(view, large + 1n)]).toEqual([
      '',
      `a ${large}`,
      `a ${large + 1n}`,
    ]);
  });

  it('finds, sorts and counts by what the columns were', async () => {
    const view = await opened();
    const put = (id: string, at: number, folder: string, size: number) => putRow(id, at, { folder, size, name: id });
    await write(
      storeOf(),
      view,
      [put('a', 1, 'f', 1), put('b', 1, 'f', 2), put('c', 1, 'f', 3), put('d', 1, 'g', 4)],
      1n,
    );
    await write(storeOf(), view, [put('a', 2, 'f', 9), put('b', 2, 'g', 2), dropRow('c', 3), put('e', 3, 'f', 2)], 3n);
    const where = { folder: 'f' };
    const bySize = [['size', 'desc']] as const;
    expect(await ids(view, { where, order: bySize }, 1n)).toEqual(['c', 'b', 'a']);
    expect(await ids(view, { where, order: bySize }, 2n)).toEqual(['a', 'c']);
    expect(await ids(view, { where, order: bySize }, 3n)).toEqual(['a', 'e']);
    expect(await ids(view, { where, order: bySize, skip: 1, limit: 1 }, 1n)).toEqual(['b']);
    expect(await ids(view, { where: {}, order: bySize, skip: 1, limit: 2 }, 2n)).toEqual(['d', 'c']);
    expect(await ids(view, { where, limit: 0 }, 1n)).toEqual([]);
    expect(await ids(view, { where: { id: { in: ['c', 'b'] } } }, 2n)).toEqual(['b', 'c']);
    expect(await ids(view, { where: { size: { from: 2 }, name: { not: 'd' } } }, 1n)).toEqual(['b', 'c']);
    const counts = [1n, 2n, 3n].map((at) => storeOf().count(view, { where }, undefined, at));
    expect(await Promise.all(counts)).toEqual([3, 2, 2]);
    expect(await storeOf().count(view, { where: {} }, 2, 1n)).toBe(2);
    await expect(storeOf().find(view, { where: { nothing: 1 } }, 1n)).rejects.toThrow('nothing');
  });

  it('finds who was shown, as long as they were', async () => {
    const view = await opened();
    await write(
      storeOf(),
      view,
      [putRow('b', 1, {}, { subjects: ['u-1'] }), putRow('a', 1, {}, { subjects: ['u-1', 'u-2'] })],
      1n,
    );
    await write(storeOf(), view, [putRow('a', 2, {}, { subjects: ['u-2'] }), dropRow('b', 3)], 3n);
    const shown = async (subject: string, at: bigint) =>
      (await storeOf().bySubject(view, subject, at)).map(({ id, position }) => `${id} ${position}`).join();
    expect([await shown('u-1', 1n), await shown('u-1', 2n), await shown('u-1', 3n)]).toEqual(['a 1,b 1', 'b 1', '']);
    expect([await shown('u-2', 1n), await shown('u-2', 2n)]).toEqual(['a 1', 'a 2']);
  });

  it('says why it cannot be read as it was, and never answers with nothing instead', async () => {
    const plain = await opened(aView());
    const view = await opened();
    for (const each of [plain, view]) await write(storeOf(), each, [putRow('a', 1)], 5n);
    const asked = (spec: ViewSpec, at: bigint, terms?: { all: string[]; beginnings: string[] }) => [
      () => storeOf().find(spec, { where: {}, ...(terms && { terms }) }, at),
      () => storeOf().count(spec, { where: {}, ...(terms && { terms }) }, 1, at),
      ...(terms ? [] : [() => storeOf().get(spec, 'a', at), () => storeOf().bySubject(spec, 'u', at)]),
    ];
    for (const ask of asked(plain, 1n)) await expect(ask()).rejects.toThrow(`${plain.view} keeps no former rows`);
    for (const ask of asked(view, 6n)) {
      await expect(ask()).rejects.toThrow(Unavailable);
      await expect(ask()).rejects.toThrow('has come to position 5, not yet to 6');
    }
    for (const ask of asked(view, 1n, { all: ['x'], beginnings: [] }))
      await expect(ask()).rejects.toThrow('is searched by terms as it is now');
    const empty = await opened();
    for (const ask of asked(empty, 1n)) await expect(ask()).rejects.toThrow(Unavailable);
    expect(await storeOf().own.find(view, { where: {} }, 5n)).toHaveLength(1);
  });

  it('fills a version aside with former rows of its own, which go with it', async () => {
    const older = await opened();
    const newer = aFormerView(2, older.view);
    await write(storeOf(), older, [putRow('a', 1, { name: 'older' }), putRow('a', 2)], 3n);
    await storeOf().open([newer]);
    await write(storeOf(), newer, [putRow('a', 1, { name: 'newer' }), putRow('a', 2)], 2n);
    expect((await storeOf().get(newer, 'a', 1n))?.json).toContain('older');
    expect((await storeOf().own.get(newer, 'a', 1n))?.json).toContain('newer');
    await storeOf().settle(newer);
    expect((await storeOf().get(newer, 'a', 1n))?.json).toContain('newer');
    await storeOf().drop(newer);
    await expect(storeOf().get(newer, 'a', 1n)).rejects.toThrow(Unavailable);
    await write(storeOf(), newer, [putRow('b', 1), dropRow('b', 3)], 4n);
    expect([await storeOf().get(newer, 'a', 1n), (await storeOf().get(newer, 'b', 2n))?.position]).toEqual([null, 1n]);
  });

  it('has them from the first event of a version on, or not at all', async () => {
    const older = await opened(aView());
    const newer = aFormerView(2, older.view);
    await write(storeOf(), older, [putRow('a', 1)], 1n);
    await expect(storeOf().open([{ ...older, keepsFormer: true }])).rejects.toThrow('was filled without former rows');
    await storeOf().open([newer]);
    // the older version is read, which has no former rows
    await expect(storeOf().get(newer, 'a', 1n)).rejects.toThrow(Unavailable);
    await write(storeOf(), newer, [putRow('a', 1)], 1n);
    const { keepsFormer: _, ...without } = newer;
    await expect(storeOf().open([without])).rejects.toThrow('was filled with former rows');
  });

  describe('when they are made again', () => {
    const named = (id: string, at: number, name: string | null, subjects = ['u-1']) =>
      putRow(id, at, { name }, { subjects });
    const filled = async () => {
      const view = await opened();
      await write(
        storeOf(),
        view,
        [named('a', 1, 'Ana'), named('a', 3, 'Anamaria'), named('b', 3, 'Bob', ['u-2'])],
        4n,
      );
      await write(storeOf(), view, [named('a', 5, 'now'), named('b', 5, 'now', ['u-2'])], 5n);
      return view;
    };
    const names = async (view: ViewSpec, id: string, ...places: bigint[]) =>
      Promise.all(
        places.map(async (at) => {
          const row = await storeOf().get(view, id, at);
          return row && (JSON.parse(row.json) as { name: string | null }).name;
        }),
      );

    it('are named by their ids and by whom they showed', async () => {
      const view = await filled();
      const found = (of: Partial<Parameters<ReadStore['former']>[1]>) =>
        storeOf().former(view, { ids: [], subjects: [], ...of });
      const ofA = [
        { id: 'a', position: 1n },
        { id: 'a', position: 3n },
      ];
      expect(await found({ subjects: ['u-1', 'nobody'] })).toEqual(ofA);
      expect(await found({ ids: ['b', 'none'], subjects: ['u-1'] })).toEqual([...ofA, { id: 'b', position: 3n }]);
      expect(await found({})).toEqual([]);
      expect(await storeOf().former(await opened(aView()), { ids: ['a'], subjects: [] })).toEqual([]);
    });

    it('say something else in text, columns and subjects, and nothing else does', async () => {
      const view = await filled();
      await storeOf().replaceFormer(
        view,
        [named('a', 3, null, ['u-3']), named('a', 2, 'no such'), named('b', 5, 'x')],
        6n,
      );
      expect(await names(view, 'a', 1n, 3n, 5n)).toEqual(['Ana', null, 'now']);
      expect(await names(view, 'b', 3n, 5n)).toEqual(['Bob', 'now']);
      expect(await ids(view, { where: { name: null } }, 4n)).toEqual(['a']);
      expect(await ids(view, { where: { name: 'Anamaria' } }, 4n)).toEqual([]);
      expect((await storeOf().bySubject(view, 'u-3', 4n)).map(({ id }) => id)).toEqual(['a']);
      expect(await storeOf().former(view, { ids: [], subjects: ['u-1'] })).toEqual([{ id: 'a', position: 1n }]);
    });

    it('never were, when nothing is left of them: what stood before stood on', async () => {
      const view = await filled();
      for (let time = 0; time < 2; time += 1) {
        await storeOf().replaceFormer(view, [dropRow('a', 3)], 6n);
        expect(await names(view, 'a', 1n, 3n, 4n, 5n)).toEqual(['Ana', 'Ana', 'Ana', 'now']);
      }
      await storeOf().replaceFormer(view, [dropRow('a', 1)], 7n);
      expect(await names(view, 'a', 1n, 3n, 4n, 5n)).toEqual([null, null, null, 'now']);
      expect(await ids(view, { where: {} }, 4n)).toEqual(['b']);
      expect(await ids(view, { where: { name: null } }, 4n)).toEqual([]);
    });

    it('stay as a later destruction has left them, whoever is late', async () => {
      const view = await filled();
      await storeOf().replaceFormer(view, [named('a', 1, 'later')], 9n);
      await storeOf().replaceFormer(view, [named('a', 1, 'earlier'), named('a', 3, 'earlier')], 8n);
      await storeOf().replaceFormer(view, [dropRow('a', 1)], 8n);
      expect(await names(view, 'a', 1n, 3n)).toEqual(['later', 'earlier']);
    });
  });
};
