import { Worker } from 'node:worker_threads';
import { workerFile } from '@dosar/adapters/worker-file';
import { Unavailable } from '@dosar/kernel/runtime';
import type { DocumentText } from './outcome';
import type { TextAsked } from './text.worker';

/** What a document may take: what takes more is none that a person reads. */
const LIMITS = { ms: 15_000, memory: { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 } };
/** A thread waits so long for the next document, and reads so many: what documents leave behind in it ends with it. */
const KEPT = { ms: 10_000, documents: 1_000 };

type Reading = { readonly signal?: AbortSignal; readonly ms?: number };

/** A thread that reads one document after another. It has little memory, and no way to anything but their bytes. */
class TextThread {
  /** Those that wait for a document. */
  private static readonly waiting = new Set<TextThread>();
  private readonly worker = new Worker(workerFile('text.worker'), {
    resourceLimits: LIMITS.memory,
    env: {},
    stdout: true,
    stderr: true,
  });
  private left = KEPT.documents;
  private idle: ReturnType<typeof setTimeout> | undefined;
  private tell: (outcome: DocumentText) => void = () => undefined;

  /** One that waits already, or a new one. */
  static take(): TextThread {
    const [thread] = TextThread.waiting;
    if (!thread) return new TextThread();
    TextThread.waiting.delete(thread);
    clearTimeout(thread.idle);
    thread.worker.ref();
    return thread;
  }

  private constructor() {
    this.worker
      .on('message', (outcome: DocumentText) => {
        this.tell(outcome);
        this.rest();
      })
      .on('error', ({ code }: Error & { code?: string }) =>
        this.end({ why: code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_large' : 'damaged' }),
      )
      .on('exit', () => this.end({ why: 'damaged' }));
  }

  read(asked: TextAsked): Promise<DocumentText> {
    this.left -= 1;
    return new Promise((resolve) => {
      this.tell = resolve;
      this.worker.postMessage(asked, [asked.bytes]);
    });
  }

  /** Whoever waits for a text is told why there is none. */
  end(outcome: DocumentText): void {
    clearTimeout(this.idle);
    TextThread.waiting.delete(this);
    void this.worker.terminate();
    this.tell(outcome);
  }

  private rest(): void {
    const end = () => this.end({ why: 'damaged' });
    if (this.left <= 0) return end();
    this.worker.unref();
    this.idle = setTimeout(end, KEPT.ms).unref();
    TextThread.waiting.add(this);
  }
}

/**
 * Reads a document in a thread that has little memory and little time, and no way to anything but its bytes.
 * @throws Unavailable when the signal comes first
 */
export const readInThread = async (
  asked: TextAsked,
  { signal, ms = LIMITS.ms }: Reading = {},
): Promise<DocumentText> => {
  const thread = TextThread.take();
  const stop = () => thread.end({ why: 'too_large' });
  const timer = setTimeout(stop, ms);
  signal?.addEventListener('abort', stop);
  try {
    const outcome = await thread.read(asked);
    if (signal?.aborted) throw new Unavailable('the document is not read any more');
    return outcome;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
};
