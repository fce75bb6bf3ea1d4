import { useEffect, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { File, FolderTree } from '@dosar/contracts';
import { isGone as isTakenAway, useFault } from '../../platform/queries';
import { useStore } from '../../platform/storage/store';
import { entryOfFolder, entryOfSame, sorted } from './list/entries';
import { repeatedIn } from './fields/fields.queries';
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
  const sameAs = useSameAs(clientId, folderId, files.data?.files);
  const entries = useMemo(() => {
    const rows = files.data?.files.map((file) => entryOfSame(file, sameAs?.get(file.id) ?? null));
    return inside && rows && sorted([...inside.map(entryOfFolder), ...rows], sort);
  }, [inside, files.data, sort, sameAs]);
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

/** The document that a file is again, by the file's id; undefined where nothing is there more than once. */
const useSameAs = (clientId: string, folderId: string | null, files: readonly File[] | undefined) => {
  const isAsked = files?.some(({ fields }) => fields !== null) ?? false;
  const { data } = useQuery({ ...repeatedIn(clientId, folderId), enabled: isAsked });
  return useMemo(
    () =>
      data && data.repeated.length > 0
        ? new Map(data.repeated.flatMap(({ id, others: [first] }) => (first ? [[id, first] as const] : [])))
        : undefined,
    [data],
  );
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
