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

export const Folder = z.object({
  id: FolderId,
  name: z.string().nullable(),
  client_id: ClientId,
  parent_folder_id: FolderId.nullable(),
  /** What the folder is in the accounting structure; it stays when the folder is renamed. */
  category_key: z.string().nullable(),
  /** Filled by the firm: a client's user reads it, and what is in it. */
  firm_only: z.boolean(),
  direct_files_count: z.int(),
  direct_folders_count: z.int(),
  /** How many documents in it, and in all folders below it, nobody has begun to work on. */
  new_files_count: z.int(),
  deleted_at: Instant.nullable(),
  deleted_by: Named.nullable(),
  deletion: Deletion,
  created_at: Instant,
  updated_at: Instant,
});
export type Folder = z.infer<typeof Folder>;

/** `children_omitted`: there are folders in it, and this answer does not have them. */
export type FolderTree = Folder & {
  readonly children: readonly FolderTree[];
  readonly children_omitted?: true | undefined;
};
export const FolderTree: z.ZodType<FolderTree> = Folder.extend({
  get children() {
    return z.array(FolderTree);
  },
  children_omitted: z.literal(true).optional(),
});

export const File = z.object({
  id: FileId,
  name: z.string().nullable(),
  client_id: ClientId,
  folder_id: FolderId.nullable(),
  size: z.int(),
  mime_type: z.string(),
  sha256: z.string().nullable(),
  owner: Named,
  process_state: ProcessState,
  accounting_status: AccountingStatus.nullable(),
  notes_count: z.int(),
  /** What the document says of itself, by its e-Factura or by the firm; null while nothing of it is known. */
  fields: DocumentFields.nullable(),
  /** Words of the firm's own. */
  tags: z.array(z.string()),
  deleted_at: Instant.nullable(),
  deleted_by: Named.nullable(),
  deletion: Deletion,
  created_at: Instant,
  modified_at: Instant,
  /** On the answer of an upload: another file of this client with the same content, named so that a person can look. */
  duplicate_of: Named.extend({ folder_path: z.string() }).nullable(),
  /** On the answer of an upload from a conversation: what a message is sent with to bring this file. */
  attachment_token: FileId.optional(),
});
export type File = z.infer<typeof File>;

export const Note = z.object({
  id: Id,
  file_id: FileId,
  text: z.string().nullable(),
  author: Named.extend({ role: Role }),
  created_at: Instant,
});
export type Note = z.infer<typeof Note>;

/** What happened to a file or folder, as those may know it who may see it: without addresses and agents. */
export const HistoryEvent = z.object({
  event_type: z.string(),
  /** The deed that it is part of. */
  correlation_id: Id,
  /** The name is what it was at the event; null is the system. */
  user: z.object({ id: Id, name: z.string().nullable(), role: z.string().nullable() }).nullable(),
  timestamp: Instant,
  details: z.record(z.string(), z.unknown()),
});
export type HistoryEvent = z.infer<typeof HistoryEvent>;

export const FailedItem = z.object({
  id: Id,
  type: z.enum(['file', 'folder']),
  /** Of what was left out of an archive, the path in it. */
  name: z.string().nullable(),
  code: ProblemCode,
  error: z.string(),
});
export type FailedItem = z.infer<typeof FailedItem>;

export const Operation = z.object({
  id: Id,
  kind: OperationKind,
  status: OperationStatus,
  total: z.int(),
  done: z.int(),
  failed: z.array(FailedItem),
  /** What came out of an archive, or was copied, without what is below it. */
  made: z.array(FailedItem.pick({ id: true, type: true })).optional(),
  created_at: Instant,
  finished_at: Instant.nullable(),
});
export type Operation = z.infer<typeof Operation>;

/** A file inside a file. */
export const FilePart = z.object({
  /** By which it is opened. */
  number: z.int(),
  /** Of an archive its path there. */
  name: z.string(),
  /** Bytes. */
  size: z.int(),
  /** By its name. */
  mime_type: z.string(),
  /** It may be opened and saved: its type is not one that is blocked, and it is not too large. */
  can_open: z.boolean(),
});
export type FilePart = z.infer<typeof FilePart>;

/** A thing in an archive, as it would be called when it was unpacked; `part`: the number by which its file is opened. */
export const ArchiveEntry = z.object({
  path: z.string(),
  type: z.enum(['file', 'folder']),
  size: z.int(),
  part: z.int().optional(),
});
export type ArchiveEntry = z.infer<typeof ArchiveEntry>;

/** What is in an archive, and why it cannot be unpacked, if it cannot. */
export const ArchiveListing = z.object({
  entries: z.array(ArchiveEntry),
  /** What unpacking leaves out, and why; what only its content says is found when it is unpacked. */
  left_out: z.array(ArchiveEntry.omit({ size: true }).extend({ code: ProblemCode, error: z.string() })),
  size: z.int(),
  refusal: z.object({ code: ProblemCode, error: z.string(), path: z.string().nullable() }).nullable(),
});
export type ArchiveListing = z.infer<typeof ArchiveListing>;
