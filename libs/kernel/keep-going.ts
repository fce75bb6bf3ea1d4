const AGAIN_MS = 1_000;

/**
 * Does the work until the signal, and again after a pause whenever it fails: what keeps a follower from going on is an
 * outage, and it goes on from where it was. The same reason is told once.
 */
export const keepGoing = async (
  work: () => Promise<void>,
  signal: AbortSignal,
  onFailure: (error: Error) => void,
): Promise<void> => {
  for (let told = ''; !signal.aborted;) {
    try {
      await work();
      told = '';
    } catch (error) {
      const { message } = error as Error;
      if (message !== told) onFailure(error as Error);
      told = message;
      await aborted(signal, AGAIN_MS);
    }
  }
};

const aborted = (signal: AbortSignal, within: number) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, within);
    signal.addEventListener('abort', end);
  });
