import { useCallback, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { preferences } from '../../../platform/preferences';
import { useStore } from '../../../platform/storage/store';
import { hasFields } from './entries';
import { FileRow } from './file-row';
import { GridHeader } from './grid-header';
import type { RowHandlers } from './name-cell';
import { everything, NOTHING } from './selection';
import { useGridKeys } from './use-grid-keys';
import { usePlace } from '../folder/use-place';
import { useRowHandlers, type ListProps } from './use-row-handlers';
import { isForFingers } from '../../../platform/fingers';

import { useTouch } from '../../../ui/touch/use-touch';
import classes from './file-list.module.css';

/** As high as the styles say. */
const ROW_PX = { mouse: 46, finger: 60 } as const;
/** The headings lie over the rows. */
const HEADER_PX = { mouse: 38, finger: 44 } as const;
const OVERSCAN = 5;
const rowHeight = () => ROW_PX[isForFingers() ? 'finger' : 'mouse'];
const headerHeight = () => HEADER_PX[isForFingers() ? 'finger' : 'mouse'];
const NONE: ReadonlySet<string> = new Set();

/** Folders and files as rows: only those are drawn that are seen, so that ten thousand are no more than twenty. */
export const FileList = (props: ListProps) => {
  const { label, entries, selection, onSelect, onMenu, headPx = 0, isTrash = false } = props;
  const name = useId();
  const withFields = useMemo(() => !isTrash && hasFields(entries), [isTrash, entries]);
  const scroller = useRef<HTMLDivElement>(null);
  const { initialOffset, onScroll } = usePlace(props.of);
  const [first, setFirst] = useState(0);
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: rowHeight,
    overscan: OVERSCAN,
    // a row is whole in sight above the end of what is seen; the headings take of that
    scrollPaddingEnd: headerHeight(),
    scrollPaddingStart: headPx,
    scrollMargin: headPx,
    initialOffset,
    getItemKey: useCallback((index: number) => entries[index]!.id, [entries]),
    // a row that is moved while it is pressed is not clicked
    onChange: ({ isScrolling, range }) => {
      if (range && !isScrolling && !scroller.current?.matches(':active'))
        setFirst(Math.max(0, range.startIndex - OVERSCAN));
    },
  });
  const cursor = selection.cursor === null ? -1 : entries.findIndex(({ id }) => id === selection.cursor);

  // a document that is looked at takes the cursor along
  const keepInSight = useEffectEvent(() => cursor >= 0 && rows.scrollToIndex(cursor));
  useEffect(() => void keepInSight(), [selection.cursor]);

  const menuAtCursor = () => {
    const row = scroller.current?.querySelector(`#${CSS.escape(`${name}${selection.cursor}`)}`);
    const { left = 0, bottom = 0 } = row?.getBoundingClientRect() ?? {};
    if (row) onMenu({ x: left + 80, y: bottom - 8 }, selection);
  };
  const onKeyDown = useGridKeys({
    entries,
    selection,
    onSelect,
    onAction: props.onAction,
    onMenu: menuAtCursor,
  });

  const touch = useTouch('[role=row]', ({ id }) => handlers.onPress(id.slice(name.length)));
  const handlers = useRowHandlers(props, scroller, touch);
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
      data-fields={withFields || undefined}
      onKeyDown={onKeyDown}
      onScroll={onScroll}
      onPointerDown={({ currentTarget }) => currentTarget.removeAttribute('data-keys')}
    >
      <Header {...props} hasFields={withFields} />
      <Rows {...props} {...{ name, cursor, rows, first, handlers, touch }} hasFields={withFields} />
    </div>
  );
};

type WithFields = { readonly hasFields: boolean };

/** The headings, and the box that chooses all or nothing. */
const Header = ({ entries, selection, onSelect, isTrash = false, ...columns }: ListProps & WithFields) => {
  const { sorting, onSort, hasFields: withFields } = columns;
  const isAll = entries.length > 0 && selection.ids.size === entries.length;
  const all = () =>
    everything(
      selection,
      entries.map(({ id }) => id),
    );
  return (
    <GridHeader
      sorting={sorting}
      onSort={onSort}
      isTrash={isTrash}
      hasFields={withFields}
      isAll={isAll}
      isSome={!isAll && selection.ids.size > 0}
      onAll={() => onSelect(isAll ? NOTHING : all())}
    />
  );
};

type RowsProps = Omit<ListProps, 'ref'> &
  WithFields & {
    /** With what the ids of their elements begin. */
    readonly name: string;
    readonly cursor: number;
    readonly rows: Virtualizer<HTMLDivElement, Element>;
    /** The row that was drawn first when the list stood still. */
    readonly first: number;
    readonly handlers: RowHandlers;
    readonly touch: ReturnType<typeof useTouch>;
  };

/**
 * What is drawn, each with the element that draws it. A row that goes out of sight is drawn anew as one that comes into it:
 * to change its text is far less than to make one. While one scrolls no element is moved among the others, which would have
 * all that it shows laid out again; once the list stands still they follow each other as they are read aloud.
 */
const slotsOf = (rows: RowsProps['rows'], first: number) => {
  const slots = Math.ceil((rows.scrollRect?.height ?? 0) / rowHeight()) + 2 * OVERSCAN + 2;
  const place = (index: number) => (((index - first) % slots) + slots) % slots;
  return rows
    .getVirtualItems()
    .map(({ index, start }) => ({ index, start, slot: index % slots }))
    .sort((a, b) => place(a.index) - place(b.index));
};

/** The rows that are seen. */
const Rows = ({
  entries,
  selection,
  name,
  cursor,
  rows,
  first,
  handlers,
  touch,
  cut = NONE,
  headPx = 0,
  ...props
}: RowsProps) => {
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  return (
    <div role="rowgroup" className={classes.rows} style={{ height: rows.getTotalSize() }} {...touch.handlers}>
      {slotsOf(rows, first).map(({ index, start, slot }) => {
        const entry = entries[index]!;
        return (
          <FileRow
            key={slot}
            domId={`${name}${entry.id}`}
            entry={entry}
            index={index}
            top={start - headPx}
            isSelected={selection.ids.has(entry.id)}
            isCursor={index === cursor}
            isRenaming={props.renaming === entry.id}
            isCut={cut.has(entry.id)}
            isTrash={props.isTrash ?? false}
            hasFields={props.hasFields}
            isDraggable={props.onDropEntries !== undefined}
            isTarget={props.onDropFiles !== undefined}
            place={props.placeOf?.(entry)}
            handlers={handlers}
            t={t}
            language={language}
          />
        );
      })}
    </div>
  );
};
