import { useRef, type PointerEvent } from 'react';

const PRESS_MS = 450;
/** A finger that goes further than this scrolls. */
const STILL_PX = 10;

type Touch = {
  isFinger: boolean;
  isPressed: boolean;
  from: { readonly x: number; readonly y: number };
  timer: ReturnType<typeof setTimeout> | undefined;
};

/** Tells a tap of a finger on one of these elements from a click, and from a long press, which it reports with the element. */
export const useTouch = (selector: string, onPress: (pressed: Element) => void) => {
  const touch = useRef<Touch>({ isFinger: false, isPressed: false, from: { x: 0, y: 0 }, timer: undefined });
  const stop = () => clearTimeout(touch.current.timer);
  return {
    isFinger: () => touch.current.isFinger,
    /** The click that comes now is the end of a long press. */
    wasPress: () => touch.current.isPressed,
    handlers: {
      onPointerDown: ({ pointerType, target, clientX, clientY }: PointerEvent) => {
        stop();
        const pressed = (target as Element).closest(selector);
        const isFinger = pointerType === 'touch';
        touch.current = { isFinger, isPressed: false, from: { x: clientX, y: clientY }, timer: undefined };
        if (!isFinger || !pressed || (target as Element).closest('button, input')) return;
        touch.current.timer = setTimeout(() => {
          touch.current.isPressed = true;
          onPress(pressed);
        }, PRESS_MS);
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        const { x, y } = touch.current.from;
        if (Math.hypot(clientX - x, clientY - y) > STILL_PX) stop();
      },
      onPointerUp: stop,
      // the browser scrolls
      onPointerCancel: stop,
    },
  };
};
