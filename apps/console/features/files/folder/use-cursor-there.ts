import { useEffect, useEffectEvent } from 'react';
import type { Entry } from '../list/entries';
import { isForFingers } from '../../../platform/fingers';
import type { FolderCommands } from './use-folder-commands';

/** A document that was opened by its address is where the keys are, too, and the list stands at its row. */
export const useCursorThere = (
  fileId: string | null,
  entries: readonly Entry[] | undefined,
  { selection, select }: Pick<FolderCommands, 'selection' | 'select'>,
) => {
  const isThere = fileId !== null && entries?.some(({ id }) => id === fileId);
  const choose = useEffectEvent((id: string) => {
    if (selection.cursor !== id) select({ ids: new Set(isForFingers() ? [] : [id]), anchor: id, cursor: id });
  });
  useEffect(() => {
    if (isThere) choose(fileId);
  }, [isThere, fileId]);
};
