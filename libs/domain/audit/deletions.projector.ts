import { put, view, type Recorded, type Rows } from '@dosar/kernel';
import type { DriveEvent } from '../files/drive.events';
import type { ReadsEvent } from './reads.events';

/** What somebody has deleted since then: what is in a folder counts, and the folder. */
type Deleted = { readonly since: string; readonly files: number; readonly folders: number };

/** What an account deletes within an hour. */
export type DeletionsRow = Deleted & {
  /** What is an alarm and was not raised yet, with the event that made it one. */
  readonly due: readonly (Deleted & { readonly id: string })[];
};

const HOUR_MS = 60 * 60 * 1000;
/** Nothing is refused beyond this, but it is an alarm. */
const UNUSUAL = 500;

const more =
  (of: 'files' | 'folders') =>
  async (_: unknown, { id, actor, occurredAt }: Recorded, rows: Rows<DeletionsRow>) => {
    if (actor.kind !== 'user') return [];
    const before = await rows.get(actor.id);
    const isSame = before !== null && Date.parse(occurredAt) - Date.parse(before.since) < HOUR_MS;
    const { since, files, folders } = isSame ? before : { since: occurredAt, files: 0, folders: 0 };
    const deleted = { since, files, folders, [of]: (of === 'files' ? files : folders) + 1 };
    const isNew = deleted.files + deleted.folders === UNUSUAL + 1;
    const due = [...(before?.due ?? []), ...(isNew ? [{ ...deleted, id }] : [])];
    return put<DeletionsRow>(actor.id, { ...deleted, due });
  };

/** Who deletes more than people do, whichever gateway they ask. Read by the reactor of alarms alone, in memory. */
export const deletions = view<DriveEvent | ReadsEvent, DeletionsRow>()({
  view: 'deletions',
  version: 1,
  columns: {},
  indexes: [],
  columnsOf: () => ({}),
  personal: 'unread',
  isWaitedFor: false,

  on: {
    FolderDeleted: more('folders'),
    FileDeleted: more('files'),
    AlarmRaised: async ({ alarm, userId, since }, _, rows) => {
      const row = alarm === 'deletions' ? await rows.get(userId) : null;
      return row ? put<DeletionsRow>(userId, { ...row, due: row.due.filter((each) => each.since !== since) }) : [];
    },
  },
});
