import { useId, useRef, type MouseEvent, type RefObject } from 'react';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import type { Entry, Sorting } from './entries';
import { FileRow } from './file-row';
import { GridHeader } from './grid-header';
import { chosen, everything, NOTHING, type Selection } from './selection';
import { useGridKeys, type RowAction } from './use-grid-keys';
import { isForFingers, useTouch } from './use-touch';
import classes from './file-list.module.css';

/** As high as the styles say. */
const ROW_PX = { mouse: 46, finger: 60 } as const;

type Props = {
  readonly label: string;
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
  readonly onDropEntries?: (entries: readonly Entry[], folderId: string, name: string) => void;
  readonly onDropFiles?: (transfer: DataTransfer, folderId: string) => void;
  readonly isTrash?: boolean;
  readonly placeOf?: (entry: Entry) => string;
};

/** Folders and files as rows: only those are drawn that are seen, so that ten thousand are no more than twenty. */
export const FileList = (props: Props) => {
  const { label, entries, selection, onSelect, onMenu, isTrash = false } = props;
  const name = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const order = entries.map(({ id }) => id);
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX[isForFingers() ? 'finger' : 'mouse'],
    overscan: 12,
    getItemKey: (index) => order[index]!,
  });
  const cursor = selection.cursor === null ? -1 : order.indexOf(selection.cursor);

  const menuAtCursor = () => {
    const row = scroller.current?.querySelector(`#${CSS.escape(`${name}${selection.cursor}`)}`);
    const { left = 0, bottom = 0 } = row?.getBoundingClientRect() ?? {};
    if (row) onMenu({ x: left + 80, y: bottom - 8 }, selection);
  };
  const onKeyDown = useGridKeys({
    entries,
    order,
    selection,
    onSelect,
    onAction: props.onAction,
    onScroll: (index) => rows.scrollToIndex(index),
    onMenu: menuAtCursor,
  });

  const isAll = entries.length > 0 && selection.ids.size === entries.length;
  return (
    <div
      role="grid"
      aria-label={label}
      aria-multiselectable="true"
      aria-rowcount={entries.length + 1}
      aria-activedescendant={cursor < 0 ? undefined : `${name}${selection.cursor}`}
      tabIndex={0}
      ref={scroller}
      className={classes.grid}
      data-trash={isTrash || undefined}
      onKeyDown={onKeyDown}
      onPointerDown={({ currentTarget }) => currentTarget.removeAttribute('data-keys')}
    >
      <GridHeader
        sorting={props.sorting}
        onSort={props.onSort}
        isTrash={isTrash}
        isAll={isAll}
        isSome={!isAll && selection.ids.size > 0}
        onAll={() => onSelect(isAll ? NOTHING : everything(selection, order))}
      />
      <Rows {...props} name={name} order={order} cursor={cursor} rows={rows} scroller={scroller} />
    </div>
  );
};

type RowsProps = Props & {
  /** With what the ids of their elements begin. */
  readonly name: string;
  readonly order: readonly string[];
  readonly cursor: number;
  readonly rows: Virtualizer<HTMLDivElement, Element>;
  readonly scroller: RefObject<HTMLDivElement | null>;
};

/** The rows that are seen. */
const Rows = (props: RowsProps) => {
  const { entries, selection, onSelect, onMenu, name, order, cursor, rows, scroller } = props;

  const toggle = (id: string) => onSelect(chosen(selection, order, id, { add: true }));
  const touch = useTouch((rowId) => toggle(rowId.slice(name.length)));

  const onRowClick = (event: MouseEvent, entry: Entry) => {
    if (touch.wasPress()) return;
    scroller.current?.focus({ preventScroll: true });
    // a finger opens, until something is selected
    if (touch.isFinger())
      return selection.ids.size === 0 && !props.isTrash ? props.onAction('open', entry) : toggle(entry.id);
    onSelect(chosen(selection, order, entry.id, { add: event.ctrlKey || event.metaKey, range: event.shiftKey }));
  };

  const onRowMenu = (event: MouseEvent, entry: Entry) => {
    event.preventDefault();
    // a long press selects
    if (event.type === 'contextmenu' && touch.isFinger()) return;
    const next = selection.ids.has(entry.id) ? selection : chosen(NOTHING, order, entry.id);
    onSelect(next);
    onMenu({ x: event.clientX, y: event.clientY }, next);
  };

  const draggedWith = (entry: Entry) =>
    selection.ids.has(entry.id) ? entries.filter(({ id }) => selection.ids.has(id)) : [entry];
  return (
    <div role="rowgroup" className={classes.rows} style={{ height: rows.getTotalSize() }} {...touch.handlers}>
      {rows.getVirtualItems().map(({ index, key, start }) => {
        const entry = entries[index]!;
        return (
          <FileRow
            key={key}
            domId={`${name}${entry.id}`}
            entry={entry}
            index={index}
            top={start}
            isSelected={selection.ids.has(entry.id)}
            isCursor={index === cursor}
            dragged={() => draggedWith(entry)}
            onClick={onRowClick}
            onMenu={onRowMenu}
            onToggle={({ id }) => toggle(id)}
            onOpen={(each) => props.onAction('open', each)}
            isRenaming={props.renaming === entry.id}
            onRename={props.onRename}
            onRenamed={props.onRenamed}
            isTrash={props.isTrash ?? false}
            {...(props.placeOf && { place: props.placeOf(entry) })}
            {...(props.onDropEntries && { onDropEntries: props.onDropEntries })}
            {...(props.onDropFiles && { onDropFiles: props.onDropFiles })}
          />
        );
      })}
    </div>
  );
};
