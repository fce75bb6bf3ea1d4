import { z } from 'zod';
import { MIME_TYPES, PreviewFault, type Extension } from '@dosar/contracts';
import { Unavailable } from '@dosar/kernel/runtime';
import { confinement } from '../readers/confinement';
import { ReaderPool } from '../readers/reader-pool';
import { ReaderFault } from '../readers/reader-process';
import { MOST_LETTERS, MOST_SCANNED, type DocumentText } from './outcome';

const MB = 1024 * 1024;
const LIMIT_MS = 15_000;
/** The limits for a document: a readable one needs less. */
const LIMITS = {
  startMs: 20_000,
  idleMs: 10_000,
  documents: 200,
  reuseMs: 3_000,
  data: 448 * MB,
  addresses: 1_600 * MB,
  heap: 160,
  cpu: 300,
  // a letter has at most four bytes
  answer: { head: 64 * 1024, bytes: MOST_LETTERS * 4 },
};
/** Formats whose library trusts a document's own sizes, and allocates accordingly. */
const NEEDS_BOUNDS: ReadonlySet<string> = new Set([MIME_TYPES.doc]);

export type TextRequest = { readonly bytes: ArrayBuffer; readonly mimeType: string; readonly isForSearch?: boolean };
type Reading = { readonly signal?: AbortSignal; readonly ms?: number };

const answerSchema = z.union([
  z.strictObject({ id: z.number(), why: PreviewFault }),
  z.strictObject({
    id: z.number(),
    isCut: z.boolean(),
    scannedPages: z.array(z.number().int().positive()).max(MOST_SCANNED).optional(),
  }),
]);

/** The extension for a media type: readers do not load the server's vocabulary. */
const EXTENSIONS: ReadonlyMap<string, Extension> = new Map(
  (Object.keys(MIME_TYPES) as Extension[]).map((extension) => [MIME_TYPES[extension], extension]),
);

/** The library for PDFs is the largest, and is loaded once. */
const pools = {
  pdf: new ReaderPool('text.worker', { ...LIMITS, preload: 'pdf' }),
  others: new ReaderPool('text.worker', LIMITS),
};

const outcomeOf = (head: unknown, bytes: Buffer): DocumentText => {
  const { data } = answerSchema.safeParse(head);
  if (!data) return { why: 'damaged' };
  if ('why' in data) return { why: data.why };
  const { isCut, scannedPages } = data;
  return { text: bytes.toString(), isCut, ...(scannedPages && { scannedPages }) };
};

/**
 * Reads a document in a process with little memory and time, and no access to anything but its bytes.
 * @throws Unavailable when the signal aborts first, or no reader starts
 */
export const readDocument = async (
  { bytes, mimeType, isForSearch = false }: TextRequest,
  { signal, ms = LIMIT_MS }: Reading = {},
): Promise<DocumentText> => {
  const extension = EXTENSIONS.get(mimeType);
  if (NEEDS_BOUNDS.has(mimeType) && !(await confinement()).isBounded) return { why: 'damaged' };
  try {
    return await pools[extension === 'pdf' ? 'pdf' : 'others'].use(async (reader) => {
      const end = () => reader.end();
      signal?.addEventListener('abort', end);
      try {
        if (signal?.aborted) end();
        const answer = await reader.request({ extension, isForSearch }, { bytes: new Uint8Array(bytes), ms });
        const outcome = outcomeOf(answer.head, answer.bytes);
        // a faulty document may have corrupted the reader
        if ('why' in outcome) reader.end();
        return outcome;
      } finally {
        signal?.removeEventListener('abort', end);
      }
    });
  } catch (error) {
    if (signal?.aborted) throw new Unavailable('the document is not read any more');
    if (error instanceof ReaderFault) return { why: error.why };
    throw error;
  }
};
