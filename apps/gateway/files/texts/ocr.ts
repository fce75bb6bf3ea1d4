import { workerFile } from '@dosar/adapters/worker-file';
import { MIME_TYPES, PICTURE_TYPES } from '@dosar/contracts';
import { Unavailable, type Documents } from '@dosar/kernel/runtime';
import type { SearchContent } from '@dosar/search';
import { bytesIfThere } from '../downloads/document-bytes';
import { CannotDraw, Drawing, type Drawn } from '../thumbnails/drawing';
import { runLimited } from '../readers/limited-program';
import { documentWords } from './document-words';
import { Written, type DocumentText } from './outcome';

const LANGUAGES = ['ron', 'eng'] as const;
/** The mode in which tesseract detects the orientation of a page. */
const ORIENTATION = { language: 'osd', mode: '1' } as const;

/** The limits for a document: further pages are skipped, and what was read in time is its text. */
const LIMITS = { ms: 120_000, pages: 20 };
const DRAWING = { startMs: 20_000, ms: 20_000, memory: 500_000, heap: 64, idleMs: 15_000 };
/** Pixels of a page's longer side, whatever its stated size. */
const SIDE = 2_600;
/** Bytes of a page as a greyscale picture; of its words. */
const MOST = { picture: SIDE * SIDE + 100, words: 1_000_000 };

/** Documents that are pictures. */
export const isPicture = (mimeType: string): boolean => PICTURE_TYPES.has(mimeType);

/** Why OCR is not available; null: it is. */
export const whyNoOcr = async (mode: 'auto' | 'off'): Promise<string | null> => {
  if (mode === 'off') return 'DOSAR_OCR is off';
  const asked = { signal: AbortSignal.timeout(LIMITS.ms), mostBytes: MOST.words };
  try {
    const run = (...words: [string, string]) => runLimited(words, Buffer.of(), asked);
    const [known] = await Promise.all([run('tesseract', '--list-langs'), run('pdftoppm', '-v')]);
    const said = known?.toString() ?? '';
    const missing = [...LANGUAGES, ORIENTATION.language].filter((each) => !said.split('\n').includes(each));
    return missing.length > 0 ? `tesseract does not know ${missing.join(', ')}` : null;
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    return error.message;
  }
};

const tesseract = async (picture: Uint8Array, signal: AbortSignal): Promise<string | null> => {
  const words = ['stdin', 'stdout', '-l', LANGUAGES.join('+'), '--psm', ORIENTATION.mode];
  const said = await runLimited(['tesseract', ...words], picture, { signal, mostBytes: MOST.words });
  return said?.toString() ?? null;
};

const pageOf = (pdf: Uint8Array, number: number, signal: AbortSignal): Promise<Buffer | null> => {
  const page = ['-f', String(number), '-l', String(number), '-singlefile'];
  const program = ['pdftoppm', '-gray', '-scale-to', String(SIDE), ...page, '-'] as const;
  return runLimited(program, pdf, { signal, mostBytes: MOST.picture });
};

/** OCR of photos and scanned pages, by programs of the operating system, one document after the other. */
export class Ocr {
  private readonly drawing = new Drawing(workerFile('scan.worker'), DRAWING);

  constructor(
    private readonly documents: Pick<Documents, 'open'>,
    private readonly limits = LIMITS,
  ) {}

  /** The whole text of a document, pictures included. @throws Unavailable */
  readonly read = async (content: SearchContent, signal: AbortSignal): Promise<DocumentText> => {
    const bytes = await bytesIfThere(this.documents, content);
    const { mimeType } = content;
    if (!bytes) return { why: 'damaged' };
    const until = AbortSignal.any([signal, AbortSignal.timeout(this.limits.ms)]);
    const outcome = isPicture(mimeType) ? await this.picture(bytes, until) : await this.pages(bytes, signal, until);
    // an interrupted reading has no result
    if (signal.aborted) throw new Unavailable('the document is not read any more');
    return outcome;
  };

  end(): void {
    this.drawing.end();
  }

  private async picture(bytes: ArrayBuffer, until: AbortSignal): Promise<DocumentText> {
    const drawn = await this.drawn(bytes, until);
    if ('why' in drawn) return drawn;
    const text = drawn.picture ? await tesseract(drawn.picture.data, until) : '';
    if (text === null) return { why: until.aborted ? 'too_large' : 'damaged' };
    const into = new Written();
    into.add(text);
    return into.result();
  }

  /** Pages of a PDF without words are read by OCR, one by one. */
  private async pages(bytes: ArrayBuffer, signal: AbortSignal, until: AbortSignal): Promise<DocumentText> {
    const known = await documentWords({ bytes: bytes.slice(0), mimeType: MIME_TYPES.pdf }, { signal });
    if ('why' in known) return known;
    const { text, isCut, scannedPages = [] } = known;
    const into = new Written();
    into.add(text);
    const tried = scannedPages.slice(0, this.limits.pages);
    let read = 0;
    for (const number of tried) {
      const picture = await pageOf(new Uint8Array(bytes), number, until);
      const words = picture && (await tesseract(picture, until));
      if (until.aborted) break;
      if (words === null) continue;
      into.add(`\n\n${words}`);
      read += 1;
    }
    if (text === '' && read === 0) return { why: until.aborted ? 'too_large' : 'damaged' };
    return into.result(isCut || read < scannedPages.length);
  }

  private async drawn(bytes: ArrayBuffer, until: AbortSignal): Promise<Drawn> {
    try {
      return await this.drawing.draw(bytes, { signal: until });
    } catch (error) {
      if (until.aborted) return { why: 'too_large' };
      throw error instanceof CannotDraw ? new Unavailable(error.message) : error;
    }
  }
}
