import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { createCanvas, type Canvas } from '@napi-rs/canvas';
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp, { type Sharp } from 'sharp';

/** Drawn twice as large, so that fine lines do not look thick. */
const FINER = 2;
/** How many empty first pages, as from scanners, are skipped. */
const LOOKED_AT = 3;

const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const part = (name: string) => join(folder, name) + sep;

/** Scales a page of any stated size. */
const drawn = async (page: PDFPageProxy, side: number): Promise<Canvas> => {
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: side / Math.max(width, height) });
  const pixels = (length: number) => Math.min(side, Math.max(1, Math.round(length)));
  const canvas = createCanvas(pixels(viewport.width), pixels(viewport.height));
  await page.render({ canvas, viewport }).promise;
  page.cleanup();
  return canvas;
};

const isEmpty = (canvas: Canvas): boolean => {
  const { buffer, byteOffset, byteLength } = canvas.data();
  const pixels = new Uint32Array(buffer, byteOffset, byteLength / Uint32Array.BYTES_PER_ELEMENT);
  return pixels.every((pixel) => pixel === pixels[0]);
};

/** The first page of a PDF that is not empty, or null. Nothing in it is run or fetched. */
export const firstPage = async (bytes: Uint8Array<ArrayBuffer>, side: number): Promise<Sharp | null> => {
  const task = getDocument({
    data: bytes,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    standardFontDataUrl: part('standard_fonts'),
    cMapUrl: part('cmaps'),
    wasmUrl: part('wasm'),
    verbosity: 0,
  });
  try {
    const pages = await task.promise;
    for (let number = 1; number <= Math.min(pages.numPages, LOOKED_AT); number += 1) {
      const page = await drawn(await pages.getPage(number), FINER * side);
      const { width, height } = page;
      if (!isEmpty(page)) return sharp(page.data(), { raw: { width, height, channels: 4 } });
    }
    return null;
  } finally {
    await task.destroy();
  }
};
