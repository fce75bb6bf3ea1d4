import { join } from 'node:path';
import type { Snapshots } from '@dosar/kernel/runtime';
import { aFolder, zeroPages } from '../testing/folder';
import { memorySnapshots } from '@dosar/kernel/memory/snapshots';
import { makeWhole } from '../sqlite';
import { snapshotsSuite } from './snapshots.suite';
import { sqliteSnapshots } from './sqlite';

snapshotsSuite('memory', async () => ({ snapshots: memorySnapshots(), close: async () => {} }));

snapshotsSuite('sqlite', async () => {
  const { folder, remove } = await aFolder();
  const snapshots = await sqliteSnapshots(join(folder, 'snapshots.db'));
  const close = async () => {
    await snapshots.close();
    await remove();
  };
  return { snapshots, close };
});

const put = async (snapshots: Snapshots, stream: string) =>
  snapshots.put(
    stream,
    { revision: 1, position: 1n, leaf: '' },
    (async function* () {
      yield 'x'.repeat(20_000);
    })(),
  );
const read = async (snapshots: Snapshots, stream: string) => {
  const found = await snapshots.get(stream);
  if (!found) return null;
  const texts: string[] = [];
  try {
    for await (const text of found.parts) texts.push(text);
  } catch (error) {
    return (error as Error).name;
  }
  return texts.join('').length;
};

it('snapshots in SQLite of which a page cannot be read are none, are made anew, and that is said', async () => {
  const { folder, remove } = await aFolder();
  const file = join(folder, 'snapshots.db');
  const damaged: string[] = [];
  const open = () => sqliteSnapshots(file, (why) => damaged.push(why));
  const streams = Array.from({ length: 40 }, (_, at) => `stream-${at}`);
  const before = await open();
  for (const stream of streams) await put(before, stream);
  await before.close();
  makeWhole(file);
  zeroPages(file, 10, 100);

  const after = await open();
  const found: unknown[] = [];
  for (const stream of streams) found.push(await read(after, stream));
  expect(damaged).toEqual(['database disk image is malformed']);
  expect(found.filter((each) => each === 'Unavailable').length).toBeLessThanOrEqual(1);
  expect(found.at(-1)).toBeNull();
  for (const stream of streams) await put(after, stream);
  for (const stream of streams) expect(await read(after, stream)).toBe(20_000);
  await after.close();
  await remove();
});

it('a damaged file of snapshots that many read at once is made anew once, and none of them fails by that', async () => {
  const { folder, remove } = await aFolder();
  const file = join(folder, 'snapshots.db');
  const damaged: string[] = [];
  const streams = Array.from({ length: 40 }, (_, at) => `stream-${at}`);
  const before = await sqliteSnapshots(file);
  for (const stream of streams) await put(before, stream);
  await before.close();
  makeWhole(file);
  zeroPages(file, 10, 100);

  const after = await sqliteSnapshots(file, (why) => damaged.push(why));
  const found = await Promise.all(streams.map((stream) => read(after, stream)));
  expect(found.filter((each) => ![null, 'Unavailable', 20_000].includes(each))).toEqual([]);
  expect(damaged).toEqual(['database disk image is malformed']);
  await put(after, 'stream-1');
  expect(await read(after, 'stream-1')).toBe(20_000);
  await after.close();
  await remove();
});
