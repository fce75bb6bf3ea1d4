const AGAIN_MS = 250;

type OnFailure = (error: Error) => void;

/**
 * Does the work until it succeeds or the signal comes, with pauses in between. The same reason is told once.
 * @throws what is not to be tried again
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

/**
 * Does the work again and again until the signal: what keeps a follower from going on is an outage, and it goes on from
 * where it was.
 */
export const keepGoing = async (
  work: () => Promise<void>,
  signal: AbortSignal,
  onFailure: OnFailure,
): Promise<void> => {
  while (!signal.aborted) await untilDone(work, signal, onFailure);
};

/** So many milliseconds, or until the signal. */
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
 * For a follower, to be awaited before it asks for its next batch: while batches come closer together than that, a little
 * patience gathers several into one.
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
