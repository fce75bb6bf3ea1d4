import { z } from 'zod';
import { Instant } from '../endpoint';
import { ClientId, FileId, FolderId, Id } from '../ids';
import { Named } from '../identity/identity.view';
import { ProblemCode } from '../problems';
import { Role } from '../identity/identity.values';
import { DocumentFields } from './document-fields.values';
import { AccountingStatus, OperationKind, OperationStatus, ProcessState } from './files.values';

/** What was deleted together has the same, and is restored together. */
const Deletion = Id.nullable();

/** A folder of a client. */
export const Folder = z.object({
  /** The id of the folder. */
  id: FolderId,
  /** What the folder is called; null once its name was erased. */
  name: z.string().nullable(),
  /** The client whose folder it is. */
  client_id: ClientId,
  /** The folder in which it is; null: the root. */
  parent_folder_id: FolderId.nullable(),
  /** What the folder is in the accounting structure; it stays when the folder is renamed. */
  category_key: z.string().nullable(),
  /** Filled by the firm: a client's user reads it, and what is in it. */
  firm_only: z.boolean(),
  /** How many files are in it, those in its folders not counted. */
  direct_files_count: z.int(),
  /** How many folders are in it, those below them not counted. */
  direct_folders_count: z.int(),
  /** How many documents in it, and in all folders below it, nobody has begun to work on. */
  new_files_count: z.int(),
  /** When it was deleted; null while it is not. */
  deleted_at: Instant.nullable(),
  /** Who deleted it; null while it is not deleted. */
  deleted_by: Named.nullable(),
  deletion: Deletion,
  /** When it was made. */
  created_at: Instant,
  /** When it was renamed or moved last. */
  updated_at: Instant,
});
export type Folder = z.infer<typeof Folder>;

/** `children_omitted`: there are folders in it, and this answer does not have them. */
export type FolderTree = Folder & {
  readonly children: readonly FolderTree[];
  readonly children_omitted?: true | undefined;
};
/** A folder with the folders in it. */
export const FolderTree: z.ZodType<FolderTree> = Folder.extend({
  /** The folders in it. */
  get children() {
    return z.array(FolderTree);
  },
  /** There are folders in it, and this answer does not have them. */
  children_omitted: z.literal(true).optional(),
});

/** A document of a client. */
export const File = z.object({
  /** The id of the file. */
  id: FileId,
  /** What the file is called; null once its name was erased. */
  name: z.string().nullable(),
  /** The client whose file it is. */
  client_id: ClientId,
  /** The folder in which it is; null: the root. */
  folder_id: FolderId.nullable(),
  /** How large it is, in bytes. */
  size: z.int(),
  /** Of which kind it is, by its content. */
  mime_type: z.string(),
  /** The SHA-256 of its content, in hexadecimal digits; null once it was erased. */
  sha256: z.string().nullable(),
  /** Who uploaded it. */
  owner: Named,
  /** How far the firm is with it. */
  process_state: ProcessState,
  /** What the books say of it; null while nobody has said so. */
  accounting_status: AccountingStatus.nullable(),
  /** How many notes stand beside it. */
  notes_count: z.int(),
  /** What the document says of itself, by its e-Factura or by the firm; null while nothing of it is known. */
  fields: DocumentFields.nullable(),
  /** Words of the firm's own. */
  tags: z.array(z.string()),
  /** When it was deleted; null while it is not. */
  deleted_at: Instant.nullable(),
  /** Who deleted it; null while it is not deleted. */
  deleted_by: Named.nullable(),
  deletion: Deletion,
  /** When it was uploaded or made. */
  created_at: Instant,
  /** When its name, its place or its content changed last. */
  modified_at: Instant,
  /** On the answer of an upload: another file of this client with the same content, named so that a person can look. */
  duplicate_of: Named.extend({
    /** The names of its folders, from the root down, with `/` between them. */
    folder_path: z.string(),
  }).nullable(),
  /** On the answer of an upload from a conversation: what a message is sent with to bring this file. */
  attachment_token: FileId.optional(),
});
export type File = z.infer<typeof File>;

/** What somebody wrote beside a file. */
export const Note = z.object({
  /** The id of the note. */
  id: Id,
  /** The file beside which it stands. */
  file_id: FileId,
  /** What was written; null once it was erased. */
  text: z.string().nullable(),
  /** Who wrote it. */
  author: Named.extend({ /** What they were when they wrote it. */ role: Role }),
  /** When it was written. */
  created_at: Instant,
});
export type Note = z.infer<typeof Note>;

/** What happened to a file or folder, as those may know it who may see it: without addresses and agents. */
export const HistoryEvent = z.object({
  /** What kind of event it is. */
  event_type: z.string(),
  /** The deed that it is part of. */
  correlation_id: Id,
  /** The name is what it was at the event; null is the system. */
  user: z
    .object({
      id: Id,
      /** What they were called then; null once it was erased. */
      name: z.string().nullable(),
      /** What their account was then. */
      role: z.string().nullable(),
    })
    .nullable(),
  /** When it happened. */
  timestamp: Instant,
  /** What the event says, by its kind. */
  details: z.record(z.string(), z.unknown()),
});
export type HistoryEvent = z.infer<typeof HistoryEvent>;

/** Something that an operation has not done, and why. */
export const FailedItem = z.object({
  /** The id of the file or folder. */
  id: Id,
  /** Whether it is a file or a folder. */
  type: z.enum(['file', 'folder']),
  /** Of what was left out of an archive, the path in it. */
  name: z.string().nullable(),
  /** Why it was not done, as programs know it. */
  code: ProblemCode,
  /** Why it was not done, as a sentence for a person. */
  error: z.string(),
});
export type FailedItem = z.infer<typeof FailedItem>;

/** Something that is done to many things at once. */
export const Operation = z.object({
  /** The id of the operation. */
  id: Id,
  /** What is done. */
  kind: OperationKind,
  /** How far it has come. */
  status: OperationStatus,
  /** How many things there are to do. */
  total: z.int(),
  /** How many of them are done; what was refused is not among them. */
  done: z.int(),
  /** What was not done, and why. */
  failed: z.array(FailedItem),
  /** What came out of an archive, or was copied, without what is below it. */
  made: z.array(FailedItem.pick({ id: true, type: true })).optional(),
  /** When it began. */
  created_at: Instant,
  /** When it ended; null while it goes on. */
  finished_at: Instant.nullable(),
});
export type Operation = z.infer<typeof Operation>;

/** A file inside a file. */
export const FilePart = z.object({
  /** The number by which it is opened. */
  number: z.int(),
  /** What it is called; in an archive, its path there. */
  name: z.string(),
  /** How large it is, in bytes. */
  size: z.int(),
  /** Of which kind it is, by its name. */
  mime_type: z.string(),
  /** It may be opened and saved: its type is not one that is blocked, and it is not too large. */
  can_open: z.boolean(),
});
export type FilePart = z.infer<typeof FilePart>;

/** A thing in an archive, as it would be called when it was unpacked; `part`: the number by which its file is opened. */
export const ArchiveEntry = z.object({
  /** Its path in the archive. */
  path: z.string(),
  /** Whether it is a file or a folder. */
  type: z.enum(['file', 'folder']),
  /** How large it is when it is unpacked, in bytes. */
  size: z.int(),
  /** The number by which the file is opened. */
  part: z.int().optional(),
});
export type ArchiveEntry = z.infer<typeof ArchiveEntry>;

/** What is in an archive, and why it cannot be unpacked, if it cannot. */
export const ArchiveListing = z.object({
  /** What is in the archive. */
  entries: z.array(ArchiveEntry),
  /** What unpacking leaves out, and why; what only its content says is found when it is unpacked. */
  left_out: z.array(
    ArchiveEntry.omit({ size: true }).extend({
      /** Why, as programs know it. */
      code: ProblemCode,
      /** Why, as a sentence for a person. */
      error: z.string(),
    }),
  ),
  /** How large all of it is when it is unpacked, in bytes. */
  size: z.int(),
  /** Why it cannot be unpacked; null when it can. */
  refusal: z
    .object({
      /** Why, as programs know it. */
      code: ProblemCode,
      /** Why, as a sentence for a person. */
      error: z.string(),
      /** The path of what is to blame; null: it is the archive itself. */
      path: z.string().nullable(),
    })
    .nullable(),
});
export type ArchiveListing = z.infer<typeof ArchiveListing>;
