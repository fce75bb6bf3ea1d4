const AGAIN_MS = 250;

type OnFailure = (error: Error) => void;

/**
 * Repeats the work until it succeeds or the signal aborts, with pauses in between. The same reason is reported once.
 * @throws errors that are not outages
 */
export const untilDone = async (
  work: () => Promise<void>,
  signal: AbortSignal,
  onFailure: OnFailure,
  mayPass: (error: unknown) => boolean = () => true,
): Promise<void> => {
  for (let told = ''; !signal.aborted;) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error)) throw error;
      const { message } = error as Error;
      if (message !== told) onFailure(error as Error);
      told = message;
      await pauseUntil(signal, AGAIN_MS);
    }
  }
};

/** Repeats the work until the signal aborts: after an outage a follower of the log continues from where it was. */
export const keepGoing = async (
  work: () => Promise<void>,
  signal: AbortSignal,
  onFailure: OnFailure,
): Promise<void> => {
  while (!signal.aborted) await untilDone(work, signal, onFailure);
};

/** Resolves after that many milliseconds, or when the signal aborts. */
export const pauseUntil = (signal: AbortSignal, within: number): Promise<void> =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, within);
    if (signal.aborted) return end();
    signal.addEventListener('abort', end);
  });

/**
 * Awaited by a follower before it asks for its next batch: while batches come closely one after the other, a short
 * pause gathers several into one.
 */
export const gathering = (
  signal: AbortSignal,
  closeMs: number,
  patienceMs: number,
): (() => Promise<void> | undefined) => {
  let cameAt = -Infinity;
  return () => {
    const before = cameAt;
    cameAt = performance.now();
    return cameAt - before < closeMs ? pauseUntil(signal, patienceMs) : undefined;
  };
};
