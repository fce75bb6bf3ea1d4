import { z } from 'zod';
import { events, idIn, internal, personal, shape, type EventOf } from '@dosar/kernel';
import { AccountingStatus, DocumentFields, FileId, FolderId, Id, ProcessState } from '../event-values';

const name = personal('name', z.string());
const text = personal('content', z.string());
const fields = personal('content', DocumentFields);
const tags = personal('content', z.array(z.string()));
/** The key of a document's bytes, 32 bytes in base64url. It is stored here and nowhere else. */
const bytesKey = internal(personal('content', z.string()));

/**
 * The year (UTC) in which the thing began: all of its events are encrypted with the key of that year, whenever they are
 * written.
 */
const year = internal(z.int());

/** The folder of something, null for the root. Paths are never stored: they would contain names of other years. */
const Place = z.object({ folderId: FolderId.nullable() });

/** In every event about a folder or a file, so that it can be read without the earlier ones. */
const folder = { folderId: FolderId, year, parentId: FolderId.nullable() } as const;
const file = { fileId: FileId, year, folderId: FolderId.nullable() } as const;

/** The origin of a file: an upload, or a message, an archive, another file, a request, a letter, or pages of files. */
const Source = z.object({
  kind: z.enum(['upload', 'chat', 'zip', 'copy', 'request', 'mail', 'pages']),
  id: Id.nullable(),
  /** The files whose pages it has, where there are several: `id` is the first of them. */
  ids: z.array(Id).optional(),
});
export type FileSource = z.infer<typeof Source>;

/** Things deleted together are restored together: one deletion has one id. */
const deletion = { deletion: Id } as const;

/** Names, notes and hashes of a client's documents end year by year, with the year in which each began. */
export const filesKey = (clientId: string, year: number): string => `files:${clientId}/${year}`;

export const DriveEvents = events(
  'drive',
  {
    FolderCreated: shape(z.object({ ...folder, name, categoryKey: z.string().nullable() })),
    FolderRenamed: shape(z.object({ ...folder, from: name, to: name })),
    FolderMoved: shape(z.object({ folderId: FolderId, year, name, from: Place, to: Place })),
    FolderDeleted: shape(z.object({ ...folder, name, ...deletion })),
    FolderRestored: shape(z.object({ ...folder, from: name, to: name, ...deletion })),

    /** It outlives the key of its year and belongs to the present year from now on. `from`: the former year. */
    FolderCarried: shape(
      z.object({ folderId: FolderId, from: internal(z.int()), year, parentId: FolderId.nullable(), name }),
    ),

    FileUploaded: shape(
      z.object({
        ...file,
        name,
        /** The name it had at its origin, before it got a free one. */
        originalName: name,
        blobId: internal(z.string()),
        version: z.int(),
        size: z.int(),
        mimeType: z.string(),
        sha256: text,
        bytesKey,
        source: Source,
      }),
    ),
    FileCarried: shape(
      z.object({
        fileId: FileId,
        from: internal(z.int()),
        year,
        folderId: FolderId.nullable(),
        name,
        sha256: text,
        bytesKey,
      }),
    ).next(
      z.object({
        fileId: FileId,
        from: internal(z.int()),
        year,
        folderId: FolderId.nullable(),
        name,
        sha256: text,
        bytesKey,
        /** Null as well where it has none. */
        fields,
        tags,
      }),
      (older) => ({ ...older, fields: null, tags: null }),
    ),
    /** A note follows its file to the new year. */
    FileNoteCarried: shape(z.object({ ...file, from: internal(z.int()), noteId: Id, text })),
    FileRenamed: shape(z.object({ ...file, from: name, to: name })),
    FileMoved: shape(z.object({ fileId: FileId, year, name, from: Place, to: Place })),
    FileDeleted: shape(z.object({ ...file, name, ...deletion })),
    FileRestored: shape(z.object({ ...file, from: name, to: name, ...deletion })),
    FileNoteAdded: shape(z.object({ ...file, name, noteId: Id, text })),
    /** An administrator has a given-up document read again, after processes had died while reading it. */
    FileReadingRetried: shape(z.object({ ...file, name })),
    FileProcessStateChanged: shape(z.object({ ...file, name, from: ProcessState, to: ProcessState })),
    FileAccountingStatusChanged: shape(
      z.object({ ...file, name, from: AccountingStatus.nullable(), to: AccountingStatus.nullable() }),
    ),
    /** `source`: its e-Factura says so, or somebody of the firm. */
    FileFieldsChanged: shape(
      z.object({ ...file, name, source: z.enum(['e_factura', 'firm']), from: fields, to: fields }),
    ),
    FileTagsChanged: shape(z.object({ ...file, name, from: tags, to: tags })),
  },
  (clientId, { data }) => filesKey(clientId, data.year),
  (_, { data }) => ('fileId' in data ? { type: 'file', id: data.fileId } : { type: 'folder', id: data.folderId }),
);
export type DriveEvent = EventOf<typeof DriveEvents>;

/** The client whose drive a stream is. */
export const clientOf = (stream: string): string => idIn(DriveEvents, stream);

/** The month, as in 2026-09, whose folder has this key; null for another folder. */
export const monthIn = (key: string | null): string | null => /^luna_(\d{4}-\d{2})$/.exec(key ?? '')?.[1] ?? null;
