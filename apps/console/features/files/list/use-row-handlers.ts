import { useLayoutEffect, useRef, useState } from 'react';
import type { ListProps, Scroller } from './file-list';
import type { useTouch } from './use-touch';
import type { RowHandlers } from './file-row';
import { chosen, NOTHING } from './selection';

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
