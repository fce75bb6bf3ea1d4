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

/** The words of a PDF, page by page. @throws Unread */
export const pdfText = async (bytes: Uint8Array<ArrayBuffer>): Promise<DocumentText> => {
  const { getDocument } = await loadPdfLibrary();
  const task = getDocument({ ...PDF_SAFELY, data: bytes });
  try {
    const pages = await task.promise;
    const into = new Written();
    const scannedPages: number[] = [];
    for (let number = 1; number <= pages.numPages && !into.isFull; number += 1) {
      const page = await pages.getPage(number);
      let hasWords = false;
      for (const item of (await page.getTextContent()).items) {
        if (!isText(item)) continue;
        into.add(item.hasEOL ? `${item.str}\n` : item.str);
        hasWords ||= item.str.trim() !== '';
      }
      into.add('\n\n');
      if (!hasWords) scannedPages.push(number);
      page.cleanup();
    }
    return { ...into.result(), scannedPages };
  } catch (error) {
    throw (error as Error).name === 'PasswordException' ? new Unread('encrypted') : error;
  } finally {
    await task.destroy();
  }
};
