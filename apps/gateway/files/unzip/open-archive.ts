import { z } from 'zod';
import { ReaderPool } from '../readers/reader-pool';
import { ReaderFault, type ReaderProcess } from '../readers/reader-process';
import { Problem } from '../../platform/http/problem';
import { ArchiveRefused } from './archive-refused';
import type { Listing, ZipLimits } from './directory';
import { ENTRY_FAULTS, ZIP_FAULTS } from './zip-faults';

/** An archive opened in a process of its own. */
export type OpenArchive = {
  readonly listing: Listing;
  /** The content of an entry, on demand. @throws ArchiveRefused */
  readonly content: (index: number) => AsyncIterable<Buffer>;
};

type Opening = { readonly bytes: ArrayBuffer; readonly limits: ZipLimits; readonly ms: number };

const MB = 1024 * 1024;
/** Time limit for a piece of an entry; the archive has a limit of its own. */
const PIECE_MS = 120_000;
/** Besides its heap a reader needs the archive itself, and a few pieces of its content. */
const LIMITS = {
  startMs: 20_000,
  idleMs: 0,
  documents: 1,
  reuseMs: 0,
  data: 448 * MB,
  addresses: 1_600 * MB,
  heap: 96,
  cpu: 180,
  // pieces have a quarter of a megabyte, plus a chunk of the library
  answer: { head: 8 * MB, bytes: 2 * MB },
};
const pool = new ReaderPool('unzip.worker', LIMITS);

const fault = z.strictObject({
  code: z.enum(ZIP_FAULTS),
  path: z.string().nullable(),
});
const entry = z.strictObject({
  index: z.number().int().nonnegative(),
  path: z.string(),
  isFolder: z.boolean(),
  size: z.number().nonnegative(),
  fault: z.enum(ENTRY_FAULTS).nullable(),
});
const opening = z.object({ listing: z.strictObject({ entries: z.array(entry), fault: fault.nullable() }) });
const piece = z.object({ isEnd: z.literal(true).optional(), isCorrupt: z.literal(true).optional() });

const broken = (): ReaderFault => new ReaderFault('damaged', 'an answer that no reader gives');

/** The content of an entry as the reader sends it, limited to the announced size. */
async function* contentOf(reader: ReaderProcess, listing: Listing, index: number): AsyncGenerator<Buffer> {
  const { path, size } = listing.entries[index]!;
  let left = size;
  for (;;) {
    const { head, bytes } = await reader.request({ entry: index }, { ms: PIECE_MS });
    const { data } = piece.safeParse(head);
    if (!data) throw broken();
    if (data.isCorrupt) throw new ArchiveRefused('ZIP_CORRUPT', path);
    if (data.isEnd) return;
    left -= bytes.length;
    if (left < 0) throw new ArchiveRefused('ZIP_CORRUPT', path);
    yield bytes;
  }
}

const listingOf = (head: unknown, limits: ZipLimits): Listing => {
  const { data } = opening.safeParse(head);
  if (!data || data.listing.entries.length > limits.entries) throw broken();
  return data.listing;
};

/** @throws Problem BULK_TIMEOUT when it takes longer, ArchiveRefused, the errors of `work` */
export const withArchive = async <T>(
  { bytes, limits, ms }: Opening,
  work: (archive: OpenArchive) => Promise<T>,
): Promise<T> => {
  let isLate = false;
  try {
    return await pool.use(async (reader) => {
      const timer = setTimeout(() => {
        isLate = true;
        reader.end();
      }, ms);
      try {
        const { head } = await reader.request({ limits }, { bytes: new Uint8Array(bytes), ms });
        const listing = listingOf(head, limits);
        return await work({ listing, content: (index) => contentOf(reader, listing, index) });
      } finally {
        clearTimeout(timer);
      }
    });
  } catch (error) {
    if (!(error instanceof ReaderFault)) throw error;
    throw isLate
      ? new Problem('BULK_TIMEOUT')
      : new ArchiveRefused(error.why === 'too_large' ? 'ZIP_UNSAFE' : 'ZIP_CORRUPT', null);
  }
};
