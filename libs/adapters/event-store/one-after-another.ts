/**
 * Runs works of the same name one after the other, in the order in which they were asked for; others go beside. Each builds
 * on the one before it: when that fails, so do those that were asked for before whoever asked for it is told, and are not
 * run.
 */
export const oneAfterAnother = () => {
  const tails = new Map<string, Promise<unknown>>();
  return <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const mine = (tails.get(name) ?? Promise.resolve()).then(work);
    const forget = () => {
      if (tails.get(name) === mine) tails.delete(name);
    };
    tails.set(name, mine);
    // this runs right before the callbacks of whoever asked, which are bound to the same promise: nothing comes in between
    mine.then(forget, forget);
    return mine;
  };
};
