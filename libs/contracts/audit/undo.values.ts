import { z } from 'zod';

/** What becomes of a thing when a deed is undone, or when it is restored from the past. */
export const UNDO_WILL = ['restore', 'delete', 'move', 'rename', 'state', 'edit', 'react'] as const;
export const UndoWill = z.enum(UNDO_WILL);
export type UndoWill = z.infer<typeof UndoWill>;

/** Why that cannot be done for a thing now. */
export const UNDO_CONFLICTS = [
  /** Somebody has changed it since, in what would be undone. */
  'changed_since',
  /** It was deleted since, or what it is part of. */
  'gone',
  /** The folder in which it was is not there any more. */
  'folder_gone',
  /** Something is in the folder that the deed did not put there. */
  'not_empty',
  'name_taken',
  'cycle',
  'too_deep',
  /** The accountant has begun to work on it. */
  'locked',
  'firm_only',
  /** It is another's to do. */
  'not_yours',
  /** What it was called or said was erased. */
  'erased',
  'quota',
] as const;
export const UndoConflict = z.enum(UNDO_CONFLICTS);
export type UndoConflict = z.infer<typeof UndoConflict>;

/** Why an event is not undone by anything. */
export const UNDO_NEVER = [
  /** Somebody came in, went out or proved who they are. */
  'access',
  /** Something was looked at: that has happened. */
  'read',
  'letter',
  'refusal',
  'erasure',
  /** It says how far somebody has read, and only moves on. */
  'mark',
  /** It follows from another event, and goes back with that one. */
  'follows',
  /** It tells how something went, and changes nothing itself. */
  'bookkeeping',
  /** The installation itself has done it. */
  'installation',
  /** It is changed back on the screen where it was changed. */
  'elsewhere',
  /** It is for whoever made it to take back. */
  'not_yours',
] as const;
export const UndoNever = z.enum(UNDO_NEVER);
export type UndoNever = z.infer<typeof UndoNever>;

/** So many steps of a plan are shown, conflicts first. */
export const UNDO_SHOWN = 500;
