import { z } from 'zod';
import { MIME_TYPES, PreviewFault, type Extension } from '@dosar/contracts';
import { confinement } from '../readers/confinement';
import type { Frame } from '../readers/frames';
import { DOCUMENT_READER, ReaderPool } from '../readers/reader-pool';
import { ReaderFault } from '../readers/reader-process';
import { MOST_LETTERS, MOST_SCANNED, type DocumentText } from './outcome';

const LIMIT_MS = 15_000;
// a letter has at most four bytes
const LIMITS = { ...DOCUMENT_READER, answer: { head: 64 * 1024, bytes: MOST_LETTERS * 4 } };
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

const outcomeOf = ({ head, bytes }: Frame): DocumentText => {
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
  const asked = { head: { extension, isForSearch }, bytes, ms, signal };
  try {
    return await pools[extension === 'pdf' ? 'pdf' : 'others'].ask(asked, outcomeOf, (outcome) => 'why' in outcome);
  } catch (error) {
    if (error instanceof ReaderFault) return { why: error.why };
    throw error;
  }
};
