import type { Condition, ReadStore, RowWrite, Terms, Where } from '@dosar/kernel/runtime';
import { aView, dropRow, idOf, putRow } from '../testing/rows';
import { seeded } from '../testing/seeded';
import { placeAt } from '../testing/places';

/** Beyond what a double can represent. */
const LARGE = 9_007_199_254_740_993n;

/** The same seeded random operations give the same answers in every adapter; a view that keeps former rows is read in its past, too. */
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
  const owners = [idOf('one'), idOf('two'), 'nobody', null];
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
    ...(random.chance(0.2) && { owner: random.oneOf(owners) }),
  });
  const termsOf = () => [
    `kind_${random.below(3)}`,
    `word${random.below(30)}`,
    random.oneOf(['factura', 'facturi', 'contract']),
  ];
  const places = (): Where => {
    const place = LARGE + BigInt(random.below(80));
    return random.chance(0.4) ? { place: random.chance(0.5) ? { from: place } : { below: place } } : {};
  };
  const terms = (): Terms => ({
    all: random.chance(0.6) ? [`kind_${random.below(3)}`] : [],
    beginnings: [random.oneOf(['w', 'word1', 'fact', 'factura', 'c'])],
  });

  const droppedAt = new Map<string, number>();
  /** Whether an older row may replace a removed one is left open. */
  const isPromised = ({ id, position, json }: RowWrite): boolean => {
    const at = Number(position);
    if (json === null) droppedAt.set(id, Math.max(at, droppedAt.get(id) ?? 0));
    return json === null || at > (droppedAt.get(id) ?? 0);
  };

  let reached = 0n;
  /** No position, or any that the view has reached. */
  const whenever = () =>
    view.keepsFormer && reached > 0n && random.chance(0.6) ? BigInt(random.below(Number(reached))) + 1n : undefined;

  await store.open([view]);
  await store.settle(view);
  for (let at = 1; at <= operations; at += 1) {
    const kind = random.below(10);
    if (kind < 4) {
      const writes = Array.from({ length: 1 + random.below(5) }, (_, index) => {
        const number = random.below(80);
        const id = `row-${number}`;
        const position = random.chance(0.9) ? at * 10 + index : random.below(at * 10) + 1;
        const shown = {
          folder: random.oneOf(folders),
          name: random.oneOf(words),
          size: random.oneOf([0, 1, 2, 3, null]),
          owner: random.oneOf(owners),
          place: LARGE + BigInt(number),
        };
        return random.chance(0.15)
          ? dropRow(id, position)
          : putRow(id, position, shown, { subjects: [someone(), someone()], terms: termsOf() });
      }).filter(isPromised);
      const audiences = new Map([[`c-${random.below(4)}`, BigInt(at)]]);
      reached = BigInt(at * 10);
      await store.apply([{ view, writes, audiences }], placeAt(reached));
    } else if (kind < 6) {
      const found = await store.find(view, {
        where: { ...where(), ...places() },
        terms: terms(),
        order: [['place', random.oneOf(['asc', 'desc'] as const)]],
        limit: 1 + random.below(20),
      });
      transcript.push(found.map(({ json, position }) => `${position} ${json}`).join(' | '));
    } else if (kind < 8) {
      const order = [[random.oneOf(['folder', 'name', 'size']), random.oneOf(['asc', 'desc'] as const)]] as const;
      const find = { where: where(), order, skip: random.below(4), limit: 1 + random.below(20) };
      const found = await store.find(view, find, whenever());
      transcript.push(found.map(({ json, position }) => `${position} ${json}`).join(' | '));
    } else if (kind === 8) {
      const asked = where();
      const place = whenever();
      const counts = [
        await store.count(view, { where: asked }, undefined, place),
        await store.count(view, { where: places(), terms: terms() }, 9),
      ];
      const shown = await store.bySubject(view, someone(), place);
      transcript.push(`${counts.join()} of ${shown.map(({ id }) => id).join()}`);
    } else {
      const row = await store.get(view, `row-${random.below(90)}`, whenever());
      transcript.push(
        `${row?.json} ${await store.audience(view, `c-${random.below(5)}`)} ${(await store.state(view)).position}`,
      );
    }
  }
  return transcript;
};
