import { useEffect, useRef, useState, type UIEvent } from 'react';
import { useRouterState } from '@tanstack/react-router';

/** How far lists were scrolled, by the step of the history in which they were seen and what they are of. */
const places = new Map<string, number>();
const MOST = 200;

/**
 * A list that is gone back to stands where it stood; one that is opened anew stands at its beginning.
 * @param of What the list is of, as a folder's id: the one that is left is still there when the next step has begun.
 */
export const usePlace = (of: string) => {
  const at = useRouterState({ select: ({ location }) => `${location.state.__TSR_key} ${of}` });
  const [initialOffset] = useState(() => places.get(at) ?? 0);
  const top = useRef(initialOffset);
  useEffect(
    () => () => {
      if (places.size >= MOST) places.clear();
      places.set(at, top.current);
    },
    [at],
  );
  const onScroll = ({ currentTarget }: UIEvent) => {
    top.current = currentTarget.scrollTop;
  };
  return { initialOffset, onScroll };
};
