import { text } from 'node:stream/consumers';
import { spawnConfined } from './spawn-confined';

const PRINT = "console.log(/VmData:\\s*(\\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0)";

const measure = async (): Promise<number> => {
  const child = spawnConfined([process.execPath, '--v8-pool-size=1', '-e', PRINT], {});
  // where it cannot be measured, nothing is added
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined).end();
  child.stderr.resume();
  return (Number(await text(child.stdout)) || 0) * 1024;
};
let known: Promise<number> | undefined;

/**
 * Bytes that the kernel counts for a process before Node.js has run anything: V8 reserves 512 MiB for code from Node.js 24
 * on. The limits of readers are on top of them, or a reader would not start. Measured once.
 */
export const reservedByNode = (): Promise<number> => (known ??= measure());
