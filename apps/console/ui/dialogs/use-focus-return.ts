import { useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** What a dialog is opened from: of a menu its button, for its items are gone when the dialog is closed. */
const openerOf = (focused: Element | null): Element | null => {
  const menu = focused?.closest('[role=menu]');
  return menu ? openerOf(document.getElementById(menu.getAttribute('aria-labelledby') ?? '')) : (focused ?? null);
};

/**
 * Gives the focus back when a dialog is gone, unless the screen has moved it: the library does so only for one that
 * is closed and stays. @returns the ref of its root.
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
    // a dialog that this one follows has given it back by now; a menu that closed at once has left it nowhere
    const { activeElement, body } = document;
    const opener = activeElement === body ? before : openerOf(activeElement);
    return () => giveBackTo(opener);
  }, [before]);
  return root;
};
