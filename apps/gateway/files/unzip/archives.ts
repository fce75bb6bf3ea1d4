import { Worker } from 'node:worker_threads';
import { Inject, Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { workerFile } from '@dosar/adapters/worker-file';
import {
  extensionOf,
  FILE_LIMITS,
  hasBlockedExtension,
  isAllowedExtension,
  UNSEEN,
  type BrokenRule,
  type ProblemCode,
} from '@dosar/contracts';
import { INSTALLATION, type Installation } from '../../platform/installation';
import { Problem } from '../../platform/problem';
import { bytesOf } from '../blob-bytes';
import type { Listing } from './directory';
import type { Answered, Asked, UnzipOptions } from './unzip.worker';

const UNSEEN_ALL = new RegExp(`[${UNSEEN}]`, 'gu');
const SHOWN = 250;

/** A path as an archive has it, so that it can be shown. */
export const safePath = (path: string): string => path.replace(UNSEEN_ALL, '_').slice(0, SHOWN);

/** What in an archive is to blame, and what of it, where the code alone does not say so. */
const whyOf = (code: ProblemCode, path: string): BrokenRule => {
  if (code !== 'INVALID_FILE_TYPE') return { rule: 'in_archive', values: { path } };
  const name = path.slice(path.lastIndexOf('/') + 1);
  const extension = extensionOf(name);
  const isNamedSo = isAllowedExtension(extension) && !hasBlockedExtension(name);
  return { rule: isNamedSo ? 'in_archive_content' : 'in_archive_type', values: { path, extension } };
};

/** An archive that is not unpacked; `entry` is what in it is to blame. */
export class ArchiveRefused extends Problem {
  readonly entry: string | null;

  constructor(code: ProblemCode, path: string | null) {
    const entry = path === null ? null : safePath(path);
    super(code, entry === null ? null : new Map([['entry', whyOf(code, entry)]]));
    this.entry = entry;
  }
}

/** An archive that is read in a thread of its own. */
export type OpenArchive = {
  readonly listing: Listing;
  /** What is in an entry, as it is asked for. @throws ArchiveRefused */
  readonly content: (index: number) => AsyncIterable<Buffer>;
};

const LIMITS = { entries: FILE_LIMITS.entries, bytes: FILE_LIMITS.unpacked, path: FILE_LIMITS.path };
/** What is not a heap is bounded by what is asked for: the archive itself, and a few pieces of what is in it. */
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 };
/** So many archives are open at once; others wait. */
const AT_ONCE = 2;

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (reason: unknown) => void };

/** Opens archives, each in a worker that has little memory and little time, and no way to anything but its bytes. */
@Injectable()
export class Archives {
  private readonly inTurn = pLimit(AT_ONCE);

  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  /** @throws Problem BULK_TIMEOUT when it takes longer, ArchiveRefused, whatever `work` throws */
  within<T>(
    { blobId, size, ms }: { readonly blobId: string; readonly size: number; readonly ms: number },
    work: (archive: OpenArchive) => Promise<T>,
  ): Promise<T> {
    const { blobs } = this.installation.ports;
    return this.inTurn(async () => inWorker({ bytes: await bytesOf(blobs, blobId, size), limits: LIMITS }, ms, work));
  }
}

const inWorker = async <T>(
  options: UnzipOptions,
  ms: number,
  work: (archive: OpenArchive) => Promise<T>,
): Promise<T> => {
  const worker = new Worker(workerFile('unzip.worker'), {
    workerData: options,
    transferList: [options.bytes],
    resourceLimits: MEMORY,
    env: {},
  });
  const waiting = new Map<number, Waiting>();
  let [calls, ended]: [number, Error | null] = [0, null];
  const end = (reason: Error) => {
    ended ??= reason;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.on('message', ({ call, answer, fault }: Answered) => {
    const asked = waiting.get(call);
    waiting.delete(call);
    if (fault) asked?.reject(new ArchiveRefused(fault.code, fault.path));
    else asked?.resolve(answer);
  });
  worker.on('error', (error: Error & { code?: string }) =>
    end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ArchiveRefused('ZIP_UNSAFE', null) : error),
  );
  const timer = setTimeout(() => end(new Problem('BULK_TIMEOUT')), ms);

  const ask = <A>(entry: number | null) =>
    new Promise<A>((resolve, reject) => {
      if (ended) return reject(ended);
      const call = (calls += 1);
      waiting.set(call, { resolve: resolve as Waiting['resolve'], reject });
      worker.postMessage({ call, entry } satisfies Asked);
    });
  async function* content(index: number) {
    for (;;) {
      const piece = await ask<Uint8Array | null>(index);
      if (!piece) return;
      yield Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    }
  }
  try {
    return await work({ listing: await ask<Listing>(null), content });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
};
