/** Runs works of the same name one after the other, in the order in which they were asked for; others go beside. */
export const oneAtATime = () => {
  const tails = new Map<string, Promise<unknown>>();
  return <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const mine = (tails.get(name) ?? Promise.resolve()).then(work);
    const tail = mine
      .catch(() => undefined)
      .finally(() => {
        if (tails.get(name) === tail) tails.delete(name);
      });
    tails.set(name, tail);
    return mine;
  };
};
