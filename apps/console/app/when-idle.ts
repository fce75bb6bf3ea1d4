/** A browser without a word for idleness is given so long. */
const LATER_MS = 2_000;

/** Does something once the browser has nothing else to do. @returns leaves it undone */
export const whenIdle = (work: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'function') {
    const waiting = requestIdleCallback(work);
    return () => cancelIdleCallback(waiting);
  }
  const waiting = setTimeout(work, LATER_MS);
  return () => clearTimeout(waiting);
};
