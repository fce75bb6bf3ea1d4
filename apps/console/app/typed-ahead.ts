const isLetter = ({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey && !isComposing;

/**
 * What is typed from now on, for a field that is still on its way.
 * @returns takes what was typed so far; from then on keys go where they went before
 */
export const typedAhead = (): (() => string) => {
  let text = '';
  const onKey = (event: KeyboardEvent) => {
    if (isLetter(event)) text += event.key;
    else if (event.key === 'Backspace') text = [...text].slice(0, -1).join('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('keydown', onKey, { capture: true });
  return () => {
    document.removeEventListener('keydown', onKey, { capture: true });
    const typed = text;
    text = '';
    return typed;
  };
};
