import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const PRINT = "console.log(/VmData:\\s*(\\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0)";

const measure = async (): Promise<number> => {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--v8-pool-size=1', '-e', PRINT], { env: {} });
    return Number(stdout) * 1024;
  } catch {
    // not where there is no such file
    return 0;
  }
};
let known: Promise<number> | undefined;

/**
 * Bytes that the kernel counts as a process's own before Node.js has run anything in it: V8 reserves 512 MiB for code from
 * Node.js 24 on. What a reader may have is beside them, or it would not even start. Measured once.
 */
export const reservedByNode = (): Promise<number> => (known ??= measure());
