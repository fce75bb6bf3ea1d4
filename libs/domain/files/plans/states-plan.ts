import type { ItemRefusal } from '@dosar/kernel';
import type { DriveEvent } from '../drive.events';
import { roomFor } from '../drive-limits';
import type { Drive, FileNode } from '../drive-nodes';
import { eventOf, type ItemRefused, type Plan, type Terms } from '../drive-plans';

export type States = Pick<FileNode, 'processState' | 'accountingStatus'>;
export type StatesChange = Partial<States>;

const TRANSITIONS: Readonly<Record<FileNode['processState'], readonly FileNode['processState'][]>> = {
  new: ['new', 'processing', 'processed'],
  processing: ['new', 'processing', 'processed'],
  processed: ['processing', 'processed'],
};

/** Whether both may be true of one document: what is booked does not wait any more. */
export const areOneLadder = ({ processState, accountingStatus }: States): boolean =>
  accountingStatus !== 'accounting_completed' || processState === 'processed';

/**
 * The states of a document once a change is made: what is booked is also processed, and what is taken up again is no
 * longer booked.
 */
export const statesAfter = (now: States, change: StatesChange): States => {
  const { processState = now.processState, accountingStatus = now.accountingStatus } = change;
  const after = { processState, accountingStatus };
  if (areOneLadder(after)) return after;
  return change.accountingStatus === undefined && processState !== now.processState
    ? { processState, accountingStatus: null }
    : { processState: 'processed', accountingStatus };
};

export const planStates = (drive: Drive, ids: readonly string[], change: StatesChange, { limit }: Terms): Plan => {
  const events: DriveEvent[] = [];
  const refusals: ItemRefusal<ItemRefused>[] = [];
  const room = roomFor(events, limit);
  for (const id of ids) {
    const node = drive.nodes.get(id)!;
    if (node.type !== 'file' || node.deletion !== null) {
      refusals.push({ id, refused: 'drive/unknown' });
      continue;
    }
    const after = statesAfter(node, change);
    if (!TRANSITIONS[node.processState].includes(after.processState)) {
      refusals.push({ id, refused: 'drive/transition' });
      continue;
    }
    // a document is never booked without being processed, even between two appends
    room.putAll(eventOf.states(node, after));
  }
  return { events, refusals };
};
