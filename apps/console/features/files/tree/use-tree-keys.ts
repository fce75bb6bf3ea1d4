import type { KeyboardEvent } from 'react';
import { hasFolders } from './large-tree';
import type { TreeNode } from './use-unfolded';

type Tree = {
  readonly nodes: readonly TreeNode[];
  readonly cursor: string | null;
  readonly isOpen: (id: string) => boolean;
  readonly onFold: (id: string, isUnfolded: boolean) => void;
  /** To the node of this index. */
  readonly onGo: (index: number) => void;
  readonly onOpen: (folderId: string | null) => void;
};

/** What the keys do in a tree. */
export const useTreeKeys =
  ({ nodes, cursor, isOpen, onFold, onGo, onOpen }: Tree) =>
  (event: KeyboardEvent): void => {
    const found = nodes.findIndex(({ id }) => id === cursor);
    const at = Math.max(0, found);
    const { id, branch } = nodes[at]!;
    const keys: Record<string, () => void> = {
      ArrowDown: () => onGo(at + 1),
      ArrowUp: () => onGo(at - 1),
      Home: () => onGo(0),
      End: () => onGo(nodes.length - 1),
      ArrowRight: () => (branch && hasFolders(branch) && !isOpen(branch.id) ? onFold(branch.id, true) : onGo(at + 1)),
      ArrowLeft: () => {
        if (branch && isOpen(branch.id)) onFold(branch.id, false);
        else onGo(nodes.findIndex((node) => node.id === (branch?.parent_folder_id ?? null)));
      },
      Enter: () => onOpen(id),
      ' ': () => onOpen(id),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]!();
  };
