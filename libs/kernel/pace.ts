/** Others wait so long at most while long work goes on. */
const TURN_MS = 10;

/** Long works that wait for their turn, the first one first. */
const waiting: (() => void)[] = [];

/** One in each turn of the loop: of several, whoever asks for something else waits for one alone. */
const goOn = (): void => {
  waiting.shift()!();
  if (waiting.length > 0) setImmediate(goOn);
};

/**
 * For work in many small steps: to be awaited between them, it lets everything else that waits have its turn whenever the
 * steps since the last time, or since this was called, have taken so long. What begins after a pause calls it anew: a pause is
 * no work.
 */
export const pace = (turnMs: number = TURN_MS): (() => Promise<void> | undefined) => {
  let began = performance.now();
  return () => {
    if (performance.now() - began < turnMs) return undefined;
    return new Promise((go) => {
      waiting.push(() => {
        began = performance.now();
        go();
      });
      if (waiting.length === 1) setImmediate(goOn);
    });
  };
};
