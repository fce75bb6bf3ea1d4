import { getDocument, PDFWorker, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { workerOf } from '../../../platform/trusted';

/** Fonts, letters and decoders that documents count on; the build puts them there. */
const PARTS = `/assets/pdf-${__PDF_VERSION__}/`;
/** Larger pictures than any scanner makes would only fill the memory. */
const MOST_PIXELS = 100_000_000;

export type Pdf = { readonly pages: PDFDocumentProxy; readonly close: () => void };

/** Opens a PDF in a thread of its own: no scripts of it are run, and nothing in it is compiled. */
export const openPdf = async (bytes: ArrayBuffer): Promise<Pdf> => {
  const port = workerOf(workerAddress);
  const worker = PDFWorker.create({ port });
  const task = getDocument({
    // the thread takes what it is given
    data: new Uint8Array(bytes.slice(0)),
    worker,
    isEvalSupported: false,
    useWasm: false,
    enableXfa: false,
    maxImageSize: MOST_PIXELS,
    cMapUrl: `${PARTS}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${PARTS}standard_fonts/`,
    wasmUrl: `${PARTS}wasm/`,
    verbosity: 0,
  });
  const close = () => {
    void task.destroy().finally(() => {
      worker.destroy();
      port.terminate();
    });
  };
  try {
    return { pages: await task.promise, close };
  } catch (error) {
    close();
    throw error;
  }
};
