import { useId, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Checkbox } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { SORTS, type Entry, type Sorting } from './entries';
import { FileRow } from './file-row';
import { chosen, everything, moved, NOTHING, type Selection } from './selection';
import classes from './file-list.module.css';

const ROW_PX = 46;
const PAGE = 10;

export type RowAction = 'open' | 'rename' | 'delete' | 'up';

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
  const { label, entries, selection, onSelect, onAction, onMenu, renaming, isTrash = false } = props;
  const { t } = useTranslation();
  const name = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const order = entries.map(({ id }) => id);
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    getItemKey: (index) => order[index]!,
  });
  const cursor = selection.cursor === null ? -1 : order.indexOf(selection.cursor);

  const go = (by: number, range: boolean) => {
    const next = moved(selection, order, by, range);
    onSelect(next);
    if (next.cursor !== null) rows.scrollToIndex(order.indexOf(next.cursor));
  };

  const menuAtCursor = () => {
    const row = scroller.current?.querySelector(`#${CSS.escape(`${name}${selection.cursor}`)}`);
    const { left = 0, bottom = 0 } = row?.getBoundingClientRect() ?? {};
    if (row) onMenu({ x: left + 80, y: bottom - 8 }, selection);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey } = event;
    const withCtrl = ctrlKey || metaKey;
    const entry = entries[cursor] ?? null;
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
      ContextMenu: menuAtCursor,
      ' ': () => entry && onSelect(chosen(selection, order, entry.id, { add: true })),
      ...(shiftKey && { F10: menuAtCursor }),
      ...(withCtrl && { a: () => onSelect(everything(selection, order)) }),
    };
    if (!keys[key]) return;
    event.preventDefault();
    event.currentTarget.setAttribute('data-keys', '');
    keys[key]();
  };

  const onRowClick = (event: MouseEvent, entry: Entry) => {
    scroller.current?.focus({ preventScroll: true });
    onSelect(chosen(selection, order, entry.id, { add: event.ctrlKey || event.metaKey, range: event.shiftKey }));
  };

  const onRowMenu = (event: MouseEvent, entry: Entry) => {
    event.preventDefault();
    const next = selection.ids.has(entry.id) ? selection : chosen(NOTHING, order, entry.id);
    onSelect(next);
    onMenu({ x: event.clientX, y: event.clientY }, next);
  };

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
      <div role="row" aria-rowindex={1} className={classes.header}>
        <div role="columnheader" className={classes.check}>
          <Checkbox
            size="xs"
            tabIndex={-1}
            aria-label={t('files.selectAll')}
            checked={isAll}
            indeterminate={!isAll && selection.ids.size > 0}
            onChange={() => onSelect(isAll ? NOTHING : everything(selection, order))}
          />
        </div>
        <Columns {...props} />
        <div role="columnheader" className={classes.more}>
          <span className={classes.hidden}>{t('files.actions')}</span>
        </div>
      </div>
      <div role="rowgroup" className={classes.rows} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => (
          <FileRow
            key={key}
            domId={`${name}${order[index]}`}
            entry={entries[index]!}
            index={index}
            top={start}
            isSelected={selection.ids.has(order[index]!)}
            isCursor={index === cursor}
            dragged={() =>
              selection.ids.has(order[index]!) ? entries.filter(({ id }) => selection.ids.has(id)) : [entries[index]!]
            }
            onClick={onRowClick}
            onMenu={onRowMenu}
            onToggle={(entry) => onSelect(chosen(selection, order, entry.id, { add: true }))}
            onOpen={(entry) => onAction('open', entry)}
            isRenaming={renaming === order[index]}
            onRename={props.onRename}
            onRenamed={props.onRenamed}
            isTrash={isTrash}
            {...(props.placeOf && { place: props.placeOf(entries[index]!) })}
            {...(props.onDropEntries && { onDropEntries: props.onDropEntries })}
            {...(props.onDropFiles && { onDropFiles: props.onDropFiles })}
          />
        ))}
      </div>
    </div>
  );
};

/** The headings, by which the rows are sorted. */
const Columns = ({ sorting, onSort, isTrash = false }: Pick<Props, 'sorting' | 'onSort' | 'isTrash'>) => {
  const { t } = useTranslation();
  return SORTS.map((by) => {
    const label = isTrash && by === 'at' ? t('files.columns.deleted') : t(`files.columns.${by}`);
    if (isTrash && by === 'status')
      return (
        <div key={by} role="columnheader" className={classes.status}>
          {t('files.columns.place')}
        </div>
      );
    const isBy = sorting.by === by;
    const next = isBy && sorting.order === 'asc' ? 'desc' : 'asc';
    const Arrow = sorting.order === 'asc' ? ArrowUp : ArrowDown;
    return (
      <div
        key={by}
        role="columnheader"
        aria-sort={isBy ? (sorting.order === 'asc' ? 'ascending' : 'descending') : 'none'}
        className={classes[by]}
      >
        <button type="button" tabIndex={-1} className={classes.sort} onClick={() => onSort({ by, order: next })}>
          {label}
          {isBy && <Arrow size={13} aria-hidden="true" />}
        </button>
      </div>
    );
  });
};
