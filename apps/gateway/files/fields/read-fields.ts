import { z } from 'zod';
import { DocumentFields, MIME_TYPES } from '@dosar/contracts';
import { INSIDE } from '../inside/inside-reader';
import type { Frame } from '../readers/frames';
import { DOCUMENT_READER, ReaderPool } from '../readers/reader-pool';
import { ReaderFault } from '../readers/reader-process';
import type { InvoiceRequest } from './invoice.worker';
import { SIGNED_BYTES } from './signed-invoice';

const LIMIT_MS = 15_000;
const LIMITS = { ...DOCUMENT_READER, answer: { head: 64 * 1024, bytes: 0 } };

const pool = new ReaderPool('invoice.worker', LIMITS);
/** Documents that may be an invoice: its XML, or an archive of SPV. */
export const mayBeInvoice = (mimeType: string, size: number): boolean =>
  mimeType === MIME_TYPES.xml || (mimeType === MIME_TYPES.zip && size <= SIGNED_BYTES);

const answerSchema = z.strictObject({ id: z.number(), fields: DocumentFields.nullable() });

/**
 * What an e-Factura says of itself, read in a process with little memory and time; null for what is none, and for what
 * cannot be read.
 * @throws Unavailable when no reader starts
 */
export const readFields = async (bytes: ArrayBuffer, mimeType: string): Promise<DocumentFields | null> => {
  const head: InvoiceRequest = { archive: mimeType === MIME_TYPES.zip ? INSIDE : null };
  const answerOf = ({ head }: Frame) => answerSchema.safeParse(head).data ?? null;
  try {
    const answer = await pool.ask({ head, bytes, ms: LIMIT_MS }, answerOf, (each) => each === null);
    return answer?.fields ?? null;
  } catch (error) {
    if (error instanceof ReaderFault) return null;
    throw error;
  }
};
