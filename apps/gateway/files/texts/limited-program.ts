import { spawn } from 'node:child_process';
import { Unavailable } from '@dosar/kernel/runtime';

/** Bytes of memory that it can write to, and seconds of a processor, should nobody be left to end it. */
const LIMITS = { data: 768 * 1024 * 1024, cpu: 120 };
/** It goes after all that others want of the processor. */
const NICE = 10;
/** As shells and the programs that begin others say it. */
const NOT_FOUND = 127;

type Running = { readonly signal: AbortSignal; readonly mostBytes: number };

/**
 * What a program of the operating system makes of these bytes; null when it fails, says more than that, or the signal comes.
 * It has little memory and an empty environment, and is given nothing but the bytes. It has ended when this settles.
 * @throws Unavailable when it is not there
 */
export const runLimited = (
  [program, ...words]: readonly [string, ...string[]],
  bytes: Uint8Array,
  { signal, mostBytes }: Running,
): Promise<Buffer | null> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(null);
    const limited = ['prlimit', '--core=0', `--data=${LIMITS.data}`, `--cpu=${LIMITS.cpu}`, program, ...words];
    const child = spawn('nice', ['-n', String(NICE), ...limited], {
      stdio: ['pipe', 'pipe', 'ignore'],
      cwd: '/',
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', OMP_THREAD_LIMIT: '1' },
      signal,
      killSignal: 'SIGKILL',
    });
    const said: Buffer[] = [];
    let left = mostBytes;
    child.stdout.on('data', (chunk: Buffer) => {
      said.push(chunk);
      left -= chunk.length;
      if (left < 0) child.kill('SIGKILL');
    });
    // what it does not read, and how it ends, is told by its end
    child.stdin.on('error', () => undefined);
    child.on('error', () => undefined);
    child.on('close', (code) => {
      if (code === 0 && left >= 0) resolve(Buffer.concat(said));
      else if (code !== null && (code < 0 || code === NOT_FOUND)) reject(new Unavailable(`${program} cannot be run`));
      else resolve(null);
    });
    child.stdin.end(bytes);
  });
