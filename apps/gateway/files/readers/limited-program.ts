import { Unavailable } from '@dosar/kernel/runtime';
import { mustBeBounded } from './confinement';
import { programPath, spawnConfined } from './spawn-confined';

/** Bytes of writable memory, and seconds of processor time in case nothing else ends it. */
const LIMITS = { data: 768 * 1024 * 1024, cpu: 120 };
const ENVIRONMENT = { LC_ALL: 'C.UTF-8', OMP_THREAD_LIMIT: '1' };
/** The exit code for a missing program. */
const NOT_FOUND = 127;

type Running = { readonly signal: AbortSignal; readonly mostBytes: number };

/**
 * The output of a program of the operating system for these bytes; null when it fails, writes more than allowed, or the
 * signal aborts. It is confined like a reader, gets only the bytes, and has ended when this settles.
 * @throws Unavailable when it is missing, or cannot be limited
 */
export const runLimited = async (
  [program, ...words]: readonly [string, ...string[]],
  bytes: Uint8Array,
  { signal, mostBytes }: Running,
): Promise<Buffer | null> => {
  const { command } = await mustBeBounded();
  const path = programPath(program);
  if (path === null) throw new Unavailable(`${program} cannot be run`);
  if (signal.aborted) return null;
  return new Promise((resolve, reject) => {
    const child = spawnConfined(command([path, ...words], LIMITS), ENVIRONMENT);
    const kill = () => void child.kill('SIGKILL');
    signal.addEventListener('abort', kill);
    const said: Buffer[] = [];
    let left = mostBytes;
    child.stdout.on('data', (chunk: Buffer) => {
      said.push(chunk);
      left -= chunk.length;
      if (left < 0) kill();
    });
    child.stderr.resume();
    // unread input and exit codes are handled at its end
    child.stdin.on('error', () => undefined);
    child.on('error', () => undefined);
    child.on('close', (code) => {
      signal.removeEventListener('abort', kill);
      if (code === 0 && left >= 0) resolve(Buffer.concat(said));
      else if (code !== null && (code < 0 || code === NOT_FOUND)) reject(new Unavailable(`${program} cannot be run`));
      else resolve(null);
    });
    child.stdin.end(bytes);
  });
};
