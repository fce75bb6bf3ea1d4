import { useMemo } from 'react';
import type { Entry } from './entries';
import { NOTHING, present, type Selection } from './selection';
import { useUnfinishedState } from '../../../ui/forms/unfinished';

/** What is selected among the entries that are there. */
export const useSelection = (entries: readonly Entry[] | undefined) => {
  const [selected, setSelected] = useUnfinishedState<Selection>('selection', NOTHING);
  const order = useMemo(() => entries?.map(({ id }) => id) ?? [], [entries]);
  const selection = useMemo(() => present(selected, order), [selected, order]);
  const chosen = useMemo(() => entries?.filter(({ id }) => selection.ids.has(id)) ?? [], [entries, selection]);
  const clear = () => setSelected(NOTHING);
  /** Nothing stays selected once something was done with it. */
  const clearAfter = async (work: Promise<boolean>): Promise<boolean> => {
    const isDone = await work;
    if (isDone) clear();
    return isDone;
  };
  return { selection, chosen, select: setSelected, clear, clearAfter };
};
