import { z } from 'zod';
import { Day, decimal } from '../endpoint';
import { FIELD_LIMITS } from './document-fields.values';

/** By the file, and by what the document says of itself. */
export const FILE_ORDERS = [
  'name',
  'size',
  'created',
  'modified',
  'status',
  'number',
  'issuer',
  'date',
  'sum',
  'due',
] as const;

/** By what documents say of themselves, and by the tags of the firm. */
export const DocumentFilters = {
  /** A tag that the files have, whatever its case and diacritics. */
  tag: z.string().min(1).max(FIELD_LIMITS.tag).optional(),
  /** A part of the document's number, with whole groups of digits. */
  number: z.string().min(1).max(FIELD_LIMITS.number).optional(),
  /** A part of the name of whoever made the document out. */
  issuer: z.string().min(1).max(FIELD_LIMITS.issuer).optional(),
  /** The first day of the documents' dates. */
  date_from: Day.optional(),
  /** The last day of the documents' dates. */
  date_to: Day.optional(),
  /** The least sum of a document. */
  min_sum: decimal.optional(),
  /** The largest sum of a document. */
  max_sum: decimal.optional(),
};
