import { useRef, type KeyboardEvent } from 'react';
import type { Entry } from './entries';
import { startingWith } from './filter';
import { chosen, everything, moved, NOTHING, type Selection } from './selection';

const PAGE = 10;
/** Letters that follow one another so fast are one name. */
const TYPING_MS = 900;

export type RowAction = 'open' | 'rename' | 'delete' | 'up' | 'cut' | 'copy';

type Grid = {
  readonly entries: readonly Entry[];
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly onAction: (action: RowAction, entry: Entry | null) => void;
  readonly onMenu: () => void;
};

/** What is typed goes to the row whose name begins so; one letter again and again goes from one such row to the next. */
const useTypeAhead = ({ entries, selection, onSelect }: Grid) => {
  const typed = useRef({ text: '', at: -Infinity });
  return ({ key, timeStamp, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => {
    const goesOn = timeStamp - typed.current.at < TYPING_MS && typed.current.text !== '';
    if (
      [...key].length !== 1 ||
      ctrlKey ||
      metaKey ||
      altKey ||
      ((key === ' ' || key === '/' || key === '?') && !goesOn)
    )
      return false;
    const { text } = typed.current;
    const isSame = goesOn && text === key;
    const next = goesOn && !isSame ? text + key : key;
    typed.current = { text: next, at: timeStamp };
    const cursor = entries.findIndex(({ id }) => id === selection.cursor);
    const found = startingWith(entries, next, [...next].length === 1 ? cursor + 1 : Math.max(0, cursor));
    if (found >= 0) {
      const { id } = entries[found]!;
      onSelect(chosen(NOTHING, [id], id));
    }
    return true;
  };
};

/** What the keys do in the rows, as in a file manager. */
export const useGridKeys = (grid: Grid) => {
  const { entries, selection, onSelect, onAction, onMenu } = grid;
  const typeAhead = useTypeAhead(grid);
  const order = () => entries.map(({ id }) => id);
  const go = (by: number, range: boolean) => onSelect(moved(selection, order(), by, range));
  return (event: KeyboardEvent): void => {
    const { key, shiftKey, ctrlKey, metaKey } = event;
    // the buttons of the headings have keys of their own
    if (event.target !== event.currentTarget && (key === 'Enter' || key === ' ')) return;
    const entry = entries.find(({ id }) => id === selection.cursor) ?? null;
    const keys: Record<string, () => void> = {
      ArrowDown: () => go(1, shiftKey),
      ArrowUp: () => go(-1, shiftKey),
      PageDown: () => go(PAGE, shiftKey),
      PageUp: () => go(-PAGE, shiftKey),
      Home: () => go(-entries.length, shiftKey),
      End: () => go(entries.length, shiftKey),
      Escape: () => onSelect(NOTHING),
      Enter: () => entry && onAction('open', entry),
      F2: () => entry && onAction('rename', entry),
      Delete: () => selection.ids.size > 0 && onAction('delete', null),
      Backspace: () => onAction('up', null),
      ContextMenu: onMenu,
      ...(shiftKey && { F10: onMenu }),
      ...((ctrlKey || metaKey) && {
        a: () => onSelect(everything(selection, order())),
        x: () => onAction('cut', null),
        c: () => onAction('copy', null),
      }),
    };
    // with caps lock letters come as capitals
    const named = keys[key] ?? keys[key.toLowerCase()];
    const isTyped = !named && typeAhead(event);
    const select = () => entry && onSelect(chosen(selection, order(), entry.id, { add: true }));
    const run = named ?? (key === ' ' ? select : null);
    if (!isTyped && !run) return;
    event.preventDefault();
    event.currentTarget.setAttribute('data-keys', '');
    if (!isTyped) run?.();
  };
};
