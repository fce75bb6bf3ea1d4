import { createRequire } from 'node:module';

/** The file of a font with all letters of Romanian, which the fonts that every reader of PDF has do not have. */
export const FONT = createRequire(import.meta.url).resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf');
