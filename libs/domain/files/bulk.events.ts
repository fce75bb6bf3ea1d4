import { z } from 'zod';
import { events, internal, personal, shape, type EventOf } from '@dosar/kernel';
import {
  AccountingStatus,
  ClientId,
  FileRule,
  Id,
  OperationKind,
  OperationStatus,
  ProblemCode,
  ProcessState,
} from '../event-values';
import { filesKey } from './drive.events';

const ItemType = z.enum(['file', 'folder']);

/** A selected thing; with the deletion that it becomes a part of, or that is undone. */
export const BulkItem = z.object({ id: Id, type: ItemType, deletion: Id.nullable() });
export type BulkItem = z.infer<typeof BulkItem>;

/**
 * The id only: the name is encrypted with the key of the year in which the thing began. What was left out of an archive
 * never began: its path there is said, and the rule that its name or content breaks, if that is the reason.
 */
export const BulkFailure = z.object({
  id: Id,
  type: ItemType,
  code: ProblemCode,
  path: personal('name', z.string()).optional(),
  rule: FileRule.optional(),
});
export type BulkFailure = z.infer<typeof BulkFailure>;

/** A new document of pages: of which of the items, and how far each is turned clockwise. */
const ArrangedDocument = z.object({
  name: personal('name', z.string()),
  pages: internal(z.array(z.object({ item: z.int(), page: z.int(), rotate: z.int() }))),
});
export type ArrangedDocument = z.infer<typeof ArrangedDocument>;

export const BulkEvents = events(
  'bulk',
  {
    BulkStarted: shape(
      z.object({
        clientId: ClientId,
        /** The year of the request. */
        year: internal(z.int()),
        kind: OperationKind,
        items: z.array(BulkItem),
        targetId: Id.nullable(),
        processState: ProcessState.nullable(),
        /** Absent: unchanged; null: removed. */
        accountingStatus: AccountingStatus.nullable().optional(),
        /** For things that were not selected one by one: their number; for an archive, the folder created for them. */
        total: z.int().optional(),
        folderName: personal('name', z.string()).optional(),
        /** The deed that is undone, by its correlation, or the position of the log as of which things are restored. */
        undoes: Id.optional(),
        asOf: z.string().optional(),
        /** Nothing is done unless everything can be. */
        isWhole: z.boolean().optional(),
        /** The documents that are made of pages of the items. */
        documents: z.array(ArrangedDocument).optional(),
      }),
    ),
    /** The user stops it; it ends once the step under way is done. */
    BulkCancelled: shape(z.object({})),
    BulkProgressed: shape(z.object({ done: z.int() })),
    BulkFinished: shape(
      z.object({
        clientId: ClientId,
        status: OperationStatus.exclude(['in_progress']),
        done: z.int(),
        failed: z.array(BulkFailure),
        /** The things that were extracted or copied, without those below them. */
        made: z.array(BulkItem.pick({ id: true, type: true })).optional(),
      }),
    ),
  },
  (_, { type, data }, year) => {
    if (type === 'BulkStarted') return filesKey(data.clientId, data.year);
    // what was left out never began: it is of the year in which that is said
    return type === 'BulkFinished' ? filesKey(data.clientId, year) : null;
  },
);
export type BulkEvent = EventOf<typeof BulkEvents>;
