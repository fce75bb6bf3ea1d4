import type { KeyboardEvent } from 'react';
import type { Entry } from './entries';
import { chosen, everything, moved, NOTHING, type Selection } from './selection';

const PAGE = 10;

export type RowAction = 'open' | 'rename' | 'delete' | 'up';

type Grid = {
  readonly entries: readonly Entry[];
  readonly order: readonly string[];
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly onAction: (action: RowAction, entry: Entry | null) => void;
  readonly onScroll: (index: number) => void;
  readonly onMenu: () => void;
};

/** What the keys do in the rows, as in a file manager. */
export const useGridKeys = ({ entries, order, selection, onSelect, onAction, onScroll, onMenu }: Grid) => {
  const go = (by: number, range: boolean) => {
    const next = moved(selection, order, by, range);
    onSelect(next);
    if (next.cursor !== null) onScroll(order.indexOf(next.cursor));
  };
  return (event: KeyboardEvent): void => {
    const { key, shiftKey, ctrlKey, metaKey } = event;
    const entry = entries.find(({ id }) => id === selection.cursor) ?? null;
    const keys: Record<string, () => void> = {
      ArrowDown: () => go(1, shiftKey),
      ArrowUp: () => go(-1, shiftKey),
      PageDown: () => go(PAGE, shiftKey),
      PageUp: () => go(-PAGE, shiftKey),
      Home: () => go(-order.length, shiftKey),
      End: () => go(order.length, shiftKey),
      Escape: () => onSelect(NOTHING),
      Enter: () => entry && onAction('open', entry),
      F2: () => entry && onAction('rename', entry),
      Delete: () => selection.ids.size > 0 && onAction('delete', null),
      Backspace: () => onAction('up', null),
      ContextMenu: onMenu,
      ' ': () => entry && onSelect(chosen(selection, order, entry.id, { add: true })),
      ...(shiftKey && { F10: onMenu }),
      ...((ctrlKey || metaKey) && { a: () => onSelect(everything(selection, order)) }),
    };
    if (!keys[key]) return;
    event.preventDefault();
    event.currentTarget.setAttribute('data-keys', '');
    keys[key]();
  };
};
