import { answerRequests, type ReaderAnswer } from '../readers/answer-requests';
import { contentOf } from './content';
import { readDirectory, type Directory, type ZipLimits } from './directory';

/**
 * The first request has the archive, and is answered with its listing; each further one requests the next bytes of an entry.
 */
type Request = { readonly limits: ZipLimits } | { readonly entry: number };

let directory: Directory | null = null;
const opened = new Map<number, AsyncIterator<Buffer>>();

const next = async (index: number): Promise<Buffer | null> => {
  const { zip, found } = directory!;
  const content = opened.get(index) ?? contentOf(zip!, found[index]!);
  opened.set(index, content);
  const piece = await content.next();
  if (!piece.done) return piece.value;
  opened.delete(index);
  return null;
};

const pieceOf = async (entry: number): Promise<ReaderAnswer> => {
  try {
    const piece = await next(entry);
    return piece ? { head: {}, bytes: piece } : { head: { isEnd: true } };
  } catch {
    opened.delete(entry);
    return { head: { isCorrupt: true } };
  }
};

answerRequests(async ({ head, bytes }) => {
  const request = head as Request;
  if ('entry' in request) return pieceOf(request.entry);
  directory = await readDirectory(Buffer.from(bytes), request.limits);
  const { entries, fault } = directory;
  return { head: { listing: { entries, fault } } };
});
