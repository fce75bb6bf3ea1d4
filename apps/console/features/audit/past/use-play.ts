import { useEffect, useEffectEvent, useState } from 'react';

/** So long a moment is seen before the next. */
const SEEN_MS = 900;

type Playing = {
  /** The moment that comes next; absent at the end. */
  readonly next: string | undefined;
  /** What is seen is still on its way. */
  readonly isBusy: boolean;
  readonly onGo: (at: string) => void;
};

/** One moment after the other, each once it is there, until the last. */
export const usePlay = ({ next, isBusy, onGo }: Playing) => {
  const [isOn, setOn] = useState(false);
  const go = useEffectEvent(onGo);
  useEffect(() => {
    if (!isOn || isBusy) return undefined;
    const timer = setTimeout(() => (next === undefined ? setOn(false) : go(next)), SEEN_MS);
    return () => clearTimeout(timer);
  }, [isOn, isBusy, next]);
  return { isOn, toggle: () => setOn(!isOn) };
};
