import { z } from 'zod';
import { notBlank } from '../rules';

const MiB = 1024 * 1024;

/** Where files of conversations are kept, in the root of the client. */
export const CHAT_FOLDER = 'Din conversații';

/** Whose accounting structure can be made. */
export const StructureYear = z.int().min(1990).max(2100);

export const FILE_LIMITS = {
  file: 20 * MiB,
  zip: 50 * MiB,
  chunk: 5 * MiB,
  name: 255,
  bulk: 500,
  batch: 100,
  note: 5_000,
  /** Levels of folders, and bytes of the path to one. */
  depth: 32,
  path: 2_048,
  /** Files and folders that an operation changes at most, what is in a folder among them. */
  operation: 10_000,
  /** Files and folders of a client, deleted ones among them. */
  items: 200_000,
  /** Rows that an answer lists at most: what is more is read by pages, or level by level. */
  listed: 5_000,
  /** Notes of a file, likewise. */
  notes: 500,
  /** What an archive may become: files and folders, those that a path implies among them; and bytes of it in all. */
  entries: 2_000,
  unpacked: 200 * MiB,
  /** Files inside a document that are listed. */
  parts: 500,
  /**
   * New documents of pages: their pages in all, in how many rows of them, from how many files, bytes of these, and how many
   * become of them.
   */
  pages: 1_000,
  pageRuns: 180,
  pageSources: 20,
  pageBytes: 100 * MiB,
  pageDocuments: 50,
} as const;

/** What a person writes beside a file: kept as it was sent. */
export const NoteText = notBlank(z.string().max(FILE_LIMITS.note)).meta({
  description: '1 to 5,000 characters, not only blanks.',
});

/** How far the firm is with a document. */
export const ProcessState = z.enum(['new', 'processing', 'processed']);
export type ProcessState = z.infer<typeof ProcessState>;

/** Folders of the accounting structure that the firm fills: a client's user reads them. */
export const FIRM_CATEGORIES: ReadonlySet<string> = new Set(['declaratii', 'balanta', 'obligatii', 'anaf']);

/** What the books say of a document. */
export const AccountingStatus = z.enum(['accounting_pending', 'accounting_in_review', 'accounting_completed']);
export type AccountingStatus = z.infer<typeof AccountingStatus>;

/** How a file can be looked at without the program that made it; `none`: it cannot. */
export const PreviewKind = z.enum(['image', 'pdf', 'text', 'table', 'invoice', 'archive', 'none']);
export type PreviewKind = z.infer<typeof PreviewKind>;

/** Why what has a text or a picture of its own cannot be shown by it. */
export const PreviewFault = z.enum(['encrypted', 'damaged', 'too_large']);
export type PreviewFault = z.infer<typeof PreviewFault>;

/** For whom a small picture is: a row of a list (at most 128 pixels a side), or a message (at most 480). */
export const ThumbnailSize = z.enum(['row', 'message']);
export type ThumbnailSize = z.infer<typeof ThumbnailSize>;

/** A small picture, in Base64; of the type that the server made, whatever the file says. */
export const Thumbnail = z.object({
  /** Of which kind the picture is. */
  type: z.literal('image/webp'),
  /** Its width in pixels, 128 at most. */
  width: z.int(),
  /** Its height in pixels, 128 at most. */
  height: z.int(),
  /** The bytes of the picture, in Base64. */
  data: z.base64(),
});

/** What is done to many things at once. */
export const OperationKind = z.enum([
  'move',
  'delete',
  'restore',
  'status',
  'download',
  'extract_zip',
  'copy',
  'undo',
  'restore_past',
  'arrange_pages',
]);
export type OperationKind = z.infer<typeof OperationKind>;

/** How far an operation has come; `partial`: some of it was done, some was refused. */
export const OperationStatus = z.enum(['in_progress', 'completed', 'failed', 'partial', 'cancelled']);
export type OperationStatus = z.infer<typeof OperationStatus>;
