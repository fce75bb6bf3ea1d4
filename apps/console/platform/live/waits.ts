import { Refused } from '../refusals';
import { store } from '../storage/store';

/** A call that is not answered by then is said to be slow. */
export const SLOW_MS = 5_000;
const TRIES = 3;
/** Where the server does not say when. */
const AGAIN_SECONDS = 5;
/** Nobody waits longer without having chosen to. */
const LONGEST_SECONDS = 30;

/** How many calls have waited long for their answer. */
export const slowCalls = store(0);

/** Counts what is not answered in time, until it is. */
export const watched = async <T>(asking: Promise<T>): Promise<T> => {
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    slowCalls.set(slowCalls.get() + 1);
  }, SLOW_MS);
  try {
    return await asking;
  } finally {
    clearTimeout(timer);
    if (isSlow) slowCalls.set(slowCalls.get() - 1);
  }
};

/** Until when calls wait, because the server had too many of them; null: none does. */
export const pausedUntil = store<number | null>(null);
const waiting = new Set<() => void>();

/** What waits goes out at once. */
export const goOn = (): void => {
  for (const go of [...waiting]) go();
};

const pause = (seconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      waiting.delete(go);
      if (waiting.size === 0) pausedUntil.set(null);
      resolve();
    };
    const timer = setTimeout(go, seconds * 1000);
    waiting.add(go);
    signal?.addEventListener('abort', go, { once: true });
    pausedUntil.set(Math.max(pausedUntil.get() ?? 0, Date.now() + seconds * 1000));
  });

/** Sends again what was refused because there was too much: nothing of it was done. @throws what the last attempt throws */
export const patiently = async <T>(send: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const isTooMany = error instanceof Refused && error.status === 429;
      const seconds = (isTooMany ? error.retryAfter : null) ?? AGAIN_SECONDS;
      if (!isTooMany || attempt === TRIES || seconds > LONGEST_SECONDS || signal?.aborted) throw error;
      await pause(seconds, signal);
    }
  }
};
