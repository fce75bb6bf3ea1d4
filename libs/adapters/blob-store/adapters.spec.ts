import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { aFolder } from '../testing/folder';
import { blobStoreSuite } from './blob-store.suite';
import { folderBlobStore } from './folder';
import { memoryBlobStore } from '@dosar/kernel/memory/blob-store';

blobStoreSuite('memory', async () => ({ blobs: memoryBlobStore(), close: async () => {} }));

blobStoreSuite('folder', async () => {
  const { folder, remove } = await aFolder();
  const blobs = await folderBlobStore(folder);
  const close = async () => {
    await blobs.close();
    await remove();
  };
  return { blobs, close };
});

describe('the folder of blobs', () => {
  it('clears away at its start what an upload had left behind when the power went', async () => {
    const { folder, remove } = await aFolder();
    await mkdir(join(folder, 'incoming'));
    await writeFile(join(folder, 'incoming', 'half'), 'half a file');
    const blobs = await folderBlobStore(folder);
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
    const { id } = await blobs.put(Readable.from([Buffer.from('whole')]));
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
    const again = await folderBlobStore(folder);
    expect(await again.open(id)).not.toBeNull();
    await again.close();
    await blobs.close();
    await remove();
  });
});
