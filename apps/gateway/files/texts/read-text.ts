import type { Extension } from '@dosar/contracts';
import { withoutEncoded } from '../inside/encoded';
import { Grid } from '../sheets/grid';
import { openDocumentSheets } from '../sheets/open-document-sheets';
import { oldSheets } from '../sheets/old-sheets';
import { openXmlSheets } from '../sheets/open-xml-sheets';
import { oldWordText } from './old-word-text';
import { openDocumentText } from './open-document';
import { slidesText, wordText } from './open-xml';
import { Unread, type DocumentText } from './outcome';
import { holdsMore, holdsOthers } from './holds-more';
import { Parts } from './parts';
import { pdfText } from './pdf-text';
import { plainText } from './plain-text';
import { richText } from './rich-text';
import { xmlWords } from './xml-words';

type Read = (bytes: Buffer<ArrayBuffer>) => DocumentText | Promise<DocumentText>;

const office =
  (read: (parts: Parts) => Promise<DocumentText>): Read =>
  async (bytes) => {
    const parts = await Parts.of(bytes);
    const found = await read(parts);
    if ('text' in found && found.text === '' && (await holdsMore(parts))) throw new Unread('damaged');
    return found;
  };

/** Sheets by their addresses; a workbook without any could not be read. */
const sheets =
  (read: (bytes: Buffer, grid: Grid) => Promise<void> | void, isForSearch = false): Read =>
  async (bytes) => {
    const grid = new Grid(isForSearch);
    await read(bytes, grid);
    if (grid.isEmpty) throw new Unread('damaged');
    return grid.result();
  };
const ofParts = (read: (parts: Parts, grid: Grid) => Promise<void>) => async (bytes: Buffer, grid: Grid) => {
  const parts = await Parts.of(bytes);
  await read(parts, grid);
  if (!grid.hasValues && holdsOthers(parts)) throw new Unread('damaged');
};
const xlsx = ofParts(openXmlSheets);
const ods = ofParts(openDocumentSheets);

const READERS: Readonly<Partial<Record<Extension, Read>>> = {
  doc: oldWordText,
  docx: office(wordText),
  xls: sheets(oldSheets),
  xlsx: sheets(xlsx),
  pptx: office(slidesText),
  odt: office(openDocumentText),
  ods: sheets(ods),
  odp: office(openDocumentText),
  rtf: richText,
  // the library does not accept Node.js's buffers
  pdf: (bytes) => pdfText(new Uint8Array(bytes)),
  txt: plainText,
  csv: plainText,
  xml: plainText,
  json: plainText,
  sql: plainText,
};
const plainWords: Read = (bytes) => plainText(withoutEncoded(bytes).plain);
/** Readers for the search, which skip markup and encoded bytes. */
const FOR_SEARCH: typeof READERS = {
  xml: (bytes) => xmlWords(withoutEncoded(bytes).plain),
  txt: plainWords,
  csv: plainWords,
  json: plainWords,
  sql: plainWords,
  doc: oldWordText,
  xls: sheets(oldSheets, true),
  xlsx: sheets(xlsx, true),
  ods: sheets(ods, true),
};

/** Whether a file with this extension has words for the search. */
export const hasText = (extension: string): extension is Extension =>
  Object.hasOwn(READERS, extension) || Object.hasOwn(FOR_SEARCH, extension);

/** V8's messages when memory, an array, a text or the stack cannot grow any more. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof RangeError &&
  /allocation|Invalid (array|string) length|Maximum call stack|Map maximum/.test(error.message);

/** The text of a document. A faulty document is a result, not an error. */
export const readText = async (
  bytes: Buffer<ArrayBuffer>,
  extension: Extension,
  isForSearch = false,
): Promise<DocumentText> => {
  const read = (isForSearch && FOR_SEARCH[extension]) || READERS[extension];
  if (!read) throw new Error(`${extension} has no text`);
  try {
    return await read(bytes);
  } catch (error) {
    if (error instanceof Unread) return { why: error.why };
    return { why: isTooLarge(error) ? 'too_large' : 'damaged' };
  }
};
