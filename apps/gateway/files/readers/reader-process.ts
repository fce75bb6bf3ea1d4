import type { PreviewFault } from '@dosar/contracts';
import { Unavailable } from '@dosar/kernel/runtime';
import { beside, confinement, readerCommand, type KernelLimits } from './confinement';
import { frameOf, FrameParser, type Frame, type FrameLimits } from './frames';
import { reservedByNode } from './node-memory';
import { spawnConfined } from './spawn-confined';

export type ReaderLimits = KernelLimits & {
  /** MiB of JavaScript heap. */
  readonly heap: number;
  readonly startMs: number;
  /** A module to load before it reports that it is ready. */
  readonly preload?: string;
  readonly answer: FrameLimits;
};

/** Why a document is not read: the reader died of it, took too long, or answered wrongly. */
export class ReaderFault extends Error {
  constructor(
    readonly why: PreviewFault,
    message: string,
    /** The caller has ended it. */
    readonly isIntended = false,
  ) {
    super(message);
  }
}

/** Bytes of output besides answers; a process with more is ended. */
const MOST_SAID = 64 * 1024;
/** A library with little to do needs no more threads; the user of a process may have no home. */
const ENVIRONMENT = { UV_THREADPOOL_SIZE: '1', HOME: '/' };

/** Whether a process died of memory or processor limits, from its signal and last output. */
const whyEnded = (signal: NodeJS.Signals | null, said: string): PreviewFault =>
  signal === 'SIGKILL' || signal === 'SIGXCPU' || /memory|alloc/i.test(said) ? 'too_large' : 'damaged';

type Waiting = {
  readonly resolve: (frame: Frame) => void;
  readonly reject: (fault: ReaderFault) => void;
  readonly timer: ReturnType<typeof setTimeout>;
};

/** A child process that reads bytes of strangers. It answers one or several requests at a time, by number. */
export class ReaderProcess {
  private readonly waiting = new Map<number, Waiting>();
  private requests = 0;
  private said = '';
  private fault: ReaderFault | null = null;
  private readonly parser: FrameParser;

  /** @throws Unavailable when it does not start, which is not the document's fault */
  static async start(bundle: string, limits: ReaderLimits): Promise<ReaderProcess> {
    const [{ command }, reserved] = await Promise.all([confinement(), reservedByNode()]);
    const reader = new ReaderProcess(
      spawnConfined(command(readerCommand(bundle, limits), beside(reserved, limits)), ENVIRONMENT),
      limits,
    );
    try {
      await reader.answerTo(0, limits.startMs);
      return reader;
    } catch (error) {
      reader.end();
      throw new Unavailable(`${bundle} does not start: ${(error as Error).message}`);
    }
  }

  private constructor(
    private readonly child: ReturnType<typeof spawnConfined>,
    { answer }: ReaderLimits,
  ) {
    this.parser = new FrameParser(answer);
    child.stdout.on('data', (chunk: Buffer) => this.received(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      this.said += chunk.toString('latin1');
      if (this.said.length > MOST_SAID) this.fail('damaged', 'it says too much');
    });
    // errors are handled when it closes
    child.stdin.on('error', () => undefined);
    child.on('error', ({ message }) => this.fail('damaged', message));
    child.on('close', (code, signal) =>
      this.fail(whyEnded(signal, this.said), `it ended with ${signal ?? code}: ${this.said.slice(-300)}`),
    );
  }

  /** Whether it has answered correctly so far, and no request is waiting. */
  get isSound(): boolean {
    return this.fault === null && this.waiting.size === 0;
  }

  /** @throws ReaderFault */
  request(head: object, { bytes, ms }: { readonly bytes?: Uint8Array; readonly ms: number }): Promise<Frame> {
    const id = (this.requests += 1);
    const answer = this.answerTo(id, ms);
    if (this.fault === null) for (const part of frameOf({ ...head, id }, bytes)) this.child.stdin.write(part);
    return answer;
  }

  end(): void {
    this.fail('too_large', 'it is ended', true);
  }

  /** An idle one does not keep the server running. */
  setWorking(isWorking: boolean): void {
    const parts = [
      this.child,
      this.child.stdin,
      this.child.stdout,
      this.child.stderr,
    ] as readonly Partial<NodeJS.RefCounted>[];
    for (const part of parts) (isWorking ? part.ref : part.unref)?.call(part);
  }

  private answerTo(id: number, ms: number): Promise<Frame> {
    if (this.fault) return Promise.reject(this.fault);
    return new Promise<Frame>((resolve, reject) => {
      const timer = setTimeout(() => this.fail('too_large', `it took more than ${ms} ms`), ms);
      this.waiting.set(id, { resolve, reject, timer });
    });
  }

  private received(chunk: Buffer): void {
    if (this.fault) return;
    try {
      for (const frame of this.parser.push(chunk)) this.answered(frame);
    } catch (error) {
      this.fail('damaged', (error as Error).message);
    }
  }

  private answered(frame: Frame): void {
    const { id, fault } = frame.head as { readonly id?: number; readonly fault?: string };
    const waiting = this.waiting.get(id!);
    if (!waiting) return this.fail('damaged', 'an answer to no request');
    if (fault !== undefined) return this.fail(whyEnded(null, String(fault)), String(fault).slice(0, 300));
    this.waiting.delete(id!);
    clearTimeout(waiting.timer);
    waiting.resolve(frame);
  }

  /** The first reason counts; all waiting requests get it. */
  private fail(why: PreviewFault, message: string, isIntended = false): void {
    if (this.fault) return;
    this.fault = new ReaderFault(why, message, isIntended);
    this.child.kill('SIGKILL');
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(this.fault);
    }
    this.waiting.clear();
  }
}
