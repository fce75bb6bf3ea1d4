import { pauseUntil } from '@dosar/kernel/runtime';

/** A pause is not worth its timer below that. */
const LEAST_MS = 20;

/** For whoever reads in the background: to be awaited after each part, so that no more is read in a second. */
export const boundedRate = (bytesPerSecond: number, signal: AbortSignal) => {
  let owed = performance.now();
  return (bytes: number): Promise<void> | undefined => {
    const now = performance.now();
    owed = Math.max(owed, now) + (bytes / bytesPerSecond) * 1_000;
    return owed - now < LEAST_MS ? undefined : pauseUntil(signal, owed - now);
  };
};
