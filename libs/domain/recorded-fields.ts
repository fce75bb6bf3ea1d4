import { NO_FIELDS, type DocumentFields } from '@dosar/contracts';
import type { z } from 'zod';
import type { DocumentFields as InEvents } from './event-values';

/** The fields as events record them: numbers of a record are whole, so sums are texts with two decimals. */
export type RecordedFields = z.infer<typeof InEvents>;

const written = (sum: number | null): string | null => (sum === null ? null : sum.toFixed(2));
const read = (sum: string | null = null): number | null => (sum === null ? null : Number(sum));

export function recordedFields(fields: DocumentFields): RecordedFields;
export function recordedFields(fields: DocumentFields | null): RecordedFields | null;
export function recordedFields(fields: DocumentFields | null): RecordedFields | null {
  return fields && { ...fields, sum: written(fields.sum), net: written(fields.net), vat: written(fields.vat) };
}

/** The other way round; null where they were never filled, or their key is destroyed. */
export const fieldsRecorded = (fields: RecordedFields | null): DocumentFields | null =>
  fields && {
    ...NO_FIELDS,
    ...fields,
    buyer_cui: fields.buyer_cui ?? null,
    sum: read(fields.sum),
    net: read(fields.net),
    vat: read(fields.vat),
  };

export const NOTHING_RECORDED = recordedFields(NO_FIELDS);
