import { useEffect, useState, type RefObject } from 'react';

type Place = {
  /** So far before it is seen. */
  readonly margin: string;
  /** What scrolls, where that is not the page. */
  readonly box?: RefObject<HTMLElement | null>;
};

/** Whether something is seen, or soon will be. */
export const useNear = (mark: RefObject<HTMLElement | null>, { margin, box }: Place): boolean => {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const look = ([entry]: IntersectionObserverEntry[]) => setNear(entry?.isIntersecting ?? false);
    const watch = new IntersectionObserver(look, { rootMargin: margin, root: box?.current ?? null });
    watch.observe(mark.current!);
    return () => watch.disconnect();
  }, [mark, margin, box]);
  return isNear;
};
