import { useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** The element that opened a dialog: for a menu its button, since its items are gone when the dialog closes. */
const openerOf = (focused: Element | null): Element | null => {
  const menu = focused?.closest('[role=menu]');
  return menu ? openerOf(document.getElementById(menu.getAttribute('aria-labelledby') ?? '')) : (focused ?? null);
};

/**
 * Returns the focus when a dialog is unmounted, unless the screen has moved it: the library does so only for one that closes
 * and stays mounted. @returns the ref of its root.
 */
export const useFocusReturn = (): RefObject<HTMLDivElement | null> => {
  const root = useRef<HTMLDivElement>(null);
  const [before] = useState(() => openerOf(document.activeElement));
  const giveBackTo = useEffectEvent((opener: Element | null) => {
    const { activeElement, body } = document;
    const isLost = activeElement === body || root.current?.contains(activeElement);
    if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  });
  useLayoutEffect(() => {
    // a preceding dialog has returned it by now; a menu that closed at once has left it on the body
    const { activeElement, body } = document;
    const opener = activeElement === body ? before : openerOf(activeElement);
    return () => giveBackTo(opener);
  }, [before]);
  return root;
};
