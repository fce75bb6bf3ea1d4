import { useRef } from 'react';
import { ChevronRight, Folder as FolderIcon, FolderOpen, HardDrive } from 'lucide-react';
import { useDrop } from '../folder/drag';
import type { Entry } from '../list/entries';
import { NewCount } from './new-count';
import { hasFolders } from './large-tree';
import type { TreeNode } from './use-unfolded';
import classes from './folder-tree.module.css';

const SPRING_MS = 700;

export type TreeTargets = {
  readonly onOpen: (folderId: string | null) => void;
  readonly onMove: (entries: readonly Entry[], folderId: string | null, name: string) => void;
  readonly onFiles: (transfer: DataTransfer, folderId: string | null) => void;
};

type Props = TreeTargets & {
  readonly domId: string;
  readonly node: TreeNode;
  readonly isOpen: boolean;
  readonly isCurrent: boolean;
  readonly isCursor: boolean;
  readonly onFold: (id: string, isUnfolded: boolean) => void;
};

/** One folder of the tree. */
export const TreeItem = ({ domId, node, isOpen, isCurrent, isCursor, onFold, onOpen, onMove, onFiles }: Props) => {
  const { id, name, level, branch } = node;
  const newInside = branch?.new_files_count ?? 0;
  const isParent = branch !== null && hasFolders(branch);
  const spring = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { isOver, handlers } = useDrop({
    folderId: id,
    onFiles: (transfer) => onFiles(transfer, id),
    onEntries: (entries) => onMove(entries, id, name),
  });
  const Icon = id === null ? HardDrive : isCurrent || isOpen ? FolderOpen : FolderIcon;
  return (
    <div
      id={domId}
      role="treeitem"
      aria-level={level}
      aria-selected={isCurrent}
      {...(isParent && { 'aria-expanded': isOpen })}
      className={classes.item}
      data-over={isOver || undefined}
      data-cursor={isCursor || undefined}
      style={{ paddingInlineStart: 6 + (level - 1) * 14 }}
      title={name}
      onClick={() => onOpen(id)}
      {...handlers}
      onDragEnter={(event) => {
        handlers.onDragEnter(event);
        clearTimeout(spring.current);
        if (isParent && !isOpen) spring.current = setTimeout(() => onFold(id!, true), SPRING_MS);
      }}
      onDragLeave={(event) => {
        clearTimeout(spring.current);
        handlers.onDragLeave(event);
      }}
    >
      <span
        className={classes.arrow}
        data-open={isOpen || undefined}
        onClick={(event) => {
          if (!isParent) return;
          event.stopPropagation();
          onFold(id!, !isOpen);
        }}
      >
        {isParent && <ChevronRight size={15} aria-hidden="true" />}
      </span>
      <Icon size={17} className={id === null ? classes.drive : classes.folder} aria-hidden="true" />
      <span className={classes.name}>{name}</span>
      {newInside > 0 && <NewCount count={newInside} />}
    </div>
  );
};
