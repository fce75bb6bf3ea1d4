import { z } from 'zod';
import { FILE_LIMITS, MIME_TYPES, PreviewFault, type Extension } from '@dosar/contracts';
import { DOCUMENT_READER, ReaderPool } from '../readers/reader-pool';
import { ReaderFault } from '../readers/reader-process';
import type { Frame } from '../readers/frames';
import type { DocumentText } from '../texts/outcome';
import type { InsideLimits } from './inside';
import type { InsideRequest } from './inside.worker';

const LIMIT_MS = 15_000;
/** It holds the file, what is inside it, and the part that is asked for: fewer of them in one process. */
const LIMITS = {
  ...DOCUMENT_READER,
  documents: 50,
  cpu: 120,
  answer: { head: 64 * 1024, bytes: FILE_LIMITS.file },
};
const pool = new ReaderPool('inside.worker', LIMITS);

/** Limits of what is read inside a file. */
export const INSIDE: InsideLimits = {
  parts: FILE_LIMITS.parts,
  bytes: FILE_LIMITS.file,
  unpacked: FILE_LIMITS.unpacked,
  entries: FILE_LIMITS.entries,
  path: FILE_LIMITS.path,
};

/** Files with others inside, by their media type. */
const AROUND: ReadonlyMap<string, Extension> = new Map(
  (['pdf', 'xml', 'zip'] as const).map((extension) => [MIME_TYPES[extension], extension]),
);
export const mayHaveParts = (mimeType: string): boolean => AROUND.has(mimeType);

export type Fault = { readonly why: PreviewFault };
/** A file inside, as the file around it says. */
export type ListedPart = {
  readonly number: number;
  readonly name: string;
  readonly type?: string | undefined;
  readonly size: number;
};
export type Listed = { readonly parts: readonly ListedPart[]; readonly isCut: boolean; readonly isForm: boolean };
/** What is read of a file: of one inside it, or of itself without what is encoded in it. */
export type PartRequest = {
  readonly part: number | null;
  readonly as: 'bytes' | 'plain' | 'text';
  /** Of what is read as a text. */
  readonly type?: Extension;
};

type Document = { readonly bytes: ArrayBuffer; readonly mimeType: string };
type Reading = { readonly signal?: AbortSignal };
type Wanted =
  | { readonly want: 'list' | 'words' }
  | {
      readonly want: 'bytes';
      readonly part: number | null;
      readonly as: PartRequest['as'];
      readonly type: Extension | null;
    };

const faultSchema = z.object({ why: PreviewFault });
const bytesHead = z.object({ isMissing: z.literal(true).optional(), isCut: z.boolean().optional() });
const listHead = z.object({ isCut: z.boolean(), isForm: z.boolean() });
const listSchema = z
  .array(
    z.strictObject({
      number: z.int().nonnegative(),
      name: z.string(),
      type: z.string().optional(),
      size: z.int().nonnegative(),
    }),
  )
  .max(FILE_LIMITS.entries);
const wordsHead = z.object({ isCut: z.boolean() });

/** @throws Unavailable when the signal aborts first, or no reader starts */
const ask = async ({ bytes, mimeType }: Document, wanted: Wanted, { signal }: Reading): Promise<Frame | Fault> => {
  const request = { ...wanted, extension: AROUND.get(mimeType), limits: INSIDE } as InsideRequest;
  const faultOr = (answer: Frame): Frame | Fault => faultSchema.safeParse(answer.head).data ?? answer;
  try {
    return await pool.ask({ head: request, bytes, ms: LIMIT_MS, signal }, faultOr, (answer) => 'why' in answer);
  } catch (error) {
    if (error instanceof ReaderFault) return { why: error.why };
    throw error;
  }
};

const parsed = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
};

/** The files inside a file, read in a process with little memory and time. @throws Unavailable */
export const listInside = async (document: Document, reading: Reading = {}): Promise<Listed | Fault> => {
  const answer = await ask(document, { want: 'list' }, reading);
  if ('why' in answer) return answer;
  const head = listHead.safeParse(answer.head).data;
  const parts = listSchema.safeParse(parsed(answer.bytes)).data;
  return head && parts ? { parts, ...head } : { why: 'damaged' };
};

/** Bytes of one file inside, or of the file itself; null: there is no such part. @throws Unavailable */
export const readPart = async (
  document: Document,
  { part, as, type }: PartRequest,
  reading: Reading = {},
): Promise<{ readonly bytes: Buffer; readonly isCut: boolean } | Fault | null> => {
  const answer = await ask(document, { want: 'bytes', part, as, type: type ?? null }, reading);
  if ('why' in answer) return answer;
  const head = bytesHead.safeParse(answer.head).data;
  if (!head) return { why: 'damaged' };
  return head.isMissing ? null : { bytes: answer.bytes, isCut: head.isCut ?? false };
};

/** The names and words of the files inside. @throws Unavailable */
export const readInside = async (document: Document, reading: Reading = {}): Promise<DocumentText> => {
  const answer = await ask(document, { want: 'words' }, reading);
  if ('why' in answer) return answer;
  const head = wordsHead.safeParse(answer.head).data;
  return head ? { text: answer.bytes.toString(), isCut: head.isCut } : { why: 'damaged' };
};
