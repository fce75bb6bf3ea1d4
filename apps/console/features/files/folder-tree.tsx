import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ChevronRight, Folder as FolderIcon, FolderOpen, HardDrive } from 'lucide-react';
import type { FolderTree as Branch } from '@dosar/contracts';
import { store, useStore } from '../../platform/store';
import { useDrop } from './drag';
import type { Entry } from './entries';
import { pathTo } from './files.queries';
import classes from './folder-tree.module.css';

/** The folders that are unfolded, in all clients: they stay so while the tab is open. */
const unfolded = store<ReadonlySet<string>>(new Set());

const SPRING_MS = 700;

type Node = {
  readonly id: string | null;
  readonly name: string;
  readonly level: number;
  readonly branch: Branch | null;
};

const nodesOf = (branches: readonly Branch[], isOpen: (id: string) => boolean, level: number): Node[] =>
  branches.flatMap((branch) => [
    { id: branch.id, name: branch.name ?? '', level, branch },
    ...(isOpen(branch.id) ? nodesOf(branch.children, isOpen, level + 1) : []),
  ]);

type Props = {
  readonly tree: readonly Branch[];
  readonly folderId: string | null;
  readonly onOpen: (folderId: string | null) => void;
  readonly onMove: (entries: readonly Entry[], folderId: string | null, name: string) => void;
  readonly onFiles: (transfer: DataTransfer, folderId: string | null) => void;
};

/** All folders of a client, to go to and to drop on. */
export const FolderTree = ({ tree, folderId, onOpen, onMove, onFiles }: Props) => {
  const { t } = useTranslation();
  const name = useId();
  const open = useStore(unfolded);
  const around = useMemo(
    () =>
      new Set(
        (folderId &&
          pathTo(tree, folderId)
            ?.slice(0, -1)
            .map(({ id }) => id)) ||
          [],
      ),
    [tree, folderId],
  );
  // what leads to the open folder is seen, unless it was folded by hand
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const isOpen = (id: string) => open.has(id) || (around.has(id) && !folded.has(id));
  const nodes: Node[] = [{ id: null, name: t('files.root'), level: 1, branch: null }, ...nodesOf(tree, isOpen, 2)];
  const [cursor, setCursor] = useState<string | null>(folderId);
  const list = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(folderId);
  if (shown !== folderId) {
    setShown(folderId);
    setCursor(folderId);
    setFolded(new Set());
  }
  const isKnown = tree.length > 0;
  useEffect(() => {
    if (isKnown) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [folderId, isKnown]);

  const fold = (id: string, isUnfolded: boolean) => {
    const [now, shut] = [new Set(open), new Set(folded)];
    if (isUnfolded) {
      now.add(id);
      shut.delete(id);
    } else {
      now.delete(id);
      shut.add(id);
    }
    unfolded.set(now);
    setFolded(shut);
  };

  const go = (index: number) => {
    const node = nodes[Math.max(0, Math.min(nodes.length - 1, index))];
    if (!node) return;
    setCursor(node.id);
    list.current?.querySelector(`#${CSS.escape(`${name}${node.id}`)}`)?.scrollIntoView({ block: 'nearest' });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const at = Math.max(
      0,
      nodes.findIndex(({ id }) => id === cursor),
    );
    const { id, branch } = nodes[at]!;
    const keys: Record<string, () => void> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(nodes.length - 1),
      ArrowRight: () =>
        branch && branch.children.length > 0 && !isOpen(branch.id) ? fold(branch.id, true) : go(at + 1),
      ArrowLeft: () => {
        if (branch && isOpen(branch.id)) fold(branch.id, false);
        else go(nodes.findIndex((node) => node.id === (branch?.parent_folder_id ?? null)));
      },
      Enter: () => onOpen(id),
      ' ': () => onOpen(id),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]!();
  };

  return (
    <div
      ref={list}
      role="tree"
      aria-label={t('files.folders')}
      aria-activedescendant={`${name}${cursor}`}
      tabIndex={0}
      className={classes.tree}
      onKeyDown={onKeyDown}
    >
      {nodes.map((node) => (
        <TreeItem
          key={node.id}
          domId={`${name}${node.id}`}
          node={node}
          isOpen={node.id !== null && isOpen(node.id)}
          isCurrent={node.id === folderId}
          isCursor={node.id === cursor}
          onFold={fold}
          onOpen={(id) => {
            setCursor(id);
            onOpen(id);
          }}
          onMove={onMove}
          onFiles={onFiles}
        />
      ))}
    </div>
  );
};

type ItemProps = Pick<Props, 'onOpen' | 'onMove' | 'onFiles'> & {
  readonly domId: string;
  readonly node: Node;
  readonly isOpen: boolean;
  readonly isCurrent: boolean;
  readonly isCursor: boolean;
  readonly onFold: (id: string, isUnfolded: boolean) => void;
};

const TreeItem = ({ domId, node, isOpen, isCurrent, isCursor, onFold, onOpen, onMove, onFiles }: ItemProps) => {
  const { id, name, level, branch } = node;
  const hasFolders = branch !== null && branch.children.length > 0;
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
      {...(hasFolders && { 'aria-expanded': isOpen })}
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
        if (hasFolders && !isOpen) spring.current = setTimeout(() => onFold(id!, true), SPRING_MS);
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
          if (!hasFolders) return;
          event.stopPropagation();
          onFold(id!, !isOpen);
        }}
      >
        {hasFolders && <ChevronRight size={15} aria-hidden="true" />}
      </span>
      <Icon size={17} className={id === null ? classes.drive : classes.folder} aria-hidden="true" />
      <span className={classes.name}>{name}</span>
    </div>
  );
};
