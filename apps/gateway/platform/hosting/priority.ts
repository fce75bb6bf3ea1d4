import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** The priority after which there is none. */
const LAST = 19;

/**
 * Lets everything else go first where a processor is wanted: of this process only this thread waits, and those that it
 * begins. Where a thread has no priority of its own it keeps that of the process.
 */
export const goAfterOthers = (nice: number): void => {
  if (process.platform !== 'linux') return;
  const thread = readlinkSync('/proc/thread-self').split('/').at(-1);
  // of a process that itself goes after others: an absolute number would put this thread before all others of it
  setPriority(Number(thread), Math.min(getPriority(Number(thread)) + nice, LAST));
};
