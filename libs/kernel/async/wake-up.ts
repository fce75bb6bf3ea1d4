/** Lets followers sleep until there is something new, without missing what came while they were looking. */
export const wakeUp = () => {
  const sleeping = new Set<() => void>();
  let count = 0;
  const wake = () => {
    count += 1;
    for (const go of sleeping) go();
    sleeping.clear();
  };
  return {
    wake,
    /** Read before looking for something new, and passed to `since` when there was nothing. */
    now: () => count,
    /** Resolves at once when there was a wake-up after `seen`, else at the next one. */
    since: (seen: number) => (seen === count ? new Promise<void>((go) => sleeping.add(go)) : Promise.resolve()),
  };
};
