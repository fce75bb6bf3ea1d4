import { useMemo, useState } from 'react';
import type { FolderTree as Branch } from '@dosar/contracts';
import { store, useStore } from '../../../platform/storage/store';
import { pathTo, showBelow } from '../files.queries';

/** The folders that are unfolded, in all clients: they stay so while the tab is open. */
const unfolded = store<ReadonlySet<string>>(new Set());

/** A folder as the tree shows it; the root has neither id nor branch. */
export type TreeNode = {
  readonly id: string | null;
  readonly name: string;
  readonly level: number;
  readonly branch: Branch | null;
};

export const nodesOf = (branches: readonly Branch[], isOpen: (id: string) => boolean, level: number): TreeNode[] =>
  branches.flatMap((branch) => [
    { id: branch.id, name: branch.name ?? '', level, branch },
    ...(isOpen(branch.id) ? nodesOf(branch.children, isOpen, level + 1) : []),
  ]);

/** Which folders are open: what leads to this one is, too, unless it was folded by hand. */
export const useUnfolded = (tree: readonly Branch[], folderId: string | null) => {
  const open = useStore(unfolded);
  const around = useMemo(() => {
    const path = folderId === null ? null : pathTo(tree, folderId);
    return new Set(path?.slice(0, -1).map(({ id }) => id));
  }, [tree, folderId]);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const isOpen = (id: string) => open.has(id) || (around.has(id) && !folded.has(id));
  const fold = (id: string, isUnfolded: boolean) => {
    const now = new Set(open);
    const shut = new Set(folded);
    const branch = isUnfolded ? pathTo(tree, id)?.at(-1) : undefined;
    if (branch?.children_omitted) showBelow(branch.client_id, [id]);
    const [into, from] = isUnfolded ? [now, shut] : [shut, now];
    into.add(id);
    from.delete(id);
    unfolded.set(now);
    setFolded(shut);
  };
  return { isOpen, fold, forgetFolded: () => setFolded(new Set()) };
};
