import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '@dosar/kernel/runtime';

/** How long a step of the demo waits for its views. */
const PATIENCE_MS = 60_000;
const AGAIN_MS = 100;

/**
 * Repeats a request until it has a result, with pauses; an installation that is being closed ends it at once. @throws
 * Unavailable
 */
export const untilThere = async <T>(ask: () => Promise<T | null>): Promise<T> => {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(AGAIN_MS, null, { ref: false })) {
    const found = await ask();
    if (found !== null) return found;
  }
  throw new Unavailable('the views do not keep up with the demo');
};
