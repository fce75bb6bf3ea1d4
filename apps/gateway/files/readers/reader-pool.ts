import { ReaderFault, ReaderProcess, type ReaderLimits } from './reader-process';

export type PoolLimits = ReaderLimits & {
  /** A process reads so many documents, */
  readonly documents: number;
  /** none after one that took longer than this, */
  readonly reuseMs: number;
  /** and waits no longer for the next. */
  readonly idleMs: number;
};

type Pooled = { readonly reader: ReaderProcess; documents: number; idle?: ReturnType<typeof setTimeout> };

/** Processes that read one document after the other. One that did not answer properly reads no other. */
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
      // what was read before it may be to blame: only what ends a process of its own is a fault of the document
      if (!(error instanceof ReaderFault) || error.isIntended) throw error;
      return this.run(await this.start(), work);
    }
  }

  /** Ends those that wait, and those that read. */
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
      // it has ended while nobody looked
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
