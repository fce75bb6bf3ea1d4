import { z } from 'zod';
import { events, internal, personal, shape, type EventOf } from '@dosar/kernel';
import { AccountingStatus, Id, ProcessState } from '@dosar/contracts';

const text = personal(z.string());

/** Where something stands: the folder, null for the root, and the path to it as it was then. */
const Place = z.object({ folderId: Id.nullable(), path: text });

/** On every event about a folder or a file, so that it can be read without the earlier ones. */
const folder = { folderId: Id, parentId: Id.nullable(), path: text } as const;
const file = { fileId: Id, folderId: Id.nullable(), path: text } as const;

/** How a file came to be: by whoever brought it, or from a message, an archive, another file, a request or a letter. */
const Source = z.object({
  kind: z.enum(['upload', 'chat', 'zip', 'copy', 'request', 'mail']),
  id: Id.nullable(),
});
export type FileSource = z.infer<typeof Source>;

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
        /** As it was called where it came from, before it was given a free name. */
        originalName: text,
        blobId: internal(z.string()),
        version: z.int(),
        size: z.int(),
        mimeType: z.string(),
        sha256: text,
        source: Source,
      }),
    ),
    FileRenamed: shape(z.object({ ...file, from: text, to: text })),
    FileMoved: shape(z.object({ fileId: Id, name: text, from: Place, to: Place })),
    FileDeleted: shape(z.object({ ...file, name: text, ...deletion })),
    FileRestored: shape(z.object({ ...file, from: text, to: text, ...deletion })),
    FileNoteAdded: shape(z.object({ ...file, name: text, noteId: Id, text })),
    FileProcessStateChanged: shape(z.object({ ...file, name: text, from: ProcessState, to: ProcessState })),
    FileAccountingStatusChanged: shape(
      z.object({ ...file, name: text, from: AccountingStatus.nullable(), to: AccountingStatus.nullable() }),
    ),
  },
  (clientId) => `client:${clientId}`,
  (_, { data }) => ('fileId' in data ? { type: 'file', id: data.fileId } : { type: 'folder', id: data.folderId }),
);
export type DriveEvent = EventOf<typeof DriveEvents>;

/** The client whose drive a stream is. */
export const clientOf = (stream: string): string => stream.slice(DriveEvents.category.length + 1);
