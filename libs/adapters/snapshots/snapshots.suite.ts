import { newId, type SnapshotPlace, type Snapshots } from '@dosar/kernel/runtime';

export type OpenedSnapshots = { readonly snapshots: Snapshots; readonly close: () => Promise<void> };

const at = (revision: number): SnapshotPlace => ({
  revision,
  position: 9_007_199_254_740_993n + BigInt(revision),
  leaf: `leaf ${revision}`,
});

const each = async function* (...parts: readonly string[]) {
  for (const part of parts) {
    await Promise.resolve();
    yield part;
  }
};

/** The contract of every adapter of snapshots. */
export const snapshotsSuite = (name: string, open: () => Promise<OpenedSnapshots>) =>
  describe(`snapshots: ${name}`, () => {
    let opened: OpenedSnapshots;
    let snapshots: Snapshots;
    let stream: string;
    beforeAll(async () => {
      opened = await open();
      snapshots = opened.snapshots;
    });
    beforeEach(() => void (stream = `suite-${newId()}`));
    afterAll(() => opened.close());

    const kept = async () => {
      const found = await snapshots.get(stream);
      if (!found) return null;
      const parts: string[] = [];
      for await (const part of found.parts) parts.push(part);
      return { revision: found.revision, position: found.position, leaf: found.leaf, parts };
    };
    const put = (revision: number, ...parts: readonly string[]) => snapshots.put(stream, at(revision), each(...parts));
    /** Parts of a snapshot whose source fails after them. */
    const broken = async function* (...parts: readonly string[]) {
      yield* each(...parts);
      throw new Error('it broke off');
    };

    it('gives back the newest one, part by part and to the byte', async () => {
      expect(await kept()).toBeNull();
      await put(10, 'ten ș', '', '🧾'.repeat(3));
      expect(await kept()).toEqual({ ...at(10), parts: ['ten ș', '', '🧾'.repeat(3)] });
      await put(20, 'twenty');
      expect(await kept()).toEqual({ ...at(20), parts: ['twenty'] });
    });

    it('passes over one that is older', async () => {
      await put(20, 'twenty');
      await put(10, 'ten', 'more');
      expect(await kept()).toEqual({ ...at(20), parts: ['twenty'] });
    });

    it('keeps the former one whole when a newer one breaks off, and takes that one later', async () => {
      await put(10, 'ten', 'more');
      await expect(snapshots.put(stream, at(20), broken('a', 'b', 'c'))).rejects.toThrow('it broke off');
      expect(await kept()).toEqual({ ...at(10), parts: ['ten', 'more'] });
      await put(20, 'twenty');
      expect(await kept()).toEqual({ ...at(20), parts: ['twenty'] });
    });

    it('has none when the first one broke off', async () => {
      await expect(snapshots.put(stream, at(20), broken('a'))).rejects.toThrow('it broke off');
      expect(await kept()).toBeNull();
    });

    it('never passes a part of a snapshot for the whole when it is replaced while it is read', async () => {
      await put(10, 'one', 'two', 'three');
      const found = await snapshots.get(stream);
      const parts: string[] = [];
      let failed = false;
      try {
        for await (const part of found!.parts) {
          if (parts.length === 0) await put(20, 'twenty');
          parts.push(part);
        }
      } catch {
        failed = true;
      }
      if (!failed) expect(parts).toEqual(['one', 'two', 'three']);
      expect((await kept())?.revision).toBe(20);
    });

    it('keeps many parts, and a large one', async () => {
      const many = Array.from({ length: 2_500 }, (_, part) => `part ${part}`);
      await put(1, ...many);
      expect((await kept())?.parts).toEqual(many);
      const large = 'ș🧾'.repeat(1_500_000);
      await put(2, 'before', large, 'behind');
      const { parts } = (await kept())!;
      expect(parts.map((part) => part.length)).toEqual([6, large.length, 6]);
      expect(parts[1] === large).toBe(true);
    });

    it('keeps those of several streams apart', async () => {
      const first = stream;
      const second = `${stream}/1`;
      for (const one of [first, second]) await snapshots.put(one, at(5), each(one));
      await snapshots.put(first, at(6), each('newer'));
      stream = second;
      expect((await kept())?.parts).toEqual([second]);
    });
  });
