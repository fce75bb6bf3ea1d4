import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { isGone as isTakenAway, useFault } from '../../platform/queries';
import { useStore } from '../../platform/store';
import { entryOfFile, entryOfFolder, sorted } from './entries';
import { filesIn, pathTo, tree } from './files.queries';
import { sorting } from './sorting';

/** What is in a folder, as far as it is known here: both readings, put into rows. */
export const useFolderContent = (clientId: string, folderId: string | null) => {
  const folders = useQuery(tree(clientId));
  const files = useQuery(filesIn(clientId, folderId));
  const sort = useStore(sorting);
  const all = folders.data?.tree;
  const path = useMemo(() => (all && folderId !== null ? pathTo(all, folderId) : []), [all, folderId]);
  const inside = folderId === null ? all : path?.at(-1)?.children;
  const entries = useMemo(
    () => inside && files.data && sorted([...inside.map(entryOfFolder), ...files.data.files.map(entryOfFile)], sort),
    [inside, files.data, sort],
  );
  const [noTree, noFiles] = [useFault(folders), useFault(files)];
  const again = () => [folders, files].forEach(({ isError, refetch }) => isError && void refetch());
  // the client is there, and this folder is not
  const isGone = all !== undefined && (path === null || isTakenAway(noFiles));
  return { path, entries, error: noTree ?? noFiles, again, isGone };
};
