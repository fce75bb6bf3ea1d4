import { Unavailable } from '@dosar/kernel/runtime';
import { mustBeBounded } from './confinement';
import { programPath, spawnConfined } from './spawn-confined';

/** Bytes of memory that it can write to, and seconds of a processor, should nobody be left to end it. */
const LIMITS = { data: 768 * 1024 * 1024, cpu: 120 };
const ENVIRONMENT = { LC_ALL: 'C.UTF-8', OMP_THREAD_LIMIT: '1' };
/** As shells and the programs that begin others say it. */
const NOT_FOUND = 127;

type Running = { readonly signal: AbortSignal; readonly mostBytes: number };

/**
 * What a program of the operating system makes of these bytes; null when it fails, says more than that, or the signal comes.
 * It is confined as readers are, and is given nothing but the bytes. It has ended when this settles.
 * @throws Unavailable when it is not there, or cannot be bounded
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
    // what it does not read, and how it ends, is told by its end
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
