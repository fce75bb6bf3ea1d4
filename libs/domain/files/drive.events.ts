import { z } from 'zod';
import { events, personal, shape, type EventOf } from '@dosar/kernel';
import { AccountingStatus, Id, ProcessState } from '@dosar/contracts';

const text = personal(z.string());

/** Where something stands: the folder, null for the root, and the path to it as it was then. */
const Place = z.object({ folderId: Id.nullable(), path: text });

/** What every event about a folder, or about a file, can be read without its past. */
const folder = { folderId: Id, parentId: Id.nullable(), path: text } as const;
const file = { fileId: Id, folderId: Id.nullable(), path: text } as const;

/** What is deleted together is restored together: one deletion has one id. */
const deletion = { deletion: Id } as const;

export const DriveEvents = events(
  'drive',
  {
    FolderCreated: shape(z.object({ ...folder, name: text, categoryKey: z.string().nullable() })),
    FolderRenamed: shape(z.object({ ...folder, from: text, to: text })),
    FolderMoved: shape(z.object({ folderId: Id, name: text, from: Place, to: Place })),
    FolderDeleted: shape(z.object({ ...folder, name: text, ...deletion })),
    FolderRestored: shape(z.object({ ...folder, from: text, to: text, ...deletion })),

    FileUploaded: shape(
      z.object({
        ...file,
        name: text,
        blobId: z.string(),
        version: z.int(),
        size: z.int(),
        mimeType: z.string(),
        sha256: z.string(),
        fromChat: z.boolean(),
      }),
    ),
    FileRenamed: shape(z.object({ ...file, from: text, to: text })),
    FileMoved: shape(z.object({ fileId: Id, name: text, from: Place, to: Place })),
    FileDeleted: shape(z.object({ ...file, name: text, ...deletion })),
    FileRestored: shape(z.object({ ...file, from: text, to: text, ...deletion })),
    FileProcessStateChanged: shape(z.object({ ...file, name: text, from: ProcessState, to: ProcessState })),
    FileAccountingStatusChanged: shape(
      z.object({ ...file, name: text, from: AccountingStatus.nullable(), to: AccountingStatus.nullable() }),
    ),
  },
  (clientId) => `client:${clientId}`,
  (_, { data }) => ('fileId' in data ? { type: 'file', id: data.fileId } : { type: 'folder', id: data.folderId }),
);
export type DriveEvent = EventOf<typeof DriveEvents>;
