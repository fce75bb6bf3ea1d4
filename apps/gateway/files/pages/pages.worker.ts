import { PDF } from '@libpdf/core';
import type { PreviewFault } from '@dosar/contracts';
import { answerRequests, type ReaderAnswer } from '../readers/answer-requests';
import { upright } from '../thumbnails/draw-each';
import { TooDeep } from './copied-objects';
import { madeOf, MissingPage, type OpenSource, type SourcePage } from './made-document';

/** Each source is sent once, with its bytes; then each new document is asked for. */
type Request =
  | { readonly source: number; readonly isPdf: boolean }
  | { readonly pages: readonly SourcePage[]; readonly most: number };

/** Of a picture that has to be written anew. */
const QUALITY = 90;

const sources = new Map<number, OpenSource>();
// what the library says of damage in documents is for nobody
Object.assign(console, { warn: () => undefined });

/** A JPEG as it is, where every reader shows it so; any other picture as one. */
const pictureOf = async (bytes: Uint8Array): Promise<OpenSource> => {
  const picture = upright(bytes);
  const { format, orientation = 1, space } = await picture.metadata();
  if (format === 'jpeg' && orientation === 1 && (space === 'srgb' || space === 'b-w')) return { jpeg: bytes };
  const written = picture.flatten({ background: '#fff' }).toColourspace('srgb');
  return { jpeg: new Uint8Array(await written.jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' }).toBuffer()) };
};

const openOf = async (bytes: Uint8Array, isPdf: boolean): Promise<OpenSource | PreviewFault> => {
  if (!isPdf) return pictureOf(bytes);
  const pdf = await PDF.load(bytes);
  if (pdf.isEncrypted && !pdf.isAuthenticated) return 'encrypted';
  return pdf.getPageCount() === 0 ? 'damaged' : pdf;
};

const whyOf = (error: unknown): PreviewFault => {
  if (error instanceof TooDeep || /pixel limit|memory|call stack/i.test(String(error))) return 'too_large';
  return /password|encrypt|security handler/i.test(String(error)) ? 'encrypted' : 'damaged';
};

const answered = async (request: Request, bytes: Uint8Array): Promise<ReaderAnswer> => {
  if ('source' in request) {
    const open = await openOf(bytes, request.isPdf);
    if (typeof open === 'string') return { head: { why: open } };
    sources.set(request.source, open);
    return { head: {} };
  }
  const made = await madeOf(sources, request.pages);
  return made.length > request.most ? { head: { isTooLong: true } } : { head: {}, bytes: made };
};

answerRequests(async ({ head, bytes }) => {
  try {
    return await answered(head as Request, new Uint8Array(bytes));
  } catch (error) {
    return error instanceof MissingPage ? { head: { missing: error.source } } : { head: { why: whyOf(error) } };
  }
});
