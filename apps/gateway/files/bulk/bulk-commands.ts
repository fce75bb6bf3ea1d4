import { derivedId, type DataOf } from '@dosar/kernel/runtime';
import type { BulkEvent, BulkItem } from '@dosar/domain/files/bulk.events';
import type { DriveCommand } from '@dosar/domain/files/drive.decider';
import { withContents } from '@dosar/domain/files/drive-copies';
import type { Drive } from '@dosar/domain/files/drive-nodes';
import { statesAfter, type StatesChange } from '@dosar/domain/files/plans/states-plan';

/** The parameters of an operation. */
export type Started = Omit<DataOf<BulkEvent, 'BulkStarted'>, 'year'>;

/** The id of a thing's copy: the same however often the operation is resumed. */
export const copyIdOf = (operationId: string, selected: string, id: string): string =>
  derivedId(operationId, selected, id);

/** What is deleted by it bears this id: that of the deed of which it is a part; before, each operation had its own. */
const deletionOf = (operationId: string, { items }: Started): string => items[0]?.deletion ?? operationId;

/** The drive command for some things of an operation. */
export const commandOf = (operationId: string, started: Started, items: readonly BulkItem[]): DriveCommand => {
  const ids = items.map(({ id }) => id);
  switch (started.kind) {
    case 'move':
      return { type: 'MoveItems', data: { ids, targetId: started.targetId } };
    case 'delete':
      return { type: 'DeleteItems', data: { ids, deletion: deletionOf(operationId, started) } };
    case 'restore':
      return { type: 'RestoreItems', data: { items: items.map(({ id, deletion }) => ({ id, deletion })) } };
    case 'status':
      return { type: 'ChangeStates', data: { ids, ...statesIn(started) } };
    default:
      throw new Error(`${started.kind} is no change of a drive`);
  }
};

const statesIn = ({ processState, accountingStatus }: Started): StatesChange => ({
  ...(processState && { processState }),
  ...(accountingStatus !== undefined && { accountingStatus }),
});

/** Whether the operation returns things to a former state: which things is then read from the log. */
export const isReturn = ({ kind }: Started): boolean => kind === 'undo' || kind === 'restore_past';

/** Whether an operation makes all that was asked for together, of the bytes of its things. */
export const isMade = ({ kind }: Started): boolean => kind === 'extract_zip' || kind === 'arrange_pages';

/** Whether its done things are counted one by one: they are others than those that were selected. */
export const isCounted = (started: Started): boolean => isReturn(started) || started.kind === 'arrange_pages';

/** Whether an operation includes everything below its folders: an event of a folder is then only a part of it. */
export const isDeep = ({ kind }: Started): boolean => kind === 'delete' || kind === 'restore' || kind === 'copy';

/** Whether a thing is in the state that the operation requests. */
export const isAsRequested = (operationId: string, started: Started, drive: Drive, id: string): boolean => {
  const node = drive.nodes.get(id);
  // a thing of an archive that was not unpacked, or one whose pages were not taken
  if (!node || isMade(started)) return false;
  const { kind, targetId } = started;
  if (kind === 'copy') {
    const whole = withContents(drive, id);
    return whole.length > 0 && whole.every((each) => drive.nodes.has(copyIdOf(operationId, id, each.id)));
  }
  if (kind === 'delete') return node.deletion === deletionOf(operationId, started);
  if (node.deletion !== null) return false;
  if (kind === 'move') return node.parentId === targetId;
  if (kind === 'restore') return true;
  if (node.type !== 'file') return false;
  const after = statesAfter(node, statesIn(started));
  return node.processState === after.processState && node.accountingStatus === after.accountingStatus;
};
