import { memo, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionIcon, Checkbox } from '@mantine/core';
import { EllipsisVertical } from 'lucide-react';
import { momentOf, sizeOf } from '../../platform/format';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/store';
import { endDrag, startDrag, useDrop } from './drag';
import type { Entry } from './entries';
import { NameCell } from './name-cell';
import { StatusChips } from './status-chips';
import { isForFingers } from './use-touch';
import classes from './file-list.module.css';

export type RowProps = {
  readonly domId: string;
  readonly entry: Entry;
  readonly index: number;
  readonly top: number;
  readonly isSelected: boolean;
  readonly isCursor: boolean;
  /** What goes along when this row is dragged. */
  readonly dragged: () => readonly Entry[];
  readonly onClick: (event: MouseEvent, entry: Entry) => void;
  readonly onMenu: (event: MouseEvent, entry: Entry) => void;
  readonly onToggle: (entry: Entry) => void;
  readonly onOpen: (entry: Entry) => void;
  readonly isRenaming: boolean;
  readonly onRename: (entry: Entry, name: string) => Promise<void>;
  readonly onRenamed: () => void;
  readonly isTrash: boolean;
  readonly place?: string;
  readonly onDropEntries?: (entries: readonly Entry[], folderId: string, name: string) => void;
  readonly onDropFiles?: (transfer: DataTransfer, folderId: string) => void;
};

/** One folder or file. */
export const FileRow = memo((props: RowProps) => {
  const { domId, entry, index, top, isSelected, isCursor, isRenaming, isTrash, place, onDropFiles, onDropEntries } =
    props;
  const { t } = useTranslation();
  const { language } = useStore(preferences);
  const name = entry.name ?? t('files.erased');
  const isTarget = entry.kind === 'folder' && onDropFiles !== undefined;
  const { isOver, handlers } = useDrop({
    folderId: entry.id,
    onFiles: (transfer) => onDropFiles?.(transfer, entry.id),
    onEntries: (entries) => onDropEntries?.(entries, entry.id, name),
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
      data-over={(isTarget && isOver) || undefined}
      style={{ transform: `translateY(${top}px)` }}
      // a long press of a finger would drag
      draggable={onDropEntries !== undefined && !isTrash && !isRenaming && !isForFingers()}
      onDragStart={(event) => startDrag(event, props.dragged(), name)}
      onDragEnd={endDrag}
      onClick={(event) => props.onClick(event, entry)}
      onDoubleClick={() => props.onOpen(entry)}
      onContextMenu={(event) => props.onMenu(event, entry)}
      {...(isTarget && handlers)}
    >
      <CheckCell name={name} isSelected={isSelected} onToggle={() => props.onToggle(entry)} />
      <NameCell {...props} name={name} size={size} />
      <div role="gridcell" className={classes.status}>
        {isTrash ? (
          <span className={classes.place} title={place}>
            {place}
          </span>
        ) : (
          entry.kind === 'file' && <StatusChips file={entry.file} />
        )}
      </div>
      <div role="gridcell" className={classes.size}>
        {size}
      </div>
      <div role="gridcell" className={classes.at}>
        {momentOf(entry.at)}
      </div>
      <MenuCell name={name} onMenu={(event) => props.onMenu(event, entry)} />
    </div>
  );
});
FileRow.displayName = 'FileRow';

type CheckProps = { readonly name: string; readonly isSelected: boolean; readonly onToggle: () => void };

const CheckCell = ({ name, isSelected, onToggle }: CheckProps) => {
  const { t } = useTranslation();
  return (
    <div
      role="gridcell"
      className={classes.check}
      onClick={(event) => {
        event.stopPropagation();
        // the whole cell is the box's
        if (event.target === event.currentTarget) onToggle();
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <Checkbox
        size="xs"
        tabIndex={-1}
        aria-label={t('files.select', { name })}
        checked={isSelected}
        onChange={onToggle}
      />
    </div>
  );
};

type MenuProps = { readonly name: string; readonly onMenu: (event: MouseEvent) => void };

const MenuCell = ({ name, onMenu }: MenuProps) => {
  const { t } = useTranslation();
  return (
    <div role="gridcell" className={classes.more}>
      <ActionIcon
        variant="subtle"
        color="gray"
        tabIndex={-1}
        aria-label={t('files.actionsOf', { name })}
        onClick={(event: MouseEvent) => {
          event.stopPropagation();
          onMenu(event);
        }}
        onDoubleClick={(event: MouseEvent) => event.stopPropagation()}
      >
        <EllipsisVertical size={17} />
      </ActionIcon>
    </div>
  );
};
