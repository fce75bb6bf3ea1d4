import type { Extension, PreviewFault } from '@dosar/contracts';
import { answerRequests, type ReaderAnswer } from '../readers/answer-requests';
import { Unread } from '../texts/outcome';
import { isTooLarge, readText } from '../texts/read-text';
import { withoutEncoded } from './encoded';
import type { InsideLimits } from './inside';
import { partContent, insideOf, wordsInside } from './read-inside';

/**
 * What is asked of a document: what is inside; the words of that; or the bytes of one part (of the document itself, when it
 * is null), as they are, without what is encoded in them, or the text of them.
 */
export type InsideRequest = { readonly extension: Extension; readonly limits: InsideLimits } & (
  | { readonly want: 'list' | 'words' }
  | {
      readonly want: 'bytes';
      readonly part: number | null;
      readonly as: 'bytes' | 'plain' | 'text';
      readonly type: Extension | null;
    }
);

const LISTED = { name: 1_000, type: 200 };

const listed = async (bytes: Buffer, { extension, limits }: InsideRequest): Promise<ReaderAnswer> => {
  const { parts, isCut, isForm } = await insideOf(bytes, extension, limits);
  const list = parts.map(({ number, name, type, size }) => ({
    number,
    name: name.slice(0, LISTED.name),
    type: type?.slice(0, LISTED.type),
    size,
  }));
  return { head: { isCut, isForm }, bytes: Buffer.from(JSON.stringify(list)) };
};

const wordsOf = async (bytes: Buffer, { extension, limits }: InsideRequest): Promise<ReaderAnswer> => {
  const { text, isCut } = await wordsInside(await insideOf(bytes, extension, limits), limits);
  return { head: { isCut }, bytes: Buffer.from(text) };
};

const bytesOf = async (whole: Buffer, request: Extract<InsideRequest, { want: 'bytes' }>): Promise<ReaderAnswer> => {
  const { extension, limits, part, as, type } = request;
  const bytes = part === null ? whole : await partContent(await insideOf(whole, extension, limits), part, limits);
  if (!bytes) return { head: { isMissing: true } };
  if (as === 'bytes') return { head: {}, bytes };
  if (as === 'plain') return { head: {}, bytes: withoutEncoded(bytes).plain };
  const read = await readText(Buffer.from(bytes), type!);
  if ('why' in read) return { head: { why: read.why } };
  return { head: { isCut: read.isCut }, bytes: Buffer.from(read.text) };
};

answerRequests(async ({ head, bytes }) => {
  const request = head as InsideRequest;
  try {
    if (request.want === 'bytes') return await bytesOf(bytes, request);
    return await (request.want === 'list' ? listed : wordsOf)(bytes, request);
  } catch (error) {
    const known = error instanceof Unread ? error.why : null;
    const why: PreviewFault = known ?? (isTooLarge(error) ? 'too_large' : 'damaged');
    return { head: { why } };
  }
});
