import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Then } from '../../../platform/past/then';
import { isGone, useFault } from '../../../platform/queries';
import { useStore } from '../../../platform/storage/store';
import { entryOfFile, entryOfFolder, sorted } from '../list/entries';
import { sorting } from '../list/sorting';
import { formerFiles, formerFolders, formerPath } from './past-files.queries';

/** What was in a folder, and where the folder was. */
export const useFormerContent = (clientId: string, folderId: string | null, then: Then) => {
  const folders = useQuery(formerFolders(clientId, folderId, then));
  const files = useQuery(formerFiles(clientId, folderId, then));
  const way = useQuery({ ...formerPath(folderId ?? '', then), enabled: folderId !== null });
  const sort = useStore(sorting);
  const entries = useMemo(
    () =>
      folders.data &&
      files.data &&
      sorted([...folders.data.folders.map(entryOfFolder), ...files.data.files.map(entryOfFile)], sort),
    [folders.data, files.data, sort],
  );
  const noFolders = useFault(folders);
  const faults = [noFolders, useFault(files), useFault(way)];
  const error = faults.find((fault) => fault !== null) ?? null;
  return {
    entries,
    path: folderId === null ? [] : (way.data?.path ?? []),
    // it was not there yet, or not any more
    isAbsent: folderId !== null && isGone(error),
    error,
    failure: noFolders === null ? 'failures.loadFiles' : 'failures.loadFolders',
    again: () => [folders, files, way].forEach(({ isError, refetch }) => isError && void refetch()),
  } as const;
};
