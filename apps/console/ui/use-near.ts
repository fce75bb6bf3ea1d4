import { useEffect, useState, type RefObject } from 'react';

type Place = {
  /** The distance at which it counts as near. */
  readonly margin: string;
  /** The scrolling element, if it is not the page. */
  readonly box?: RefObject<HTMLElement | null>;
};

/** Whether something is visible, or nearly so. */
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
