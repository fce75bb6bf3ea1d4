/**
 * Runs works of the same name one after the other, in the order of the calls; those of other names run beside. Each builds
 * on the one before: when that fails, all queued before its caller was notified fail without being run.
 */
export const oneAfterAnother = () => {
  const tails = new Map<string, Promise<unknown>>();
  return <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const mine = (tails.get(name) ?? Promise.resolve()).then(work);
    const forget = () => {
      if (tails.get(name) === mine) tails.delete(name);
    };
    tails.set(name, mine);
    // registered before the caller's own callbacks on the same promise, so it runs right before them
    mine.then(forget, forget);
    return mine;
  };
};
