import { pauseUntil } from '@dosar/kernel/runtime';

/** Shorter pauses are not worth a timer. */
const LEAST_MS = 20;

/** For background reading: awaited after each part, it keeps the number of bytes a second within the limit. */
export const boundedRate = (bytesPerSecond: number, signal: AbortSignal) => {
  let owed = performance.now();
  return (bytes: number): Promise<void> | undefined => {
    const now = performance.now();
    owed = Math.max(owed, now) + (bytes / bytesPerSecond) * 1_000;
    return owed - now < LEAST_MS ? undefined : pauseUntil(signal, owed - now);
  };
};
