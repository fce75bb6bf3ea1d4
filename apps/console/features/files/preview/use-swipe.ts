import { useState, type TouchEvent } from 'react';

const SWIPE_PX = 60;

/** A finger drawn across goes to the neighbour; up and down still scrolls. */
export const useSwipe = (step: (by: 1 | -1) => void) => {
  const [from, setFrom] = useState<{ readonly x: number; readonly y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches.item(0);
      setFrom(touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null);
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      if (!from) return;
      const touch = changedTouches.item(0);
      const x = touch.clientX - from.x;
      const y = touch.clientY - from.y;
      setFrom(null);
      if (Math.abs(x) > SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) step(x < 0 ? 1 : -1);
    },
  };
};
export type Swipe = ReturnType<typeof useSwipe>;
