import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { aFolder } from '../testing/folder';
import { Unavailable, type BlobInfo } from '@dosar/kernel/runtime';
import { blobStoreSuite } from './blob-store.suite';
import { folderBlobStore } from './folder';
import { tamperedSuite } from './tampered.suite';
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

tamperedSuite('folder', async () => {
  const { folder, remove } = await aFolder();
  const blobs = await folderBlobStore(folder);
  const replace = (id: string, bytes: Buffer | null) => {
    const place = join(folder, id.slice(0, 2), id);
    return bytes ? writeFile(place, bytes) : rm(place);
  };
  const close = async () => {
    await blobs.close();
    await remove();
  };
  return { blobs, replace, close };
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

  it.each([100, 400_000])(
    'says that the disk failed for %d bytes, keeps nothing of them, and the rest',
    async (size) => {
      const { folder, remove } = await aFolder();
      const blobs = await folderBlobStore(folder);
      // half of the shelves are gone
      const lost = Array.from({ length: 128 }, (_, at) => (2 * at).toString(16).padStart(2, '0'));
      for (const shelf of lost) await rm(join(folder, shelf), { recursive: true });
      const kept: BlobInfo[] = [];
      const failed: unknown[] = [];
      // those that come together go to one shelf
      for (let at = 0; at < 40; at += 1)
        await blobs.put(Readable.from([randomBytes(size)])).then(
          (info) => kept.push(info),
          (error) => failed.push(error),
        );
      expect(await readdir(join(folder, 'incoming'))).toEqual([]);
      await rm(join(folder, 'incoming'), { recursive: true });
      const source = Readable.from([randomBytes(size), randomBytes(size)]);
      await expect(blobs.put(source)).rejects.toThrow(Unavailable);
      expect(source.destroyed).toBe(true);
      expect([kept.length > 0, failed.length > 0]).toEqual([true, true]);
      for (const error of failed) expect(error).toBeInstanceOf(Unavailable);
      expect(failed.join()).toContain('ENOENT');
      for (const { id } of kept) expect(await blobs.open(id)).not.toBeNull();
      await blobs.close();
      await remove();
    },
  );
});
