import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { accessSync, constants, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** Where a program is, so that those which start it need no environment; null when it is not there. */
export const programPath = (name: string): string | null => {
  if (name.includes('/')) return name;
  for (const folder of [...(process.env['PATH'] ?? '').split(':'), ...FOLDERS])
    try {
      const path = join(folder, name);
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // it may be in the next one
    }
  return null;
};

/** Descriptors that whoever started the server left to it, and that its children would have, too. */
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

/** What stands in a child where a descriptor was left open: nothing to read or to write. */
const closedDescriptors = (): readonly ('ignore' | number)[] => {
  const open = leftOpen();
  if (open.length === 0) return [];
  const nothing = openSync('/dev/null', 'r');
  const last = Math.max(...open);
  return Array.from({ length: last - 2 }, (_, at) => (open.includes(at + 3) ? nothing : 'ignore'));
};
let closed: readonly ('ignore' | number)[] | undefined;

/** A child whose pipes are all that it has of the server. */
export const spawnConfined = (
  [program, ...words]: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>>,
): ChildProcessWithoutNullStreams =>
  spawn(program, words, {
    stdio: ['pipe', 'pipe', 'pipe', ...(closed ??= closedDescriptors())],
    cwd: '/',
    env: { ...environment },
  }) as ChildProcessWithoutNullStreams;
