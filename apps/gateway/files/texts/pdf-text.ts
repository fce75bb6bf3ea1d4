import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { Unread, Written, type DocumentText } from './outcome';

const isText = (item: object): item is { str: string; hasEOL: boolean } => 'str' in item;

/** Loads the library together with the part it would otherwise load with the first document. */
export const loadPdfLibrary = async () => {
  await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  return import('pdfjs-dist/legacy/build/pdf.mjs');
};

/** Nothing in a PDF is run, drawn or fetched. */
export const PDF_SAFELY = {
  isEvalSupported: false,
  useWasm: false,
  disableFontFace: true,
  useSystemFonts: false,
  enableXfa: false,
  verbosity: 0,
} as const;

/** So many pages are looked at for what they draw; and so many lines and areas may be letters without words. */
const MOST = { blank: 50, paths: 50 };
/** No picture of more than a dot is unpacked. */
const WITHOUT_PICTURES = { ...PDF_SAFELY, maxImageSize: 1 } as const;

/** What a page draws, but for its pictures; in the strict reading nothing when it has one, since that ends it. */
const drawnBy = async (pdf: PDFDocumentProxy, number: number): Promise<readonly number[]> => {
  const page = await pdf.getPage(number);
  const { fnArray } = await page.getOperatorList();
  page.cleanup();
  return fnArray;
};

/** Of pages without words those from the first on that shows something: a blank page is no picture. */
const picturesAmong = async (
  bytes: Uint8Array<ArrayBuffer>,
  wordless: readonly number[],
): Promise<readonly number[]> => {
  if (wordless.length === 0) return [];
  const { getDocument, OPS } = await loadPdfLibrary();
  const strict = getDocument({ ...WITHOUT_PICTURES, stopAtErrors: true, data: bytes.slice() });
  const lenient = getDocument({ ...WITHOUT_PICTURES, data: bytes });
  let blank = 0;
  try {
    const [all, rest] = await Promise.all([strict.promise, lenient.promise]);
    for (const number of wordless.slice(0, MOST.blank)) {
      const drawn = await drawnBy(all, number);
      const hasPicture = drawn.length === 0 && (await drawnBy(rest, number)).length > 0;
      if (hasPicture || drawn.filter((each) => each === OPS.constructPath).length > MOST.paths) break;
      blank += 1;
    }
  } catch {
    // it is drawn as no library can: it may be a picture
  } finally {
    await Promise.all([strict.destroy(), lenient.destroy()]);
  }
  return wordless.slice(blank);
};

/** What somebody wrote upon a page: into the fields of a form, and as notes that are seen. */
type Annotation = {
  readonly subtype?: string;
  readonly fieldType?: string;
  readonly fieldValue?: unknown;
  readonly contentsObj?: { readonly str?: string };
};
/** Fields with texts, and those that are chosen from a list. */
const FILLED: ReadonlySet<string> = new Set(['Tx', 'Ch']);
/** Forms of more pages are not looked through for what was filled in. */
const MOST_FILLED = 200;

const writtenUpon = async (page: PDFPageProxy): Promise<string> => {
  const all = (await page.getAnnotations()) as readonly Annotation[];
  return all
    .map(({ subtype, fieldType = '', fieldValue, contentsObj }) => {
      if (subtype === 'FreeText') return contentsObj?.str ?? '';
      const values = FILLED.has(fieldType) ? [fieldValue].flat() : [];
      return values.filter((value) => typeof value === 'string').join(' ');
    })
    .filter((text) => text.trim() !== '')
    .join('\n');
};

/** The words of a PDF, page by page. @throws Unread */
export const pdfText = async (bytes: Uint8Array<ArrayBuffer>): Promise<DocumentText> => {
  const { getDocument } = await loadPdfLibrary();
  // the library takes what it is given
  const copy = bytes.slice();
  const task = getDocument({ ...PDF_SAFELY, data: bytes });
  try {
    const pages = await task.promise;
    const into = new Written();
    const wordless: number[] = [];
    for (let number = 1; number <= pages.numPages && !into.isFull; number += 1) {
      const page = await pages.getPage(number);
      let hasWords = false;
      for (const item of (await page.getTextContent()).items) {
        if (!isText(item)) continue;
        into.add(item.hasEOL ? `${item.str}\n` : item.str);
        hasWords ||= item.str.trim() !== '';
      }
      const upon = number <= MOST_FILLED ? await writtenUpon(page) : '';
      if (upon !== '') into.add(`\n${upon}`);
      hasWords ||= upon !== '';
      into.add('\n\n');
      if (!hasWords) wordless.push(number);
      page.cleanup();
    }
    return { ...into.result(), scannedPages: await picturesAmong(copy, wordless) };
  } catch (error) {
    throw (error as Error).name === 'PasswordException' ? new Unread('encrypted') : error;
  } finally {
    await task.destroy();
  }
};
