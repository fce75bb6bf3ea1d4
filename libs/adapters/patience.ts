import { Unavailable, within as settled } from '@dosar/kernel/runtime';

/** Settles as the work does. @throws Unavailable when it takes longer: its outcome is then unknown */
export const within = <T>(ms: number, work: Promise<T>, who: string): Promise<T> =>
  settled(ms, work, () => {
    throw new Unavailable(`${who} does not answer`);
  });

/** A pause of roughly that long, so that many clients do not all come back at once; the signal ends it. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms * (0.5 + Math.random()));
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted) end();
  });
