import { useEffect, useEffectEvent } from 'react';

/** Whether an input or a dialog handles keys, or another of those. */
export const isTaken = (target: EventTarget | null, dialogs = '[role=dialog], [role=menu]'): boolean =>
  target instanceof Element &&
  (target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]') ||
    target.closest(dialogs) !== null);

/** Handles a key pressed outside of inputs, whatever has the focus. */
export const useKey = (key: string, onKey: () => void): void => {
  const run = useEffectEvent(onKey);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== key || event.defaultPrevented || event.ctrlKey || event.metaKey || isTaken(event.target))
        return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [key]);
};
