import { z } from 'zod';
import { events, internal, personal, shape, type EventOf } from '@dosar/kernel';
import {
  AccountingStatus,
  ClientId,
  Id,
  OperationKind,
  OperationStatus,
  ProblemCode,
  ProcessState,
} from '../event-values';
import { filesKey } from './drive.events';

const ItemType = z.enum(['file', 'folder']);

/** What was selected; for a restoration with the deletion that is undone. */
export const BulkItem = z.object({ id: Id, type: ItemType, deletion: Id.nullable() });
export type BulkItem = z.infer<typeof BulkItem>;

/** By its id alone: what it is called lies under the key of the year in which it began. */
export const BulkFailure = z.object({ id: Id, type: ItemType, code: ProblemCode });
export type BulkFailure = z.infer<typeof BulkFailure>;

export const BulkEvents = events(
  'bulk',
  {
    BulkStarted: shape(
      z.object({
        clientId: ClientId,
        /** In which it was asked for. */
        year: internal(z.int()),
        kind: OperationKind,
        items: z.array(BulkItem),
        targetId: Id.nullable(),
        processState: ProcessState.nullable(),
        /** Absent: not changed; null: taken away. */
        accountingStatus: AccountingStatus.nullable().optional(),
        /** Of what is not selected one by one: how many things there are; of an archive the folder that is made for them. */
        total: z.int().optional(),
        folderName: personal('name', z.string()).optional(),
        /** The deed that is undone, by its correlation, or the position of the log as of which things are restored. */
        undoes: Id.optional(),
        asOf: z.string().optional(),
        /** Nothing is done unless all of it can be. */
        isWhole: z.boolean().optional(),
      }),
    ),
    /** Somebody wants no more of it; it ends once what was under way is done. */
    BulkCancelled: shape(z.object({})),
    BulkProgressed: shape(z.object({ done: z.int() })),
    BulkFinished: shape(
      z.object({
        clientId: ClientId,
        status: OperationStatus.exclude(['in_progress']),
        done: z.int(),
        failed: z.array(BulkFailure),
        /** What came out of an archive, or was copied, without what is below it. */
        made: z.array(BulkItem.pick({ id: true, type: true })).optional(),
      }),
    ),
  },
  (_, { type, data }) => (type === 'BulkStarted' ? filesKey(data.clientId, data.year) : null),
);
export type BulkEvent = EventOf<typeof BulkEvents>;
