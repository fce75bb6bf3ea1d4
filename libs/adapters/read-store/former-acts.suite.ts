import { inRowOrder, meeting, type Find, type Position, type ReadStore, type RowWrite } from '@dosar/kernel/runtime';
import { placeAt } from '../testing/places';
import { aView, dropRow, putRow } from '../testing/rows';
import { seeded } from '../testing/seeded';
import { aFormerView } from './former.suite';

/** After so many acts the answers are recorded, and asked for again later. */
const NOTED = 50;
/** Positions beyond what a double can represent. */
const FIRST = 2n ** 53n - 5_000n;

/** A write of an event: whose row it is, and their name in it. A card goes with the name. */
type Written = {
  readonly id: string;
  readonly position: Position;
  readonly of: string | null;
  readonly folder: string | null;
  readonly size: number;
};
type Shown = { readonly row: RowWrite; readonly of: string };

const isCard = ({ id }: Pick<Written, 'id'>) => id.startsWith('card');

/** All writes and their result: the rows of a view filled from the first event. */
const aHistory = () => {
  const log: Written[] = [];
  const destroyed = new Set<string>();
  const rowOf = ({ id, position, of, folder, size }: Written): RowWrite => {
    if (of === null) return dropRow(id, position);
    const name = destroyed.has(of) ? null : `name of ${of}`;
    return putRow(id, position, { folder, size, name, owner: of }, { subjects: [of] });
  };
  return {
    log,
    destroyed,
    rowOf,
    /** The rows at that position, without anything erased since. */
    rowsAt: (at: Position): ReadonlyMap<string, Shown> => {
      const rows = new Map<string, Shown>();
      for (const each of log) {
        if (each.position > at) break;
        if (each.of === null) rows.delete(each.id);
        // no trace is left of such a card
        else if (!isCard(each) || !destroyed.has(each.of)) rows.set(each.id, { row: rowOf(each), of: each.of });
      }
      return rows;
    },
  };
};

const textOf = ({ id, position, json }: Pick<RowWrite, 'id' | 'position' | 'json'>) => `${position} ${id} ${json}`;

/** The queries of each round. */
const finds: readonly Find[] = [
  { where: {} },
  { where: { folder: 'f' }, order: [['size', 'desc']], skip: 1, limit: 5 },
  { where: { name: { not: null }, size: { from: 2 } }, order: [['name', 'asc']], limit: 9 },
];

/**
 * Rows are written, removed and erased at random, in batches, some of which fail: reading at each fiftieth position gives
 * the answer of then, without anything erased since.
 */
export const expectFormer = async (
  store: ReadStore,
  seed: number,
  acts: number,
  view = aFormerView(),
): Promise<void> => {
  const random = seeded(seed);
  const { log, destroyed, rowOf, rowsAt } = aHistory();
  const notes = new Map<Position, { readonly answers: string; readonly forgotten: number }>();
  const people = Array.from({ length: 8 }, (_, at) => `u-${at}`);
  const held: RowWrite[] = [];
  let position = FIRST;
  let next = people.length;

  const asked = async (at?: Position): Promise<string> => {
    const found = await Promise.all(finds.map((find) => store.find(view, find, at)));
    const shown = await Promise.all(['u-1', 'u-7', 'u-9'].map((whose) => store.bySubject(view, whose, at)));
    const one = await store.get(view, 'row-7', at);
    const counts = await Promise.all(finds.map(({ where }) => store.count(view, { where }, undefined, at)));
    return [...[...found, ...shown, one ? [one] : []].map((rows) => rows.map(textOf).join(' | ')), counts].join('\n');
  };
  const expected = (at: Position): string => {
    const all = [...rowsAt(at).values()];
    const rows = all.map(({ row }) => row);
    const found = finds.map(({ where, order = [], skip = 0, limit = Infinity }) =>
      rows
        .filter(meeting(where))
        .sort((a, b) => inRowOrder(a, b, order))
        .slice(skip, skip + limit),
    );
    const byId = (some: readonly RowWrite[]) => [...some].sort((a, b) => inRowOrder(a, b, []));
    const shown = ['u-1', 'u-7', 'u-9'].map((whose) =>
      byId(all.filter(({ of }) => of === whose).map(({ row }) => row)),
    );
    const counts = finds.map(({ where }) => rows.filter(meeting(where)).length);
    const one = rows.filter(({ id }) => id === 'row-7');
    return [...[...found, ...shown, one].map((some) => some.map(textOf).join(' | ')), counts].join('\n');
  };

  const happen = (written: Omit<Written, 'position'>) => {
    const each = { ...written, position };
    log.push(each);
    held.push(rowOf(each));
  };
  const flush = async () => {
    const batch = { view, writes: held.splice(0), audiences: new Map() };
    // a failed batch has changed nothing
    if (random.chance(0.05)) {
      const unknown = { view: aView(), writes: [putRow('a', position)], audiences: new Map() };
      await expect(store.apply([batch, unknown], placeAt(position))).rejects.toThrow();
    }
    await store.apply([batch], placeAt(position));
  };
  const write = () => {
    const anId = () => (random.chance(0.3) ? `card-${random.below(10)}` : `row-${random.below(60)}`);
    for (const id of new Set(Array.from({ length: 1 + random.below(3) }, anId))) {
      const of = random.chance(0.2) ? null : random.oneOf(people);
      happen({ id, of, folder: random.oneOf(['f', 'g', null]), size: random.below(5) });
    }
  };
  /** As a projector does it: current rows first, then former ones. */
  const forget = async () => {
    const whose = random.below(people.length);
    const of = people[whose]!;
    people[whose] = `u-${(next += 1)}`;
    await flush();
    position += 1n;
    const rows = [...rowsAt(position).values()].filter((each) => each.of === of);
    destroyed.add(of);
    for (const { row } of rows) {
      const before = log.findLast(({ id }) => id === row.id)!;
      happen({ ...before, of: isCard(before) ? null : of });
    }
    await flush();
    const former = await store.former(view, { ids: rows.map(({ row }) => row.id), subjects: [of] });
    const again = former.map(({ id, position: from }) => {
      const written = log.find((each) => each.id === id && each.position === from)!;
      return isCard(written) && written.of !== null && destroyed.has(written.of) ? dropRow(id, from) : rowOf(written);
    });
    // after an interruption the replacement is repeated
    if (random.chance(0.3)) await store.replaceFormer(view, again.slice(0, random.below(again.length + 1)), position);
    await store.replaceFormer(view, again, position);
  };
  const mustBeAsThen = async (at: Position) => {
    const { answers, forgotten } = notes.get(at)!;
    const found = await asked(at);
    if (forgotten === destroyed.size) expect({ at, found }).toEqual({ at, found: answers });
    else expect({ at, found }).toEqual({ at, found: expected(at) });
  };

  await store.open([view]);
  await store.settle(view);
  for (let act = 1; act <= acts; act += 1) {
    position += BigInt(random.chance(0.1) ? 1 + random.below(1_000) : 1 + random.below(3));
    if (random.chance(0.01)) await forget();
    else write();
    if (act % NOTED !== 0 && !random.chance(0.3)) continue;
    await flush();
    if (act % NOTED !== 0) continue;
    const answers = await asked();
    expect({ act, answers }).toEqual({ act, answers: expected(position) });
    notes.set(position, { answers, forgotten: destroyed.size });
    await mustBeAsThen(random.oneOf([...notes.keys()]));
  }
  for (const at of notes.keys()) await mustBeAsThen(at);
  expect(destroyed.size).toBeGreaterThan(acts / 500);
};

/** The number of acts: `FORMER_ACTS=5000`; else as many as take a few seconds. */
export const someActs = (few: number): number => Number(process.env['FORMER_ACTS'] ?? few);
