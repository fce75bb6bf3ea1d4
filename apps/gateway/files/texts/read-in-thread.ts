import { Worker } from 'node:worker_threads';
import { workerFile } from '@dosar/adapters/worker-file';
import { Unavailable } from '@dosar/kernel/runtime';
import type { DocumentText } from './outcome';
import type { TextAsked } from './text.worker';

/** What a document may take: what takes more is none that a person reads. */
const LIMITS = { ms: 15_000, memory: { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 } };

type Reading = { readonly signal?: AbortSignal; readonly ms?: number };

/**
 * Reads a document in a thread that has little memory and little time, and no way to anything but its bytes.
 * @throws Unavailable when the signal comes first
 */
export const readInThread = (asked: TextAsked, { signal, ms = LIMITS.ms }: Reading = {}): Promise<DocumentText> => {
  const worker = new Worker(workerFile('text.worker'), {
    workerData: asked,
    transferList: [asked.bytes],
    resourceLimits: LIMITS.memory,
    env: {},
    stdout: true,
    stderr: true,
  });
  return new Promise((resolve, reject) => {
    const end = (outcome: DocumentText | Unavailable) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      void worker.terminate();
      if (outcome instanceof Unavailable) reject(outcome);
      else resolve(outcome);
    };
    const stop = () => end(new Unavailable('the document is not read any more'));
    const timer = setTimeout(() => end({ why: 'too_large' }), ms);
    signal?.addEventListener('abort', stop);
    worker.on('message', end);
    worker.on('error', ({ code }: Error & { code?: string }) =>
      end({ why: code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_large' : 'damaged' }),
    );
    worker.on('exit', () => end({ why: 'damaged' }));
  });
};
