import { send, type Effect, type Reactor, type ReactorRows, type Recorded } from '@dosar/kernel';
import type { DriveEvent } from '../files/drive.events';
import { deletions, type DeletionsRow } from './deletions.projector';
import { reads } from './reads.decider';

const raise = (_: unknown, { id, actor }: Recorded, __: unknown, rows: ReactorRows<DeletionsRow>): Effect[] => {
  const due = rows.get(actor.id)?.due.find((each) => each.id === id);
  if (!due || actor.sessionId === null) return [];
  const { since, files, folders } = due;
  const data = { alarm: 'deletions', userId: actor.id, since, files, folders } as const;
  return [send(reads, actor.sessionId, { type: 'RaiseAlarm', data })];
};

/** Tells of an account that deletes more in an hour than people do, once an hour. */
export const alarms: Reactor<DriveEvent, DeletionsRow> = {
  name: 'alarms',
  personal: 'unread',
  view: deletions,
  on: { FolderDeleted: raise, FileDeleted: raise },
};
