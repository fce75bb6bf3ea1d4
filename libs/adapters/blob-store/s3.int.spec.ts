import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Client } from 'minio';
import { LEVEL, Unavailable } from '@dosar/kernel/runtime';
import { aProxyConnection } from '../testing/proxy-connection';
import { CannotStart } from '../cannot-start';
import { addressOf } from '../testing/int';
import { blobStoreSuite } from './blob-store.suite';
import { s3BlobStore } from './s3';
import { tamperedSuite } from './tampered.suite';

/** A bucket of its own, which is not there yet. */
const address = new URL(addressOf('DOSAR_S3_URL'));
address.pathname = `/dosar-int-${Date.now()}`;
const url = address.href;

blobStoreSuite('S3', async () => {
  const blobs = await s3BlobStore(url);
  return { blobs, close: () => blobs.close() };
});

const bucket = address.pathname.slice(1);
const client = new Client({
  endPoint: address.hostname,
  port: Number(address.port),
  useSSL: address.protocol === 'https:',
  accessKey: decodeURIComponent(address.username),
  secretKey: decodeURIComponent(address.password),
});

tamperedSuite('S3', async () => {
  const blobs = await s3BlobStore(url);
  const replace = async (id: string, bytes: Buffer | null) => {
    await (bytes ? client.putObject(bucket, id, bytes) : client.removeObject(bucket, id));
  };
  return { blobs, replace, close: () => blobs.close() };
});

describe('the blobs on S3', () => {
  const unfinished = async () => {
    const keys: string[] = [];
    for await (const { key } of client.listIncompleteUploads(bucket, '', true) as AsyncIterable<{ key: string }>)
      keys.push(key);
    return keys;
  };

  it('are not opened by a release of a lower level than has written to them', async () => {
    const blobs = await s3BlobStore(url);
    const ids: string[] = [];
    for await (const { id } of blobs.all()) ids.push(id);
    expect(ids).not.toContain('level');
    await client.putObject(bucket, 'level', `Dosar, level ${LEVEL + 1}\n`);
    const refused = s3BlobStore(url);
    await expect(refused).rejects.toThrow(CannotStart);
    await expect(refused).rejects.toThrow(`the bucket ${bucket} was written by a newer Dosar (level ${LEVEL + 1})`);
    await client.putObject(bucket, 'level', `Dosar, level ${LEVEL}\n`);
  });

  it('may be larger than a part', async () => {
    const blobs = await s3BlobStore(url);
    const bytes = randomBytes(20_000_000);
    const { id, size } = await blobs.put(Readable.from([bytes.subarray(0, 9_000_000), bytes.subarray(9_000_000)]));
    expect([size, (await buffer((await blobs.open(id))!)).equals(bytes)]).toEqual([20_000_000, true]);
    const range = await buffer((await blobs.open(id, { start: 8_000_000, end: 17_000_000 }))!);
    expect(range.equals(bytes.subarray(8_000_000, 17_000_001))).toBe(true);
    await blobs.remove(id);
  });

  it('leave nothing behind when the server goes in the middle of an upload, and are there again when it is', async () => {
    const line = await aProxyConnection(address.hostname, Number(address.port));
    const near = new URL(url);
    near.port = String(line.port);
    near.hostname = '127.0.0.1';
    const blobs = await s3BlobStore(near.href);
    const listed = async () => {
      const ids: string[] = [];
      for await (const each of blobs.all()) ids.push(each.id);
      return ids;
    };
    const { id } = await blobs.put(Readable.from([randomBytes(100)]));
    const before = await listed();
    const putting = blobs.put(Readable.from([randomBytes(40_000_000)]));
    setTimeout(() => void line.down(), 60);
    await expect(putting).rejects.toThrow(Unavailable);
    await expect(blobs.open(id)).rejects.toThrow(Unavailable);
    await expect(blobs.remove(id)).rejects.toThrow(Unavailable);
    await line.up();
    expect((await buffer((await blobs.open(id))!)).length).toBe(100);
    expect(await listed()).toEqual(before);
    await blobs.put(Readable.from([randomBytes(100)]));
    for (let waited = 0; (await unfinished()).length > 0 && waited < 50; waited += 1)
      await new Promise((go) => setTimeout(go, 50));
    expect(await unfinished()).toEqual([]);
    await line.down();
  });

  it('take an upload away that was given up long ago, and none that may be under way', async () => {
    await client.initiateNewMultipartUpload(bucket, 'f'.repeat(32), {});
    await s3BlobStore(url);
    expect(await unfinished()).toEqual(['f'.repeat(32)]);
    await s3BlobStore(url, () => Date.now() + 25 * 60 * 60 * 1000);
    expect(await unfinished()).toEqual([]);
  });

  it.each([
    ['http://key:secret@127.0.0.1:1/b-b-b', 'no S3 server answers at http://127.0.0.1:1/b-b-b'],
    [url.replace(/:[^:@]*@/, ':wrong-secret@'), 'refuses this key and secret'],
    ['127.0.0.1:9000', 'is not an address of an S3 bucket'],
  ])('say in a sentence what is wrong with %s', async (wrong, sentence) => {
    const opening = s3BlobStore(wrong);
    await expect(opening).rejects.toThrow(CannotStart);
    await expect(opening).rejects.toThrow(sentence);
    await expect(opening).rejects.not.toThrow(':wrong-secret');
  });
});
