import { parentPort, workerData } from 'node:worker_threads';
import { contentOf } from './content';
import { readDirectory, type ZipFault, type ZipLimits } from './directory';

export type UnzipOptions = { readonly bytes: ArrayBuffer; readonly limits: ZipLimits };

/** Asked: without an entry for the listing, else for the next bytes of that entry; the same `call` is answered. */
export type Asked = { readonly call: number; readonly entry: number | null };
export type Answered = {
  readonly call: number;
  /** A listing, or bytes; null at the end of an entry. */
  readonly answer: unknown;
  readonly fault: ZipFault | null;
};

const { bytes, limits } = workerData as UnzipOptions;
const directory = readDirectory(Buffer.from(bytes), limits);
const opened = new Map<number, AsyncIterator<Buffer>>();

const next = async (index: number): Promise<Buffer | null> => {
  const { zip, found } = await directory;
  const content = opened.get(index) ?? contentOf(zip!, found[index]!);
  opened.set(index, content);
  const piece = await content.next();
  if (!piece.done) return piece.value;
  opened.delete(index);
  return null;
};

const answer = async ({ call, entry }: Asked): Promise<void> => {
  const { entries, fault } = await directory;
  if (entry === null) return parentPort!.postMessage({ call, answer: { entries, fault }, fault: null });
  const piece = await next(entry).catch(() => undefined);
  if (piece === undefined) {
    const corrupt = { code: 'ZIP_CORRUPT', path: entries[entry]?.path ?? null };
    return parentPort!.postMessage({ call, answer: null, fault: corrupt });
  }
  // bytes of its own memory are handed over, not copied
  const own = piece && new Uint8Array(piece);
  parentPort!.postMessage({ call, answer: own, fault: null }, own ? [own.buffer] : []);
};

parentPort!.on('message', (asked: Asked) => void answer(asked));
