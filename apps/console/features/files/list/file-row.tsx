import { memo, type MouseEvent } from 'react';
import type { TFunction } from 'i18next';
import { NO_FIELDS, type Language } from '@dosar/contracts';
import { amountOf, calendarDayOf, countOf, dayOf, momentOf, sizeOf } from '../../../platform/format';
import { Chip } from '../../../ui/chip';
import { endDrag, startDrag, useDrop } from '../folder/drag';
import type { Entry } from './entries';
import { NameCell, type RowProps } from './name-cell';
import { StatusChips } from './status-chips';
import { isForFingers } from '../../../platform/fingers';
import classes from './file-list.module.css';

const stop = (event: MouseEvent) => event.stopPropagation();

// elements, not components: a thousand rows are drawn in a second
const checkCell = ({ entry, isSelected, handlers, t }: RowProps, name: string) => (
  <div
    role="gridcell"
    className={classes.check}
    onClick={(event) => {
      event.stopPropagation();
      // the whole cell is the box's
      if (event.target === event.currentTarget) handlers.onToggle(entry);
    }}
    onDoubleClick={stop}
  >
    <input
      type="checkbox"
      className={classes.box}
      tabIndex={-1}
      aria-label={t('files.select', { name })}
      checked={isSelected}
      onChange={() => handlers.onToggle(entry)}
    />
  </div>
);

const newInside = (entry: Entry, language: Language, t: TFunction) => {
  const count = entry.kind === 'folder' ? entry.folder.new_files_count : 0;
  return count > 0 && <Chip tone="new">{t('files.newInside', { count, shown: countOf(count, language) })}</Chip>;
};

/** How far a file has come, and how many in a folder are new; in the trash, where it was. */
const statusCell = ({ entry, isTrash, place, language, t }: RowProps) => (
  <div role="gridcell" className={classes.status}>
    {isTrash ? (
      <span className={classes.place} title={place}>
        {place}
      </span>
    ) : (
      (entry.kind === 'file' && (
        <StatusChips process_state={entry.file.process_state} accounting_status={entry.file.accounting_status} />
      )) ||
      newInside(entry, language, t)
    )}
  </div>
);

const fieldCells = ({ entry, language }: RowProps) => {
  const { number, issuer, date, sum, currency, due } = (entry.kind === 'file' && entry.file.fields) || NO_FIELDS;
  return (
    <>
      <div role="gridcell" className={classes.number}>
        {number}
      </div>
      <div role="gridcell" className={classes.issuer} title={issuer ?? undefined}>
        {issuer}
      </div>
      <div role="gridcell" className={classes.date}>
        {date && calendarDayOf(date)}
      </div>
      <div role="gridcell" className={classes.sum}>
        {sum !== null && amountOf(sum, currency, language)}
      </div>
      <div role="gridcell" className={classes.due}>
        {due && calendarDayOf(due)}
      </div>
    </>
  );
};

const moreCell = ({ entry, handlers, t }: RowProps, name: string) => (
  <div role="gridcell" className={classes.more}>
    <button
      type="button"
      className={classes.dots}
      tabIndex={-1}
      aria-label={t('files.actionsOf', { name })}
      onClick={(event) => {
        event.stopPropagation();
        handlers.onMenu(event, entry);
      }}
      onDoubleClick={stop}
    />
  </div>
);

/** One folder or file. A thousand of them are drawn in a second of scrolling: plain elements, and nothing that is asked for per row. */
export const FileRow = memo((props: RowProps) => {
  const { domId, entry, index, top, isSelected, isCursor, isTrash, handlers, t, language } = props;
  const name = entry.name ?? t('files.erased');
  const isTarget = entry.kind === 'folder' && props.isTarget;
  const drop = useDrop({
    folderId: entry.id,
    onFiles: (transfer) => handlers.onDropFiles(transfer, entry.id),
    onEntries: (entries) => handlers.onDropEntries(entries, entry.id, name),
  });
  const size =
    entry.kind === 'file'
      ? sizeOf(entry.file.size, language)
      : t('files.inside', { count: entry.folder.direct_files_count + entry.folder.direct_folders_count });
  return (
    <div
      id={domId}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={classes.row}
      data-cursor={isCursor || undefined}
      data-cut={props.isCut || undefined}
      data-over={(isTarget && drop.isOver) || undefined}
      style={{ transform: `translateY(${top}px)` }}
      // a long press of a finger would drag
      draggable={props.isDraggable && !isTrash && !props.isRenaming && !isForFingers()}
      onDragStart={(event) => startDrag(event, handlers.dragged(entry), name)}
      onDragEnd={endDrag}
      onClick={(event) => handlers.onClick(event, entry)}
      onDoubleClick={() => handlers.onOpen(entry)}
      onContextMenu={(event) => handlers.onMenu(event, entry)}
      {...(isTarget && drop.handlers)}
    >
      {checkCell(props, name)}
      <NameCell {...props} name={name} size={size} />
      {statusCell(props)}
      {props.hasFields && fieldCells(props)}
      <div role="gridcell" className={classes.owner}>
        {entry.who}
      </div>
      <div role="gridcell" className={classes.size}>
        {size}
      </div>
      <div role="gridcell" className={classes.created}>
        {dayOf(entry.createdAt)}
      </div>
      <div role="gridcell" className={classes.at}>
        {momentOf(entry.at)}
      </div>
      {moreCell(props, name)}
    </div>
  );
});
FileRow.displayName = 'FileRow';
