import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/free-port.mjs';

const MAIN = join(import.meta.dirname, '../gateway/dist/main.js');
/** What it says when it serves. */
const ADDRESS = /http:\/\/(localhost|127\.0\.0\.1):\d+/;
/** A busy machine makes the demo in a minute or two. */
const STARTING_MS = 180_000;

/** A message that was sent, and the address that it leads to. */
export type Letter = { readonly name: string; readonly link: string };

const linkIn = (message: string): string => {
  const plain = message.replace(/=\r?\n/g, '').replace(/=3D/gi, '=');
  return /http:\/\/localhost:\d+\/[\w-]+\?token=[\w.~-]+/.exec(plain)?.[0] ?? '';
};

/** Gateways of an installation with the demo workspace that somebody else has started, and its password. */
const elsewhere = {
  addresses: process.env['DOSAR_PORTALS']?.split(' ') ?? null,
  password: process.env['DOSAR_PORTALS_PASSWORD'] ?? '',
};

/** A Dosar of its own, with the demo workspace, on a free port and a folder that goes when it goes. */
export class Portal {
  private readonly folder = mkdtempSync(join(tmpdir(), 'dosar-journey-'));
  private child: ChildProcess | null = null;

  constructor(private readonly environment: Readonly<Record<string, string>> = {}) {}

  private port = 0;
  /** All accounts of the workspace have the same. */
  password = '';

  get address(): string {
    return elsewhere.addresses?.[0] ?? `http://127.0.0.1:${this.port}`;
  }

  /** Of several gateways the accountant has the last one. */
  addressFor(email: string): string {
    return (/^elena@/.test(email) && elsewhere.addresses?.at(-1)) || this.address;
  }

  /** Its public one, which links in letters have, and which passkeys are for. */
  get publicAddress(): string {
    return `http://localhost:${this.port}`;
  }

  /** The newest letter to somebody that is not among those that are known already; null when there is none yet. */
  letterTo(email: string, known: ReadonlySet<string> = new Set()): Letter | null {
    const folder = join(this.folder, 'mail');
    const names = existsSync(folder) ? readdirSync(folder).sort().reverse() : [];
    for (const name of names) {
      const text = readFileSync(join(folder, name), 'utf8');
      if (!known.has(name) && text.includes(`To: ${email}`)) return { name, link: linkIn(text) };
    }
    return null;
  }

  /** Starts it; after the first time on the port that it had. */
  async start(): Promise<void> {
    if (elsewhere.addresses) {
      this.password = elsewhere.password;
      return;
    }
    // it tells its own address in letters, so it must know its port before it starts
    this.port ||= await freePort();
    const child = spawn(process.execPath, [MAIN], {
      env: {
        ...process.env,
        DOSAR_DATA_DIR: this.folder,
        DOSAR_PORT: String(this.port),
        DOSAR_DEMO: '1',
        DOSAR_LIMITS: 'off',
        // reading pictures takes the processor for longer than a journey lasts, and no journey is about it
        DOSAR_OCR: 'off',
        DOSAR_LOG_LEVEL: 'error',
        ...this.environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.child = child;
    let said = '';
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        // nobody would end it later
        child.kill('SIGKILL');
        reject(new Error(`the portal did not start: ${said}`));
      }, STARTING_MS);
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
