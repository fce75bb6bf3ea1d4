import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Entry, Sorting } from './entries';
import type { useTouch } from '../../../ui/touch/use-touch';
import type { RowHandlers } from './name-cell';
import { chosen, NOTHING, type Selection } from './selection';
import type { RowAction } from './use-grid-keys';

export type ListProps = {
  readonly label: string;
  /** The folder, or what else the rows are of. */
  readonly of: string;
  readonly entries: readonly Entry[];
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
  readonly onAction: (action: RowAction, entry: Entry | null) => void;
  /** Opens the menu of what is selected, at a place of the screen. */
  readonly onMenu: (at: { x: number; y: number }, selection: Selection) => void;
  readonly renaming: string | null;
  readonly onRename: (entry: Entry, name: string) => Promise<void>;
  readonly onRenamed: () => void;
  /** What was cut and waits to be pasted. */
  readonly cut?: ReadonlySet<string>;
  readonly onDropEntries?: (entries: readonly Entry[], folderId: string, name: string) => void;
  readonly onDropFiles?: (transfer: DataTransfer, folderId: string) => void;
  /** So much of it lies under what stands above the list. */
  readonly headPx?: number;
  readonly isTrash?: boolean;
  readonly placeOf?: (entry: Entry) => string;
};

type Scroller = RefObject<HTMLDivElement | null>;

type Touch = Pick<ReturnType<typeof useTouch>, 'isFinger' | 'wasPress'>;
/** And what a long press does. */
type Handlers = RowHandlers & { readonly onPress: (id: string) => void };

/** What the rows of a list tell it. They are given the same at every drawing, so that only those are drawn that differ. */
export const useRowHandlers = (props: ListProps, scroller: Scroller, touch: Touch): Handlers => {
  const latest = useRef(props);
  const fingers = useRef(touch);
  useLayoutEffect(() => {
    latest.current = props;
    fingers.current = touch;
  });
  const [handlers] = useState<Handlers>(() => {
    const order = () => latest.current.entries.map(({ id }) => id);
    const toggle = (id: string) => {
      const { selection, onSelect } = latest.current;
      onSelect(chosen(selection, order(), id, { add: true }));
    };
    return {
      dragged: (entry) => {
        const { entries, selection } = latest.current;
        return selection.ids.has(entry.id) ? entries.filter(({ id }) => selection.ids.has(id)) : [entry];
      },
      onClick: (event, entry) => {
        const { selection, onSelect, onAction, isTrash } = latest.current;
        if (fingers.current.wasPress()) return;
        scroller.current?.focus({ preventScroll: true });
        // a finger opens, until something is selected
        const isDocument = entry.kind === 'file';
        if (fingers.current.isFinger())
          return selection.ids.size === 0 && !(isTrash && isDocument) ? onAction('open', entry) : toggle(entry.id);
        onSelect(chosen(selection, order(), entry.id, { add: event.ctrlKey || event.metaKey, range: event.shiftKey }));
      },
      onMenu: (event, entry) => {
        event.preventDefault();
        // a long press selects
        if (event.type === 'contextmenu' && fingers.current.isFinger()) return;
        const { selection, onSelect, onMenu } = latest.current;
        const next = selection.ids.has(entry.id) ? selection : chosen(NOTHING, order(), entry.id);
        onSelect(next);
        onMenu({ x: event.clientX, y: event.clientY }, next);
      },
      onToggle: ({ id }) => toggle(id),
      onPress: toggle,
      onOpen: (entry) => latest.current.onAction('open', entry),
      onRename: (entry, name) => latest.current.onRename(entry, name),
      onRenamed: () => latest.current.onRenamed(),
      onDropEntries: (entries, folderId, name) => latest.current.onDropEntries?.(entries, folderId, name),
      onDropFiles: (transfer, folderId) => latest.current.onDropFiles?.(transfer, folderId),
    };
  });
  return handlers;
};
