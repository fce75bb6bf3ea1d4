import { addressOf } from '../testing/int';
import { mongoSnapshots } from './mongodb';
import { snapshotsSuite } from './snapshots.suite';

const open = () => mongoSnapshots(addressOf('DOSAR_MONGODB_URL'));

snapshotsSuite('MongoDB', async () => {
  const snapshots = await open();
  return { snapshots, close: () => snapshots.close() };
});

describe('the snapshots on MongoDB', () => {
  it('may have parts that are larger than a document, and cut no character in two', async () => {
    const snapshots = await open();
    const stream = `suite-large-${Date.now()}`;
    // each cut falls on either side of a surrogate pair once
    const parts = ['🧾'.repeat(3_600_000), `x${'🧾'.repeat(3_600_000)}`, '', 'ș'.repeat(7_000_001)];
    await snapshots.put(
      stream,
      { revision: 1, position: 1n, leaf: '' },
      (async function* () {
        yield* parts;
      })(),
    );
    const found: string[] = [];
    for await (const part of (await snapshots.get(stream))!.parts) found.push(part);
    expect(found.map((part) => part.length)).toEqual(parts.map((part) => part.length));
    expect(found.every((part, at) => part === parts[at])).toBe(true);
    await snapshots.close();
  });
});
