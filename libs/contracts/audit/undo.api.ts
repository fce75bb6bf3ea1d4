import { z } from 'zod';
import { AsOf, endpoint } from '../endpoint';
import { Emoji } from '../conversations/conversations.values';
import { precheck, Selection } from '../files/bulk.api';
import { AccountingStatus, ProcessState } from '../files/files.values';
import { Operation } from '../files/files.view';
import { partOf } from '../features';
import { FolderId, Id } from '../ids';
import { UndoConflict, UndoNever, UndoWill } from './undo.values';

/** What of a thing would be otherwise: only what changes is said. */
export const UndoStand = z.object({
  /** What it is called. */
  name: z.string().nullable().optional(),
  /** The folder in which it is; null: the root. */
  folder_id: FolderId.nullable().optional(),
  /** Whether it is deleted. */
  deleted: z.boolean().optional(),
  /** How far the firm is with it. */
  process_state: ProcessState.optional(),
  /** What the books say of it. */
  accounting_status: AccountingStatus.nullable().optional(),
  /** What a message says. */
  text: z.string().nullable().optional(),
  /** Which reactions of whoever did it a message has. */
  reactions: z.array(Emoji).optional(),
});
export type UndoStand = z.infer<typeof UndoStand>;

export const UndoStep = z.object({
  /** The event that is undone; null for what is restored from the past. */
  event_id: Id.nullable(),
  /** Of which kind that event is; null for what is restored from the past. */
  event_type: z.string().nullable(),
  /** What is changed. */
  resource_type: z.enum(['file', 'folder', 'message']),
  /** The id of what is changed. */
  resource_id: Id,
  /** What it is called now; null: it has no name, or it was erased. */
  name: z.string().nullable(),
  /** What becomes of it. */
  will: UndoWill,
  /** As it is now. */
  from: UndoStand,
  /** As it will be. */
  to: UndoStand,
  /** Why that cannot be done; null when it can. */
  conflict: UndoConflict.nullable(),
});
export type UndoStep = z.infer<typeof UndoStep>;

/** What would be done: the first `UNDO_SHOWN` steps, conflicts first; `total` and `conflicts` count all of them. */
export const UndoPlan = z.object({
  /** The deed that is undone; null for what is restored from the past. */
  correlation_id: Id.nullable(),
  /** What would be done, conflicts first; 500 steps at most. */
  steps: z.array(UndoStep),
  /** How many steps there are. */
  total: z.int(),
  /** How many of them cannot be done. */
  conflicts: z.int(),
  /** Events that nothing undoes, and why. */
  nothing: z.array(
    z.object({
      /** What kind of event it is. */ event_type: z.string(),
      /** How many of them there are. */ count: z.int(),
      /** Why nothing undoes them. */ why: UndoNever,
    }),
  ),
});
export type UndoPlan = z.infer<typeof UndoPlan>;

const how = {
  /** Only says what would be done. */
  dry_run: z.boolean().default(false),
  /** Does the rest where something cannot be done; else nothing at all is done then. */
  leave_out_conflicts: z.boolean().default(false),
} as const;

/** What was planned; without an operation it was only a dry run, or there was nothing to do, or it is done already. */
const Undone = z.object({
  /** What was planned. */ plan: UndoPlan,
  /** How it goes; absent when it was only a dry run, or there was nothing to do. */ operation: Operation.optional(),
});
const TAKES_LONGER = { 202: 'It is going on: its operation says how far it has come.' };

export const undoApi = {
  // not a part of the audit: whoever may do something may take it back
  ...partOf(['file_manager'], {
    undo: endpoint({
      method: 'POST',
      path: '/audit/undo',
      summary: 'Undoes what one deed did, or says what that would do; all of it or nothing.',
      body: z.strictObject({ /** The id of the act that is undone. */ correlation_id: Id, ...how }),
      status: 200,
      reply: Undone,
      also: TAKES_LONGER,
      refuses: ['NOT_FOUND', 'UNDO_CONFLICTS', 'BULK_TOO_MANY'],
    }),
  }),
  ...partOf(['file_manager', 'audit'], {
    restore: endpoint({
      method: 'POST',
      path: '/audit/restore',
      summary: 'Has files and folders, with what was in them, stand again as they did; what was made since stays.',
      body: Selection.extend({ /** The instant as of which things are to stand again. */ at: AsOf, ...how }),
      precheck,
      status: 200,
      reply: Undone,
      also: TAKES_LONGER,
      refuses: ['NOT_FOUND', 'UNDO_CONFLICTS', 'BULK_EMPTY', 'BULK_TOO_MANY', 'BULK_INVALID_SELECTION'],
    }),
  }),
} as const;
