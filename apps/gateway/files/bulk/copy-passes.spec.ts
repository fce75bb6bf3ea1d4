import type { Copied } from '@dosar/domain/files/drive-copies';
import { emptyDrive, place, type Drive } from '@dosar/domain/files/drive-nodes';
import { CopyPasses, type CopyPass } from './copy-passes';

const aFolder = (drive: Drive, id: string, parentId: string | null) =>
  place(drive, { type: 'folder', year: 2026, id, parentId, name: id, deletion: null, categoryKey: null });
const copyOf = (of: string, from: string): Copied => ({ of, from, id: `${from}'` });

/** A drive with that many folders in each of these, and the copies of these. */
const filled = (tops: readonly string[], count: number) => {
  const drive = emptyDrive();
  const copies = tops.flatMap((top) => {
    aFolder(drive, top, null);
    const inside = Array.from({ length: count }, (_, at) => `${top}${at}`);
    for (const id of inside) aFolder(drive, id, top);
    return [top, ...inside].map((from) => copyOf(top, from));
  });
  return { drive, copies };
};
/** Makes that many copies of a pass, as an append does. */
const make = (drive: Drive, { copies }: CopyPass, most = 50): number => {
  const left = copies.filter(({ id }) => !drive.nodes.has(id)).slice(0, most);
  for (const { id } of left) aFolder(drive, id, null);
  return left.length;
};
const origins = ({ copies }: CopyPass) => copies.map(({ from }) => from);

describe('the passes of a copy', () => {
  it('look at a thing as a whole first, then at what is to be made next and the folders that it is in', () => {
    const { drive, copies } = filled(['a'], 1_000);
    aFolder(drive, 'deep', 'a999');
    const passes = new CopyPasses(['a'], [...copies, copyOf('a', 'deep')]);
    const first = passes.next(drive)!;
    expect(first.copies).toHaveLength(1_002);
    make(drive, first);
    const second = passes.next(drive)!;
    expect([second.copies.length, origins(second)[0]]).toEqual([101, 'a']);
    let last = second;
    let count = 1;
    for (let next = passes.next(drive); next; next = passes.next(drive), count += 1) {
      last = next;
      make(drive, next);
    }
    expect(count).toBe(21);
    expect(origins(last)).toEqual(expect.arrayContaining(['a', 'a999', 'deep']));
    expect(copies.every(({ id }) => drive.nodes.has(id))).toBe(true);
  });

  it('take several things together, and each of them to its end', () => {
    const tops = Array.from({ length: 300 }, (_, at) => `t${at}x`);
    const { drive, copies } = filled(tops, 2);
    const passes = new CopyPasses(tops, copies);
    const sizes: number[] = [];
    for (let next = passes.next(drive); next; next = passes.next(drive)) {
      sizes.push(next.copies.length);
      make(drive, next);
    }
    expect(copies.every(({ id }) => drive.nodes.has(id))).toBe(true);
    expect(Math.max(...sizes)).toBeLessThan(110);
  });

  it('go on behind what nothing comes of, and leave out what is refused', () => {
    const { drive, copies } = filled(['a', 'b', 'c'], 300);
    const passes = new CopyPasses(['a', 'b', 'c', 'gone'], copies);
    const seen: string[][] = [];
    for (let next = passes.next(drive); next; next = passes.next(drive)) {
      seen.push([...next.ids]);
      passes.refused(new Set(next.ids.includes('b') ? ['b'] : []));
      // the last two hundred of the first folder do not exist any more
      const made = make(drive, { ...next, copies: next.copies.filter(({ from }) => !/^(b|a[12]\d\d$)/.test(from)) });
      if (made === 0) passes.pass();
    }
    expect(seen.at(-1)).toContain('gone');
    expect(seen.filter((ids) => ids.includes('b'))).toHaveLength(1);
    for (const { from, id } of copies)
      expect([from, drive.nodes.has(id)]).toEqual([from, !/^(b|a[12]\d\d$)/.test(from)]);
  });
});
