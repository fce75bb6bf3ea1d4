import { join } from 'node:path';
import { aFolder } from '../testing/folder';
import { memorySnapshots } from '@dosar/kernel/memory/snapshots';
import { snapshotsSuite } from './snapshots.suite';
import { sqliteSnapshots } from './sqlite';

snapshotsSuite('memory', async () => ({ snapshots: memorySnapshots(), close: async () => {} }));

snapshotsSuite('sqlite', async () => {
  const { folder, remove } = await aFolder();
  const snapshots = sqliteSnapshots(join(folder, 'snapshots.db'));
  const close = async () => {
    await snapshots.close();
    await remove();
  };
  return { snapshots, close };
});
