import { text } from 'node:stream/consumers';
import { spawnConfined } from './spawn-confined';

const PRINT = "console.log(/VmData:\\s*(\\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0)";

const measure = async (): Promise<number> => {
  const child = spawnConfined([process.execPath, '--v8-pool-size=1', '-e', PRINT], {});
  // where it cannot be run or says no number, nothing is added
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined).end();
  child.stderr.resume();
  return (Number(await text(child.stdout)) || 0) * 1024;
};
let known: Promise<number> | undefined;

/**
 * Bytes that the kernel counts as a process's own before Node.js has run anything in it: V8 reserves 512 MiB for code from
 * Node.js 24 on. What a reader may have is beside them, or it would not even start. Measured once.
 */
export const reservedByNode = (): Promise<number> => (known ??= measure());
