/**
 * Settles as the work does, or as `late` does once the time is over: the work itself then goes on and its outcome is
 * not known.
 */
export const within = async <T, L = never>(ms: number, work: Promise<T>, late: () => L): Promise<T | L> => {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([work, over.then(late)]).finally(() => clearTimeout(timer));
};
