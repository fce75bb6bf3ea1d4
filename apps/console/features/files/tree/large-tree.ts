import { foldersApi, type FolderTree } from '@dosar/contracts';
import { call } from '../../../platform/api';

/** Folders that were opened though the tree of their client had left out what is in them. */
const opened = new Set<string>();

export const openBelow = (ids: readonly string[]): void => ids.forEach((id) => opened.add(id));

/** Whether a folder has folders in it, read or not. */
export const hasFolders = ({ children, children_omitted }: FolderTree): boolean =>
  children.length > 0 || children_omitted === true;

export const leavesOut = (tree: readonly FolderTree[]): boolean =>
  tree.some(({ children, children_omitted }) => children_omitted === true || leavesOut(children));

/** A tree with what was left out below the folders that were opened. */
export const withOpened = async (tree: readonly FolderTree[], signal: AbortSignal): Promise<FolderTree[]> => {
  const all: FolderTree[] = [];
  for (const branch of tree) {
    const { id, client_id, children_omitted, ...folder } = branch;
    const isRead = children_omitted === true && opened.has(id);
    const query = { client_id, parent_folder_id: id, depth: 1 };
    const inside = isRead ? (await call(foldersApi.tree, { query }, signal)).tree : branch.children;
    const children = leavesOut(inside) ? await withOpened(inside, signal) : inside;
    all.push({ ...folder, id, client_id, children, ...(children_omitted && !isRead && { children_omitted }) });
  }
  return all;
};
