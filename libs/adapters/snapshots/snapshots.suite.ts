import { newId, type Snapshots } from '@dosar/kernel';

export type OpenedSnapshots = { readonly snapshots: Snapshots; readonly close: () => Promise<void> };

/** What every keeper of snapshots must do. */
export const snapshotsSuite = (name: string, open: () => Promise<OpenedSnapshots>) =>
  describe(`snapshots: ${name}`, () => {
    let opened: OpenedSnapshots;
    beforeAll(async () => void (opened = await open()));
    afterAll(() => opened.close());

    it('gives back the newest one', async () => {
      const stream = `suite-${newId()}`;
      expect(await opened.snapshots.get(stream)).toBeNull();
      await opened.snapshots.put(stream, { revision: 10, text: 'ten ș' });
      await opened.snapshots.put(stream, { revision: 20, text: 'twenty' });
      expect(await opened.snapshots.get(stream)).toEqual({ revision: 20, text: 'twenty' });
    });

    it('passes over one that is older', async () => {
      const stream = `suite-${newId()}`;
      await opened.snapshots.put(stream, { revision: 20, text: 'twenty' });
      await opened.snapshots.put(stream, { revision: 10, text: 'ten' });
      expect((await opened.snapshots.get(stream))?.revision).toBe(20);
    });

    it('keeps a large one', async () => {
      const stream = `suite-${newId()}`;
      const text = 'x'.repeat(3_000_000);
      await opened.snapshots.put(stream, { revision: 1, text });
      expect((await opened.snapshots.get(stream))?.text).toBe(text);
    });
  });
