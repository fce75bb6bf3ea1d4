import http from 'node:http';
import https from 'node:https';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Client, type BucketItem, type ClientOptions } from 'minio';
import { LEVEL, randomOf, Unavailable, type BlobStore } from '@dosar/kernel/runtime';
import { CannotStart, shown } from '../cannot-start';
import { levelIn, textOf } from '../folder-level';
import { mustNotBeHigher } from '../levels';
import { isDiskOutage, namelessFile, writeAll } from './spool';

const ID = /^[0-9a-f]{32}$/;
/** Larger blobs go in parts of so much, each of which is held in memory while it is sent. */
const PART_BYTES = 8 * 1024 * 1024;
/** A server that takes longer to say anything is taken for gone. */
const SILENT_MS = 10_000;
/** What is still unfinished after so long, nobody is going to finish. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

const codeOf = (error: unknown) => (error as { code?: string }).code ?? '';
const MISSING = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);
/** The server's code for a range that begins behind the end of the object. */
const NOTHING_THERE = 'InvalidRange';
const DENIED = new Set(['AccessDenied', 'Forbidden', 'InvalidAccessKeyId', 'SignatureDoesNotMatch']);

const asOutage = (error: unknown) =>
  new Unavailable(`the S3 server: ${codeOf(error)} ${(error as Error).message}`, { cause: error });

/**
 * Blobs as objects of one bucket of a server that speaks S3, under random keys: no key has two writers. An upload is
 * spooled first, since only a stream of known size can be sent on without being held in memory.
 * @param url such as http://key:secret@localhost:9000/bucket?region=eu-central-1
 * @throws CannotStart
 */
export const s3BlobStore = async (url: string, now: () => number = Date.now): Promise<BlobStore> => {
  const { client, bucket, region } = clientFor(url);
  await opened(url, async () => {
    if (!(await client.bucketExists(bucket))) await make(client, bucket, region);
    await raiseLevel(client, bucket);
    await clearAway(client, bucket, now() - ABANDONED_MS);
  });

  /** Failed uploads, whose leftovers are removed later: the server may be out of reach now. */
  const failed = new Set<string>();
  const discard = async () => {
    for (const id of failed) {
      await client.removeIncompleteUpload(bucket, id);
      await client.removeObject(bucket, id);
      failed.delete(id);
    }
  };

  const send = async (id: string, file: FileHandle, size: number) => {
    const stream = file.createReadStream({ start: 0, autoClose: false });
    try {
      await client.putObject(bucket, id, stream, size);
      // the answer to an upload in parts does not say how many bytes were stored
      const { size: kept } = await client.statObject(bucket, id);
      if (kept !== size) throw new Error(`${kept} of ${size} bytes were kept`);
    } catch (error) {
      failed.add(id);
      throw asOutage(error);
    } finally {
      stream.destroy();
      if (failed.size > 0) void discard().catch(() => undefined);
    }
  };

  return {
    async put(source) {
      const id = randomOf(16).toString('hex');
      const file = await namelessFile();
      try {
        const written = await writeAll(file, source);
        await send(id, file, written.size);
        return { id, ...written };
      } catch (error) {
        throw isDiskOutage(error) ? new Unavailable(`the spool of uploads: ${(error as Error).message}`) : error;
      } finally {
        await file.close();
      }
    },
    async open(id, range) {
      if (!ID.test(id)) return null;
      try {
        return range
          ? await client.getPartialObject(bucket, id, range.start, range.end - range.start + 1)
          : await client.getObject(bucket, id);
      } catch (error) {
        if (MISSING.has(codeOf(error))) return null;
        if (codeOf(error) === NOTHING_THERE) return Readable.from([]);
        throw asOutage(error);
      }
    },
    async remove(id) {
      if (ID.test(id)) await client.removeObject(bucket, id).catch((error) => Promise.reject(asOutage(error)));
    },
    async *all() {
      try {
        for await (const { name, size, lastModified } of client.listObjectsV2(
          bucket,
          '',
          true,
        ) as AsyncIterable<BucketItem>)
          if (name && lastModified && ID.test(name)) yield { id: name, size, writtenAt: lastModified };
      } catch (error) {
        throw asOutage(error);
      }
    },
    close: () => Promise.resolve(),
  };
};

const clientFor = (url: string) => {
  const { protocol, hostname, port, username, password, pathname, searchParams } = parsed(url);
  const bucket = pathname.slice(1) || 'dosar';
  const region = searchParams.get('region') ?? undefined;
  const options: ClientOptions = {
    endPoint: hostname,
    useSSL: protocol === 'https:',
    ...(port && { port: Number(port) }),
    accessKey: decodeURIComponent(username),
    secretKey: decodeURIComponent(password),
    ...(region && { region }),
    partSize: PART_BYTES,
    // a retry would need the stream from its beginning, which was read already
    retryOptions: { disableRetry: true },
    transport: impatient(protocol === 'https:' ? https : http) as Required<ClientOptions>['transport'],
  };
  return { client: new Client(options), bucket, region };
};

const parsed = (url: string): URL => {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (!address || !/^https?:$/.test(address.protocol) || !address.username)
    throw new CannotStart(
      'DOSAR_S3_URL is not an address of an S3 bucket, such as http://key:secret@localhost:9000/bucket',
    );
  return address;
};

/** Gives up on a server that is silent; once it answers, whoever reads may take their time. */
const impatient = (transport: typeof http | typeof https) => ({
  request: (options: http.RequestOptions, onResponse: (response: http.IncomingMessage) => void) => {
    const request = transport.request(options, onResponse);
    request.setTimeout(SILENT_MS, () => request.destroy(new Error('does not answer')));
    return request.on('response', () => request.setTimeout(0));
  },
});

/** @throws CannotStart when the server does not do what is asked first. */
const opened = async (url: string, asking: () => Promise<void>) => {
  try {
    await asking();
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    throw new CannotStart(
      DENIED.has(codeOf(error))
        ? `DOSAR_S3_URL: the S3 server at ${shown(url)} refuses this key and secret`
        : `DOSAR_S3_URL: no S3 server answers at ${shown(url)} (${(error as Error).message || codeOf(error)})`,
    );
  }
};

/** The object that says which level wrote to this bucket last; documents have 32 hexadecimal digits as their names. */
const LEVEL_NAME = 'level';

const raiseLevel = async (client: Client, bucket: string): Promise<void> => {
  const level = levelIn(await textAt(client, bucket, LEVEL_NAME));
  mustNotBeHigher(`the bucket ${bucket}`, level);
  if (level !== LEVEL) await client.putObject(bucket, LEVEL_NAME, textOf(LEVEL));
};

const textAt = async (client: Client, bucket: string, name: string): Promise<string> => {
  try {
    return await text(await client.getObject(bucket, name));
  } catch (error) {
    if (MISSING.has(codeOf(error))) return '';
    throw error;
  }
};

const make = async (client: Client, bucket: string, region = '') => {
  try {
    await client.makeBucket(bucket, region);
  } catch (error) {
    // another process has made the bucket meanwhile
    if (codeOf(error) !== 'BucketAlreadyOwnedByYou') throw error;
  }
};

/** Uploads that were begun before and never ended. */
const clearAway = async (client: Client, bucket: string, before: number) => {
  for await (const { key, initiated } of client.listIncompleteUploads(bucket, '', true) as AsyncIterable<Unfinished>)
    if (initiated.getTime() < before) await client.removeIncompleteUpload(bucket, key);
};

type Unfinished = { readonly key: string; readonly initiated: Date };
