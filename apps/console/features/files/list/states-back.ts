import type { Entry } from './entries';
import type { StatusChange } from '../files.mutations';

export type Marking = { readonly entries: readonly Entry[]; readonly change: StatusChange };

/** The changes that give files the states back that they had, in their order: from processed to new it goes by processing. */
export const statesBack = (
  entries: readonly Entry[],
  { process_state, accounting_status }: StatusChange,
): Marking[] => {
  const steps: readonly Map<string, Marking>[] = [new Map(), new Map()];
  const put = (at: 0 | 1, entry: Entry, change: StatusChange) => {
    const key = JSON.stringify(change);
    steps[at]!.set(key, { change, entries: [...(steps[at]!.get(key)?.entries ?? []), entry] });
  };
  for (const entry of entries) {
    if (entry.kind !== 'file') continue;
    const { process_state: state, accounting_status: status } = entry.file;
    const isState = process_state !== undefined && state !== process_state;
    const isStatus = accounting_status !== undefined && status !== accounting_status;
    if (!isState && !isStatus) continue;
    const isTwice = isState && state === 'new' && process_state === 'processed';
    put(0, entry, {
      ...(isState && { process_state: isTwice ? 'processing' : state }),
      ...(isStatus && { accounting_status: status }),
    });
    if (isTwice) put(1, entry, { process_state: state });
  }
  return steps.flatMap((step) => [...step.values()]);
};
