import type { ProblemCode } from '@dosar/contracts';
import type { BulkRefusal } from './bulk.decider';
import { BulkEvents } from './bulk.events';
import { contents } from './contents.projector';
import type { DriveRefusal } from './drive.decider';
import { DriveEvents } from './drive.events';
import { files as filesView } from './files.projector';
import { folders } from './folders.projector';
import { notes } from './notes.projector';
import { operations } from './operations.projector';

/** Documents and folders, and operations over many of them. */
export const files = {
  catalogues: [DriveEvents, BulkEvents],
  projectors: [folders, filesView, contents, notes, operations],
  reactorGroups: [],
  refusals: {
    'drive/unknown': 'NOT_FOUND',
    'drive/name-taken': 'NAME_TAKEN',
    'drive/cycle': 'FOLDER_CYCLE',
    'drive/too-deep': 'TOO_DEEP',
    'drive/firm-only': 'ACCESS_DENIED',
    'drive/locked': 'BULK_LOCKED_ITEMS',
    'drive/transition': 'INVALID_TRANSITION',
    'drive/changed-since': 'CONFLICT',
    'drive/folder-gone': 'NOT_FOUND',
    'drive/not-empty': 'STILL_IN_USE',
    'drive/not-yours': 'ACCESS_DENIED',
    'drive/erased': 'NOT_FOUND',
    'drive/quota': 'QUOTA_EXCEEDED',
    'drive/invalid-selection': 'BULK_INVALID_SELECTION',
    'bulk/unknown': 'NOT_FOUND',
    'bulk/over': 'INVALID_TRANSITION',
  } satisfies Record<DriveRefusal | BulkRefusal, ProblemCode>,
} as const;
