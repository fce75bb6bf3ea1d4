import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** The lowest priority. */
const LAST = 19;

/**
 * Lowers the priority of this thread, and of threads and processes it starts, below everything else. Where threads have no
 * priority of their own it stays that of the process.
 */
export const goAfterOthers = (nice: number): void => {
  if (process.platform !== 'linux') return;
  const thread = readlinkSync('/proc/thread-self').split('/').at(-1);
  // relative, since the process itself may have a low priority: an absolute number could put this thread before the others
  setPriority(Number(thread), Math.min(getPriority(Number(thread)) + nice, LAST));
};
