/** Others wait so long at most while long work goes on. */
const TURN_MS = 10;

/**
 * For work in many small steps: to be awaited between them, it lets everything else that waits have its turn whenever the
 * steps since the last time have taken so long.
 */
export const pace = (turnMs: number = TURN_MS): (() => Promise<void> | undefined) => {
  let began = performance.now();
  return () => {
    if (performance.now() - began < turnMs) return undefined;
    return new Promise((go) =>
      setImmediate(() => {
        began = performance.now();
        go();
      }),
    );
  };
};
