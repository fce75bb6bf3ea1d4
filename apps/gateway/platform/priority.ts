import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Lets everything else go first where a processor is wanted: of this process only this thread waits, and those that it
 * begins. Where a thread has no priority of its own it keeps that of the process.
 */
export const goAfterOthers = (nice: number): void => {
  if (process.platform !== 'linux') return;
  const thread = readlinkSync('/proc/thread-self').split('/').at(-1);
  setPriority(Number(thread), nice);
};
