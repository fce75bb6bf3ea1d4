import { z } from 'zod';
import { FILE_LIMITS, PreviewFault, type ProblemCode } from '@dosar/contracts';
import { Problem } from '../../platform/http/problem';
import { ReaderPool } from '../readers/reader-pool';
import { ReaderFault, type ReaderProcess } from '../readers/reader-process';
import type { SourcePage } from './made-document';

/** Pages that are not taken; `source`: the one to blame, by its place, if it is one. */
export class PagesRefused extends Problem {
  constructor(
    code: ProblemCode,
    readonly source: number | null,
  ) {
    super(code);
  }
}

const MB = 1024 * 1024;
/** Time limits for a source, for a new document, and for all of it. */
const SOURCE_MS = 20_000;
const DOCUMENT_MS = 30_000;
const ALL_MS = 120_000;
/** Besides its heap a reader needs the sources, and a new document. */
const LIMITS = {
  startMs: 20_000,
  idleMs: 0,
  documents: 1,
  reuseMs: 0,
  data: 768 * MB,
  heap: 320,
  cpu: 120,
  answer: { head: 1024, bytes: FILE_LIMITS.file },
};
const pool = new ReaderPool('pages.worker', LIMITS);

const answer = z.strictObject({
  id: z.number(),
  why: PreviewFault.optional(),
  missing: z.int().min(0).optional(),
  isTooLong: z.literal(true).optional(),
});
const CODES: Readonly<Record<PreviewFault, ProblemCode>> = {
  encrypted: 'PAGES_ENCRYPTED',
  damaged: 'PAGES_DAMAGED',
  too_large: 'PAGES_TOO_LARGE',
};

/** Documents whose pages are taken, in a process with little memory and time, and no access to anything but their bytes. */
export class PageReader {
  constructor(private readonly reader: ReaderProcess) {}

  /** @throws PagesRefused */
  async open(
    source: number,
    { bytes, isPdf }: { readonly bytes: ArrayBuffer; readonly isPdf: boolean },
  ): Promise<void> {
    await this.request({ source, isPdf }, { bytes: new Uint8Array(bytes), ms: SOURCE_MS }, source);
  }

  /** @throws PagesRefused */
  make(pages: readonly SourcePage[]): Promise<Buffer> {
    const [first] = pages;
    const isOfOne = pages.every(({ source }) => source === first?.source);
    return this.request({ pages, most: FILE_LIMITS.file }, { ms: DOCUMENT_MS }, isOfOne ? first!.source : null);
  }

  private async request(
    head: object,
    sent: { readonly bytes?: Uint8Array; readonly ms: number },
    source: number | null,
  ) {
    try {
      const answered = await this.reader.request(head, sent);
      const { data } = answer.safeParse(answered.head);
      if (!data) throw new PagesRefused('PAGES_DAMAGED', source);
      if (data.missing !== undefined) throw new PagesRefused('PAGE_MISSING', data.missing);
      if (data.isTooLong) throw new PagesRefused('FILE_TOO_LARGE', source);
      if (data.why) throw new PagesRefused(CODES[data.why], source);
      return answered.bytes;
    } catch (error) {
      throw error instanceof ReaderFault && !error.isIntended ? new PagesRefused(CODES[error.why], source) : error;
    }
  }
}

/** @throws Problem BULK_TIMEOUT when it takes longer, PagesRefused, Unavailable, the errors of `work` */
export const withPages = async <T>(work: (reader: PageReader) => Promise<T>): Promise<T> => {
  try {
    return await pool.use(async (reader) => {
      const timer = setTimeout(() => reader.end(), ALL_MS);
      try {
        return await work(new PageReader(reader));
      } finally {
        clearTimeout(timer);
        reader.end();
      }
    });
  } catch (error) {
    throw error instanceof ReaderFault ? new Problem('BULK_TIMEOUT') : error;
  }
};
