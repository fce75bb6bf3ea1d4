import { z } from 'zod';
import type { IdOf } from '@dosar/contracts';

// Values of members of events, apart from those that calls accept today: a value stored once must be readable for ever,
// whatever becomes of the API. New values are added here; none is removed (event-values.spec.ts, words.spec.ts).

export const Id = z.string().min(1).max(64);
const idOf = <K extends string>() => Id as z.ZodType<IdOf<K>, string>;
export const FirmId = idOf<'firm'>();
export const ClientId = idOf<'client'>();
export const UserId = idOf<'user'>();
export const FileId = idOf<'file'>();
export const FolderId = idOf<'folder'>();
export const ConversationId = idOf<'conversation'>();
export const MessageId = idOf<'message'>();
export const Day = z.iso.date();
/** Bytes; 0 is unlimited. */
export const Quota = z.int().min(0);

export const Role = z.enum(['admin', 'accountant', 'user', 'auditor']);
export const MemberRole = Role.exclude(['auditor']);
export const Language = z.enum(['ro', 'en']);
export const AccountantScope = z.enum(['firm', 'assigned']);
export const CuiCheck = z.enum(['off', 'warn', 'enforce']);
export const FactorMethod = z.enum(['totp', 'passkey', 'recovery']);
export const TaxType = z.enum([
  ...(['micro', 'profit', 'pfa_real', 'pfa_norma', 'profesie_liberala', 'ii', 'if', 'ong'] as const),
  ...(['institutie_publica', 'nerezident', 'none'] as const),
]);
export const Preferences = z.object({
  language: Language,
  theme: z.enum(['light', 'dark', 'system']),
  date_format: z.enum(['DD.MM.YYYY', 'YYYY-MM-DD', 'MM/DD/YYYY']),
  time_format: z.enum(['HH:mm', 'hh:mm A']),
});

const Channels = z.object({ in_app: z.boolean(), email: z.boolean() });
export const NotificationPreferences = z.object({
  message_new: Channels,
  file_uploaded: Channels,
  file_processed: Channels,
  /** Older events do not say so. */
  letters: z.enum(['soon', 'hourly', 'daily']).optional(),
  quiet_hours: z.object({ from: z.string(), to: z.string() }).nullable(),
});
export const NotificationKind = z.enum(['message_new', 'file_uploaded', 'file_processed']);

export const ConversationKind = z.enum(['client', 'direct']);
export const Emoji = z.enum(['✅', '👍', '❤️', '🎉', '❓']);

export const ProcessState = z.enum(['new', 'processing', 'processed']);
export const AccountingStatus = z.enum(['accounting_pending', 'accounting_in_review', 'accounting_completed']);
/** What a document says of itself. */
export const DocumentFields = z.object({
  number: z.string().nullable(),
  issuer: z.string().nullable(),
  issuer_cui: z.string().nullable(),
  /** Older events do not say it, nor net and vat. */
  buyer_cui: z.string().nullable().optional(),
  date: Day.nullable(),
  /** With two decimals, as text: numbers of a record are whole. */
  sum: z.string().nullable(),
  net: z.string().nullable().optional(),
  vat: z.string().nullable().optional(),
  currency: z.string().nullable(),
  due: Day.nullable(),
});
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
export const OperationStatus = z.enum(['in_progress', 'completed', 'failed', 'partial', 'cancelled']);
export const ProblemCode = z.enum([
  ...(['MALFORMED_REQUEST', 'AUTHENTICATION_REQUIRED', 'INVALID_CREDENTIALS', 'SESSION_EXPIRED'] as const),
  ...(['INVALID_TOKEN', 'ACCOUNT_INACTIVE', 'SECOND_FACTOR_INVALID', 'ACCESS_DENIED'] as const),
  ...(['NOT_FOUND', 'NAME_TAKEN', 'FOLDER_CYCLE', 'TOO_DEEP'] as const),
  ...(['INVALID_TRANSITION', 'ALREADY_EXISTS', 'TOO_MANY_SAVED', 'STILL_IN_USE'] as const),
  ...(['LAST_ADMINISTRATOR', 'IDEMPOTENCY_KEY_REUSED', 'CONFLICT', 'RESET_LINK_INVALID'] as const),
  ...(['UNDO_CONFLICTS'] as const),
  ...(['UPLOAD_VERSION_UNSUPPORTED', 'FILE_TOO_LARGE', 'PAYLOAD_TOO_LARGE', 'INVALID_FILE_TYPE'] as const),
  ...(['VALIDATION_FAILED', 'BULK_EMPTY', 'BULK_TOO_MANY', 'BULK_INVALID_SELECTION'] as const),
  ...(['ZIP_UNSAFE', 'ZIP_TOO_MANY', 'ZIP_TOO_LARGE', 'ZIP_CORRUPT', 'ZIP_ENCRYPTED', 'NOT_A_ZIP'] as const),
  ...(['ZIP_EMPTY', 'BULK_LOCKED_ITEMS', 'TOO_MANY_REQUESTS', 'CHECKSUM_MISMATCH'] as const),
  ...(['INTERNAL_ERROR', 'UNAVAILABLE', 'QUOTA_EXCEEDED', 'BULK_TIMEOUT'] as const),
  ...(['CONTENT_TYPE_UNSUPPORTED'] as const),
  ...(['PAGE_MISSING', 'PAGES_ENCRYPTED', 'PAGES_DAMAGED', 'PAGES_TOO_LARGE'] as const),
]);
export const FileRule = z.enum([
  ...(['name_blocked', 'name_type', 'name_no_extension'] as const),
  ...(['content_empty', 'content_differs', 'content_program', 'content_page', 'content_damaged'] as const),
]);
