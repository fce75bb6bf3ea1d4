import { Unavailable } from '@dosar/kernel/runtime';
import type { Frame } from './frames';
import { ReaderFault, ReaderProcess, type ReaderLimits } from './reader-process';
import { readerMetrics } from './reader-metrics';

export type PoolLimits = ReaderLimits & {
  /** A process reads that many documents, */
  readonly documents: number;
  /** none after one that took longer than this, */
  readonly reuseMs: number;
  /** and ends after waiting this long for the next. */
  readonly idleMs: number;
};

const MB = 1024 * 1024;
/** What reads a document's text or structure: a readable one needs less. The length of an answer is each reader's own. */
export const DOCUMENT_READER = {
  startMs: 20_000,
  idleMs: 10_000,
  documents: 200,
  reuseMs: 3_000,
  data: 448 * MB,
  addresses: 1_600 * MB,
  heap: 160,
  cpu: 300,
} as const;

type Asked = {
  readonly head: object;
  readonly bytes: ArrayBuffer;
  readonly ms: number;
  readonly signal?: AbortSignal | undefined;
};

type Pooled = { readonly reader: ReaderProcess; documents: number; idle?: ReturnType<typeof setTimeout> };

/** Processes that read one document after the other. One that answered wrongly is not used again. */
export class ReaderPool {
  private readonly idle = new Set<Pooled>();
  private readonly all = new Set<Pooled>();

  constructor(
    private readonly bundle: string,
    private readonly limits: PoolLimits,
  ) {}

  /** @throws Unavailable, ReaderFault, whatever `work` throws */
  async use<T>(work: (reader: ReaderProcess) => Promise<T>): Promise<T> {
    const pooled = this.takeIdle();
    if (!pooled) return this.run(await this.start(), work);
    try {
      return await this.run(pooled, work);
    } catch (error) {
      // an earlier document may be to blame: only a failure in a fresh process is the document's
      if (!(error instanceof ReaderFault) || error.isIntended) throw error;
      readerMetrics.failed(this.bundle);
      return this.run(await this.start(), work);
    }
  }

  /**
   * Asks about one document. A reader whose answer is a fault ends, since the document may have corrupted it.
   * @throws Unavailable when the signal aborts first, or no reader starts; ReaderFault
   */
  async ask<T>(
    { head, bytes, ms, signal }: Asked,
    answerOf: (frame: Frame) => T,
    isFault: (answer: T) => boolean,
  ): Promise<T> {
    try {
      return await this.use(async (reader) => {
        const end = () => reader.end();
        signal?.addEventListener('abort', end);
        try {
          if (signal?.aborted) end();
          const answer = answerOf(await reader.request(head, { bytes: new Uint8Array(bytes), ms }));
          if (isFault(answer)) end();
          return answer;
        } finally {
          signal?.removeEventListener('abort', end);
        }
      });
    } catch (error) {
      if (signal?.aborted) throw new Unavailable('the document is not read any more');
      throw error;
    }
  }

  /** Ends idle processes and working ones. */
  end(): void {
    for (const pooled of this.all) this.drop(pooled);
  }

  private async run<T>(pooled: Pooled, work: (reader: ReaderProcess) => Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      return await work(pooled.reader);
    } finally {
      pooled.documents += 1;
      this.giveBack(pooled, performance.now() - begun);
    }
  }

  private async start(): Promise<Pooled> {
    const pooled = { reader: await ReaderProcess.start(this.bundle, this.limits), documents: 0 };
    readerMetrics.started(this.bundle);
    this.all.add(pooled);
    return pooled;
  }

  private takeIdle(): Pooled | null {
    for (const pooled of this.idle) {
      clearTimeout(pooled.idle);
      this.idle.delete(pooled);
      if (pooled.reader.isSound) {
        pooled.reader.setWorking(true);
        return pooled;
      }
      // it has ended while idle
      this.drop(pooled);
    }
    return null;
  }

  private giveBack(pooled: Pooled, tookMs: number): void {
    const { documents, reuseMs, idleMs } = this.limits;
    const isSpent = pooled.documents >= documents || tookMs >= reuseMs;
    if (isSpent || !pooled.reader.isSound || !this.all.has(pooled)) return this.drop(pooled);
    pooled.reader.setWorking(false);
    pooled.idle = setTimeout(() => this.drop(pooled), idleMs).unref();
    this.idle.add(pooled);
  }

  private drop(pooled: Pooled): void {
    clearTimeout(pooled.idle);
    this.idle.delete(pooled);
    this.all.delete(pooled);
    pooled.reader.end();
  }
}
