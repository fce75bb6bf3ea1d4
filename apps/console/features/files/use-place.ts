import { useEffect, useRef, useState, type UIEvent } from 'react';
import { useRouterState } from '@tanstack/react-router';

/** How far lists were scrolled, by the step of the history in which they were seen. */
const places = new Map<string, number>();
const MOST = 200;

/** A list that is gone back to stands where it stood; one that is opened anew stands at its beginning. */
export const usePlace = () => {
  const step = useRouterState({ select: ({ location }) => location.state.__TSR_key ?? '' });
  const [initialOffset] = useState(() => places.get(step) ?? 0);
  const top = useRef(initialOffset);
  useEffect(
    () => () => {
      if (places.size >= MOST) places.clear();
      places.set(step, top.current);
    },
    [step],
  );
  const onScroll = ({ currentTarget }: UIEvent) => {
    top.current = currentTarget.scrollTop;
  };
  return { initialOffset, onScroll };
};
