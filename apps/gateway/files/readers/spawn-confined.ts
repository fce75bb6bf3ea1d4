import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { accessSync, constants, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** The path of a program, so that its children need no environment; null when it is missing. */
export const programPath = (name: string): string | null => {
  if (name.includes('/')) return name;
  for (const folder of [...(process.env['PATH'] ?? '').split(':'), ...FOLDERS])
    try {
      const path = join(folder, name);
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // try the next folder
    }
  return null;
};

/** Descriptors inherited by the server, which its children would inherit, too. */
const leftOpen = (): readonly number[] => {
  try {
    const numbers = readdirSync('/proc/self/fd').map(Number);
    return numbers.filter((each) => each > 2 && isInheritable(each));
  } catch {
    return [];
  }
};
const CLOSE_ON_EXEC = 0o2000000;
const isInheritable = (descriptor: number): boolean => {
  try {
    const [, flags = '0'] = /flags:\s+(\d+)/.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8')) ?? [];
    return (parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    return false;
  }
};

/** Replacements in the child for inherited descriptors: nothing to read or write. */
const closedDescriptors = (): readonly ('ignore' | number)[] => {
  const open = leftOpen();
  if (open.length === 0) return [];
  const nothing = openSync('/dev/null', 'r');
  const last = Math.max(...open);
  return Array.from({ length: last - 2 }, (_, at) => (open.includes(at + 3) ? nothing : 'ignore'));
};
let closed: readonly ('ignore' | number)[] | undefined;

/** A child process that shares nothing but pipes with the server. */
export const spawnConfined = (
  [program, ...words]: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>>,
): ChildProcessWithoutNullStreams =>
  spawn(program, words, {
    stdio: ['pipe', 'pipe', 'pipe', ...(closed ??= closedDescriptors())],
    cwd: '/',
    env: { ...environment },
  }) as ChildProcessWithoutNullStreams;
