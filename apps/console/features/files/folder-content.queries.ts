import { useEffect, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { FolderTree } from '@dosar/contracts';
import { isGone as isTakenAway, useFault } from '../../platform/queries';
import { useStore } from '../../platform/storage/store';
import { entryOfFile, entryOfFolder, sorted } from './list/entries';
import { filesIn, folderPath, pathTo, showBelow, tree } from './files.queries';
import { leavesOut } from './tree/large-tree';
import { sorting } from './list/sorting';

/** What is in a folder, as far as it is known here: both readings, put into rows. */
export const useFolderContent = (clientId: string, folderId: string | null) => {
  const folders = useQuery(tree(clientId));
  const files = useQuery(filesIn(clientId, folderId));
  const sort = useStore(sorting);
  const all = folders.data?.tree;
  const path = useMemo(() => (all && folderId !== null ? pathTo(all, folderId) : []), [all, folderId]);
  const isRead = useLeftOut(clientId, folderId, all, path);
  const inside = folderId === null ? all : isRead ? path?.at(-1)?.children : undefined;
  const entries = useMemo(
    () => inside && files.data && sorted([...inside.map(entryOfFolder), ...files.data.files.map(entryOfFile)], sort),
    [inside, files.data, sort],
  );
  const noTree = useFault(folders);
  const noFiles = useFault(files);
  const again = () => [folders, files].forEach(({ isError, refetch }) => isError && void refetch());
  // the client is there, and this folder is not
  const isGone = all !== undefined && ((path === null && isRead) || isTakenAway(noFiles));
  // of very many files the first ones were read
  const unread = (files.data?.total ?? 0) - (files.data?.files.length ?? 0);
  const failure = noTree === null ? 'failures.loadFiles' : 'failures.loadFolders';
  return { path, entries, unread: Math.max(0, unread), error: noTree ?? noFiles, failure, again, isGone } as const;
};

/** Has the tree read what it has left out of a folder, or of those around it. @returns whether it has all of it */
export const useLeftOut = (
  clientId: string,
  folderId: string | null,
  all: readonly FolderTree[] | undefined,
  path: readonly FolderTree[] | null | undefined,
): boolean => {
  const isBelow = folderId !== null && all !== undefined && path === null && leavesOut(all);
  const way = useQuery({ ...folderPath(folderId ?? ''), enabled: isBelow });
  const current = path?.at(-1);
  const isOmitted = current?.children_omitted === true;
  useEffect(() => {
    if (isOmitted) showBelow(clientId, [current.id]);
    else if (isBelow && way.data)
      showBelow(
        clientId,
        way.data.path.map(({ id }) => id),
      );
  }, [clientId, current, isOmitted, isBelow, way.data]);
  return !isOmitted && !(isBelow && !way.isError);
};
