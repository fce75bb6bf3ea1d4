import type { Find, ReadStore, Terms, ViewSpec, Where } from '@dosar/kernel/runtime';
import { aView, dropRow, idOf, putRow, write } from '../testing/rows';

const terms = (all: readonly string[], beginnings: readonly string[] = []): Terms => ({ all, beginnings });

/** Tests for views with terms, such as the audit. */
export const termsTests = (storeOf: () => ReadStore): void => {
  /** Positions beyond what a double can represent, so that rounding would show. */
  const FIRST = 9_007_199_254_740_993n;
  const LARGE = 500;
  let view: ViewSpec;
  let large: ViewSpec;

  const row = (id: string, place: bigint, words: readonly string[], name: string | null = null) =>
    putRow(id, place, { place, name, owner: idOf(id) }, { terms: words });

  beforeAll(async () => {
    [view, large] = [aView(), aView()];
    await storeOf().open([view, large]);
    const rows = [
      row('a', FIRST, ['user_1', 'factura', 'septembrie']),
      row('b', FIRST + 1n, ['user_2', 'factura', 'octombrie'], 'b'),
      row('c', FIRST + 2n, ['user_1', 'contract', 'octombrie'], 'c'),
      row('d', FIRST + 3n, ['user_1', 'facturare', 'octombrie', '10'], 'd'),
      row('e', FIRST + 4n, ['user_10', 'ștampilă', '2026_10']),
      // stored like the others, but without terms
      putRow('f', 1, { name: 'f' }),
    ];
    await write(storeOf(), view, rows, FIRST + 10n);
    const many = Array.from({ length: LARGE }, (_, at) =>
      row(`r${at}`, FIRST + BigInt(at), ['every', `third_${at % 3}`, `own_${at}`]),
    );
    await write(storeOf(), large, many, FIRST + 1_000n);
    for (const each of [view, large]) await storeOf().settle(each);
  });

  const found = async (asked: Terms, more: Partial<Find> = {}, of = view) => {
    const order = more.order ?? ([['place', 'asc']] as const);
    return (await storeOf().find(of, { where: {}, terms: asked, ...more, order })).map(({ id }) => id);
  };
  const count = (asked: Terms, where: Where = {}, most?: number, of = view) =>
    storeOf().count(of, { where, terms: asked }, most);

  it('finds rows that have all these terms', async () => {
    expect(await found(terms(['factura']))).toEqual(['a', 'b']);
    expect(await found(terms(['user_1']))).toEqual(['a', 'c', 'd']);
    expect(await found(terms(['user_1', 'octombrie']))).toEqual(['c', 'd']);
    expect(await found(terms(['ștampilă']))).toEqual(['e']);
    expect(await found(terms(['user_1', 'nothing']))).toEqual([]);
    expect(await found(terms(['user']))).toEqual([]);
  });

  it('finds rows that have terms with these beginnings', async () => {
    expect(await found(terms([], ['factura']))).toEqual(['a', 'b', 'd']);
    expect(await found(terms([], ['user_1']))).toEqual(['a', 'c', 'd', 'e']);
    expect(await found(terms([], ['oct', 'fact']))).toEqual(['b', 'd']);
    expect(await found(terms(['user_1'], ['fact']))).toEqual(['a', 'd']);
    expect(await found(terms([], ['10']))).toEqual(['d']);
    expect(await found(terms([], ['șta']))).toEqual(['e']);
    expect(await found(terms([], ['nothing']))).toEqual([]);
  });

  it('never takes a term for more than a term', async () => {
    for (const hostile of ['.*', 'user.1', '"', 'factura OR contract', '$ne', '*', '(', '\\'])
      expect(await found(terms([hostile])).catch(() => [])).toEqual([]);
    for (const hostile of ['nothing OR factura', 'nothing|factura', '$ne', '[f'])
      expect(await found(terms([], [hostile])).catch(() => [])).toEqual([]);
  });

  it('keeps to conditions, and to a range of the column that they are in order of', async () => {
    const range = (from: bigint | undefined, below: bigint | undefined): Where => ({
      place: { ...(from !== undefined && { from }), ...(below !== undefined && { below }) },
    });
    expect(await found(terms(['user_1']), { where: range(FIRST + 1n, undefined) })).toEqual(['c', 'd']);
    expect(await found(terms(['user_1']), { where: range(undefined, FIRST + 3n) })).toEqual(['a', 'c']);
    expect(await found(terms(['octombrie']), { where: range(FIRST + 1n, FIRST + 3n) })).toEqual(['b', 'c']);
    expect(await found(terms([], ['oct']), { where: { ...range(FIRST + 2n, undefined), name: 'd' } })).toEqual(['d']);
    expect(await found(terms(['octombrie']), { where: { name: { not: 'c' } } })).toEqual(['b', 'd']);
    expect(await count(terms(['octombrie']), range(FIRST + 2n, undefined))).toBe(2);
  });

  it('hands them out in order, either way, a page at a time', async () => {
    const newest = [['place', 'desc']] as const;
    expect(await found(terms(['octombrie']), { order: newest })).toEqual(['d', 'c', 'b']);
    expect(await found(terms(['octombrie']), { order: newest, limit: 2 })).toEqual(['d', 'c']);
    expect(await found(terms(['octombrie']), { order: newest, skip: 1, limit: 1 })).toEqual(['c']);
    const thirds = await found(terms(['third_1'], ['ever']), { order: newest, limit: 3 }, large);
    expect(thirds).toEqual(['r499', 'r496', 'r493']);
    const before = { place: { below: FIRST + 493n } };
    expect(await found(terms(['third_1'], ['ever']), { order: newest, limit: 2, where: before }, large)).toEqual([
      'r490',
      'r487',
    ]);
  });

  it('counts them, and no further than is asked for', async () => {
    expect(await count(terms(['every']), {}, undefined, large)).toBe(LARGE);
    expect(await count(terms(['every']), {}, 100, large)).toBe(100);
    expect(await count(terms(['own_7']), {}, 100, large)).toBe(1);
    expect(await count(terms([], ['own_1']), {}, 1_000, large)).toBe(111);
    expect(await storeOf().count(large, { where: {} }, 20)).toBe(20);
    expect(await storeOf().count(large, { where: {} }, 1_000)).toBe(LARGE);
  });

  it('finds rows by what they were written with last, and none that is gone', async () => {
    const changing = aView();
    await storeOf().open([changing]);
    await write(storeOf(), changing, [row('a', FIRST, ['old', 'both']), row('b', FIRST + 1n, ['old'])], FIRST + 1n);
    const again = { ...row('a', FIRST, ['new', 'both']), position: FIRST + 2n };
    await write(storeOf(), changing, [again, dropRow('b', FIRST + 2n)], FIRST + 2n);
    expect(await found(terms(['old']), {}, changing)).toEqual([]);
    expect(await found(terms(['new', 'both']), {}, changing)).toEqual(['a']);
  });

  it('refuses terms in a view that has none', async () => {
    const { termsBy: _, ...without } = aView();
    await storeOf().open([without]);
    await expect(storeOf().find(without, { where: {}, terms: terms(['a']) })).rejects.toThrow(without.view);
    await expect(storeOf().count(without, { where: {}, terms: terms(['a']) })).rejects.toThrow(without.view);
  });
};
