import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PreviewFault } from '@dosar/contracts';

export type DrawingAsked = { readonly bytes: Uint8Array<ArrayBuffer> };
export type Picture = { readonly data: Uint8Array; readonly width: number; readonly height: number };
/** A small picture, null of what has nothing to be seen on it, or why there is none. */
export type Drawn = { readonly picture: Picture | null } | { readonly why: PreviewFault };

/** The program that draws does not even start. */
export class CannotDraw extends Error {}

export type DrawingLimits = {
  readonly startMs: number;
  /** For one picture. */
  readonly ms: number;
  /** KiB of memory that can be written to. */
  readonly memory: number;
  /** MiB of it that objects of JavaScript may take. */
  readonly heap: number;
  /** It ends when it had nothing to do for so long. */
  readonly idleMs: number;
};

/**
 * A process that draws one picture after the other. It is one of its own, since a decoder that fails may take its process
 * along; it has little memory and time, an empty environment, and a way to nothing but the bytes that it is sent.
 */
export class Drawing {
  private child: ChildProcess | null = null;
  private idle: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly program: URL,
    private readonly limits: DrawingLimits,
  ) {}

  /** One at a time. @throws CannotDraw */
  async draw(bytes: Uint8Array<ArrayBuffer>): Promise<Drawn> {
    clearTimeout(this.idle);
    this.child ??= await this.start();
    const drawn = await this.ask(this.child, { bytes });
    this.idle = setTimeout(() => this.end(), this.limits.idleMs).unref();
    return drawn;
  }

  end(): void {
    this.child?.kill('SIGKILL');
    this.child = null;
  }

  private async start(): Promise<ChildProcess> {
    const program = fileURLToPath(this.program);
    const words = ['--v8-pool-size=1', `--max-old-space-size=${this.limits.heap}`, program];
    // its limits are the shell's, which becomes the program
    const limited = `ulimit -c 0; ulimit -d ${this.limits.memory}; exec "$@"`;
    const child = spawn('/bin/sh', ['-c', limited, 'sh', process.execPath, ...words], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      env: { UV_THREADPOOL_SIZE: '1' },
    });
    child.on('error', () => undefined);
    const ready = await this.answer<string>(child, this.limits.startMs);
    if (ready !== 'ready') {
      child.kill('SIGKILL');
      throw new CannotDraw(`${program} does not start`);
    }
    child.once('exit', () => {
      if (this.child === child) this.child = null;
    });
    child.unref();
    child.channel?.unref();
    return child;
  }

  private async ask(child: ChildProcess, asked: DrawingAsked): Promise<Drawn> {
    const answer = this.answer<Drawn>(child, this.limits.ms);
    child.channel?.ref();
    // one that has just ended is told by its end
    child.send(asked, () => undefined);
    const drawn = await answer;
    if (drawn) child.channel?.unref();
    else this.end();
    return drawn ?? { why: 'too_large' };
  }

  /** What it says next; null when it ends or takes longer. */
  private answer<A>(child: ChildProcess, ms: number): Promise<A | null> {
    return new Promise((resolve) => {
      const done = (answer: A | null) => {
        clearTimeout(timer);
        child.off('message', said).off('exit', over).off('error', over);
        resolve(answer);
      };
      const said = (message: unknown) => done(message as A);
      const over = () => done(null);
      const timer = setTimeout(over, ms);
      child.once('message', said).once('exit', over).once('error', over);
    });
  }
}
