/** The longest time, in milliseconds, that the work blocks the event loop. */
export const longestSlice = async (work: () => Promise<unknown>): Promise<number> => {
  let last = performance.now();
  let longest = 0;
  let isOver = false;
  const watch = () => {
    const now = performance.now();
    [longest, last] = [Math.max(longest, now - last), now];
    if (!isOver) setImmediate(watch);
  };
  setImmediate(watch);
  await work();
  isOver = true;
  await new Promise((go) => setImmediate(go));
  return longest;
};
