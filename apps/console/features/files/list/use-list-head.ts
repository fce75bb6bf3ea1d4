import { useCallback, useState, useSyncExternalStore } from 'react';

/** Where the head of a list lies over its rows, and what is done with a selection is at the thumb; the styles say the same. */
const NARROW = '(max-width: 560px)';
/** A finger that goes less far has not turned round. */
const TURN_PX = 12;

const subscribe = (listener: () => void) => {
  const query = matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};
const isNarrowNow = () => matchMedia(NARROW).matches;

/** The keys are at something else than the list. */
const isElsewhere = (list: Element) => {
  const focused = document.querySelector(':focus-visible');
  return focused !== null && !list.contains(focused);
};

/** The head goes while rows are scrolled down, and comes back when they are scrolled up or the keys reach it. */
const followScrolling = (head: HTMLElement, section: HTMLElement) => {
  let last = 0;
  let turnedAt = 0;
  const setAway = (isAway: boolean) => section.toggleAttribute('data-away', isAway);
  const onScroll = ({ target }: Event) => {
    if (!(target instanceof HTMLElement) || target.role !== 'grid') return;
    // a list that is drawn beyond its ends was not scrolled
    const top = Math.max(0, Math.min(target.scrollTop, target.scrollHeight - target.clientHeight));
    const isAway = section.hasAttribute('data-away');
    if (isAway ? top > last : top < last) turnedAt = top;
    last = top;
    if (top <= head.offsetHeight) setAway(false);
    else if (Math.abs(top - turnedAt) > TURN_PX) setAway(top > turnedAt && !isElsewhere(target));
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element && !target.closest('[role=grid]')) setAway(false);
  };
  section.addEventListener('scroll', onScroll, { capture: true, passive: true });
  document.addEventListener('focusin', onFocus);
  return () => {
    section.removeEventListener('scroll', onScroll, { capture: true });
    document.removeEventListener('focusin', onFocus);
  };
};

/** What stands above a list; on a phone it lies over the rows, which begin under it. */
export const useListHead = () => {
  const isNarrow = useSyncExternalStore(subscribe, isNarrowNow);
  const [height, setHeight] = useState(0);
  const ref = useCallback((head: HTMLElement | null) => {
    const section = head?.parentElement;
    if (!head || !section) return undefined;
    const measure = () => setHeight(head.offsetHeight);
    const watch = new ResizeObserver(measure);
    watch.observe(head);
    measure();
    const stop = followScrolling(head, section);
    return () => {
      watch.disconnect();
      stop();
    };
  }, []);
  return [ref, { isNarrow, heightPx: isNarrow ? height : 0 }] as const;
};
