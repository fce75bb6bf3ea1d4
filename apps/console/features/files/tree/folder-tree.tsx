import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FolderTree as Branch } from '@dosar/contracts';
import { useRootName } from './root-name';
import { TreeItem, type TreeTargets } from './tree-item';
import { useTreeKeys } from './use-tree-keys';
import { nodesOf, useUnfolded, type TreeNode } from './use-unfolded';
import classes from './folder-tree.module.css';

type Props = TreeTargets & {
  readonly tree: readonly Branch[];
  /** undefined: none of these. */
  readonly folderId: string | null | undefined;
};

/** All folders of a client, to go to and to drop on. */
export const FolderTree = ({ tree, folderId, onOpen, onMove, onFiles }: Props) => {
  const { t } = useTranslation();
  const name = useId();
  const { isOpen, fold, forgetFolded } = useUnfolded(tree, folderId ?? null);
  const nodes: TreeNode[] = [{ id: null, name: useRootName(), level: 1, branch: null }, ...nodesOf(tree, isOpen, 2)];
  const [cursor, setCursor] = useState<string | null>(folderId ?? null);
  const list = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(folderId);
  if (shown !== folderId) {
    setShown(folderId);
    setCursor(folderId ?? null);
    forgetFolded();
  }
  const isKnown = tree.length > 0;
  useEffect(() => {
    if (isKnown) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [folderId, isKnown]);

  const go = (index: number) => {
    const node = nodes[Math.max(0, Math.min(nodes.length - 1, index))];
    if (!node) return;
    setCursor(node.id);
    list.current?.querySelector(`#${CSS.escape(`${name}${node.id}`)}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = useTreeKeys({ nodes, cursor, isOpen, onFold: fold, onGo: go, onOpen });

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
