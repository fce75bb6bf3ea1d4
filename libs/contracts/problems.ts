import { z } from 'zod';

/** Every code an error can carry, and its status. */
export const PROBLEMS = {
  MALFORMED_REQUEST: 400,
  AUTHENTICATION_REQUIRED: 401,
  INVALID_CREDENTIALS: 401,
  SESSION_EXPIRED: 401,
  INVALID_TOKEN: 401,
  ACCOUNT_INACTIVE: 401,
  SECOND_FACTOR_INVALID: 401,
  ACCESS_DENIED: 403,
  NOT_FOUND: 404,
  NAME_TAKEN: 409,
  FOLDER_CYCLE: 409,
  TOO_DEEP: 409,
  INVALID_TRANSITION: 409,
  ALREADY_EXISTS: 409,
  TOO_MANY_SAVED: 409,
  STILL_IN_USE: 409,
  LAST_ADMINISTRATOR: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  CONFLICT: 409,
  UNDO_CONFLICTS: 409,
  RESET_LINK_INVALID: 410,
  UPLOAD_VERSION_UNSUPPORTED: 412,
  FILE_TOO_LARGE: 413,
  PAYLOAD_TOO_LARGE: 413,
  INVALID_FILE_TYPE: 415,
  CONTENT_TYPE_UNSUPPORTED: 415,
  VALIDATION_FAILED: 422,
  BULK_EMPTY: 422,
  BULK_TOO_MANY: 422,
  BULK_INVALID_SELECTION: 422,
  ZIP_UNSAFE: 422,
  ZIP_TOO_MANY: 422,
  ZIP_TOO_LARGE: 422,
  ZIP_CORRUPT: 422,
  ZIP_ENCRYPTED: 422,
  NOT_A_ZIP: 422,
  ZIP_EMPTY: 422,
  PAGE_MISSING: 422,
  PAGES_ENCRYPTED: 422,
  PAGES_DAMAGED: 422,
  PAGES_TOO_LARGE: 422,
  BULK_LOCKED_ITEMS: 423,
  TOO_MANY_REQUESTS: 429,
  CHECKSUM_MISMATCH: 460,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
  QUOTA_EXCEEDED: 507,
  BULK_TIMEOUT: 504,
} as const;

export type ProblemCode = keyof typeof PROBLEMS;
/** What is wrong, as programs know it: it stays when the sentence changes. */
export const ProblemCode = z.enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]);

/** The body of every error. `error` is a sentence for a person, `fields` maps a field's path to its message. */
export const Problem = z.object({
  /** What is wrong, as a sentence for a person, in the language of `Accept-Language`. */
  error: z.string(),
  /** What is wrong, as programs know it. */
  code: ProblemCode,
  /** The id by which the server's log has this request. */
  correlation_id: z.string(),
  /** Of a body or query that breaks rules: what is wrong with each field, by its path. */
  fields: z.record(z.string(), z.string()).optional(),
});
export type Problem = z.infer<typeof Problem>;
