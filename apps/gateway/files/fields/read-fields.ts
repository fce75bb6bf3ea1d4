import { z } from 'zod';
import { DocumentFields } from '@dosar/contracts';
import { ReaderPool } from '../readers/reader-pool';
import { ReaderFault } from '../readers/reader-process';

const MB = 1024 * 1024;
const LIMIT_MS = 15_000;
const LIMITS = {
  startMs: 20_000,
  idleMs: 10_000,
  documents: 200,
  reuseMs: 3_000,
  data: 448 * MB,
  addresses: 1_600 * MB,
  heap: 160,
  cpu: 300,
  answer: { head: 64 * 1024, bytes: 0 },
};

const pool = new ReaderPool('invoice.worker', LIMITS);
const answerSchema = z.strictObject({ id: z.number(), fields: DocumentFields.nullable() });

/**
 * What an e-Factura says of itself, read in a process with little memory and time; null for what is none, and for what
 * cannot be read.
 * @throws Unavailable when no reader starts
 */
export const readFields = async (bytes: ArrayBuffer): Promise<DocumentFields | null> => {
  try {
    return await pool.use(async (reader) => {
      const { head } = await reader.request({}, { bytes: new Uint8Array(bytes), ms: LIMIT_MS });
      const { data } = answerSchema.safeParse(head);
      // a faulty document may have corrupted the reader
      if (!data) reader.end();
      return data?.fields ?? null;
    });
  } catch (error) {
    if (error instanceof ReaderFault) return null;
    throw error;
  }
};
