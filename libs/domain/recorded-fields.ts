import { NO_FIELDS, type DocumentFields } from '@dosar/contracts';
import type { z } from 'zod';
import type { DocumentFields as InEvents } from './event-values';

/** The fields as events record them: numbers of a record are whole, so a sum is a text with two decimals. */
export type RecordedFields = z.infer<typeof InEvents>;

export function recordedFields(fields: DocumentFields): RecordedFields;
export function recordedFields(fields: DocumentFields | null): RecordedFields | null;
export function recordedFields(fields: DocumentFields | null): RecordedFields | null {
  return fields && { ...fields, sum: fields.sum === null ? null : fields.sum.toFixed(2) };
}

/** The other way round; null where they were never filled, or their key is destroyed. */
export const fieldsRecorded = (fields: RecordedFields | null): DocumentFields | null =>
  fields && { ...fields, sum: fields.sum === null ? null : Number(fields.sum) };

export const NOTHING_RECORDED = recordedFields(NO_FIELDS);
