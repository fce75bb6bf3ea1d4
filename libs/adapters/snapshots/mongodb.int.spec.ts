import { addressOf } from '../int';
import { mongoSnapshots } from './mongodb';
import { snapshotsSuite } from './snapshots.suite';

const open = () => mongoSnapshots(addressOf('DOSAR_MONGODB_URL'));

snapshotsSuite('MongoDB', async () => {
  const snapshots = await open();
  return { snapshots, close: () => snapshots.close() };
});

describe('the snapshots on MongoDB', () => {
  it('may be larger than a document', async () => {
    const snapshots = await open();
    const stream = `suite-large-${Date.now()}`;
    for (const [revision, letter] of [
      [1, 'ș'],
      [2, 'ț'],
    ] as const) {
      const text = letter.repeat(10_000_000);
      await snapshots.put(stream, { revision, text });
      expect((await snapshots.get(stream))?.text === text).toBe(true);
    }
    await snapshots.close();
  });
});
