const isLetter = (event: KeyboardEvent) => {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event;
  if (key.length !== 1 || isComposing) return false;
  // the third letter of a key is typed with what is Ctrl and Alt elsewhere
  return event.getModifierState('AltGraph') || !(ctrlKey || metaKey || altKey);
};

/**
 * What is typed from now on, for a field that is still on its way; Escape gives it up.
 * @returns takes what was typed so far; from then on keys go where they went before
 */
export const typedAhead = (onGiveUp: () => void): (() => string) => {
  let text = '';
  const take = () => {
    document.removeEventListener('keydown', onKey, { capture: true });
    const typed = text;
    text = '';
    return typed;
  };
  const onKey = (event: KeyboardEvent) => {
    const { key } = event;
    if (isLetter(event)) text += key;
    else if (key === 'Backspace') text = [...text].slice(0, -1).join('');
    else if (key === 'Escape') {
      take();
      onGiveUp();
    } else if (key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('keydown', onKey, { capture: true });
  return take;
};
