import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../gateway/dist/main.js');
const ADDRESS = /http:\/\/127\.0\.0\.1:(\d+)/;
const STARTING_MS = 60_000;

/** A Dosar of its own, with the demo workspace, on a free port and a folder that goes when it goes. */
export class Portal {
  private readonly folder = mkdtempSync(join(tmpdir(), 'dosar-journey-'));
  private child: ChildProcess | null = null;
  private port = 0;
  /** All accounts of the workspace have the same. */
  password = '';

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts it; after the first time on the port that it had. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [MAIN], {
      env: {
        ...process.env,
        DOSAR_DATA_DIR: this.folder,
        DOSAR_PORT: String(this.port),
        DOSAR_DEMO: '1',
        DOSAR_LIMITS: 'off',
        DOSAR_LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.child = child;
    let said = '';
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`the portal did not start: ${said}`)), STARTING_MS);
      child.once('exit', (code) => reject(new Error(`the portal ended with ${code}: ${said}`)));
      child.stdout.on('data', (data: Buffer) => {
        said += data.toString();
        // the accounts are told of when they are made, and only then
        this.password ||= /user\s+\S+@\S+\s+(\S+)\n/.exec(said)?.[1] ?? '';
        if (this.password === '' || !ADDRESS.test(said)) return;
        clearTimeout(late);
        resolve();
      });
    });
    this.port = Number(ADDRESS.exec(said)![1]);
  }

  /** As when the power fails. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** @returns the exit code. */
  async stop(): Promise<number | null> {
    const code = await this.end('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
    return code;
  }

  private async end(signal: NodeJS.Signals): Promise<number | null> {
    const { child } = this;
    this.child = null;
    if (!child || child.exitCode !== null) return child?.exitCode ?? null;
    const ended = once(child, 'exit') as Promise<[number | null]>;
    child.kill(signal);
    return (await ended)[0];
  }
}
