import { MIME_TYPES, type Extension } from '@dosar/contracts';
import { openDocumentText } from './open-document';
import { sheetsText, slidesText, wordText } from './open-xml';
import type { DocumentText } from './outcome';
import { Parts, Unread } from './parts';
import { pdfText } from './pdf-text';
import { plainText } from './plain-text';
import { richText } from './rich-text';
import { xmlWords } from './xml-words';

type Read = (bytes: Buffer<ArrayBuffer>) => DocumentText | Promise<DocumentText>;

const office =
  (read: (parts: Parts) => Promise<DocumentText>): Read =>
  async (bytes) =>
    read(await Parts.of(bytes));

const READERS: Readonly<Partial<Record<Extension, Read>>> = {
  docx: office(wordText),
  xlsx: office(sheetsText),
  pptx: office(slidesText),
  odt: office(openDocumentText),
  ods: office(openDocumentText),
  odp: office(openDocumentText),
  rtf: richText,
  // the library takes no buffer of Node's
  pdf: (bytes) => pdfText(new Uint8Array(bytes)),
  txt: plainText,
  csv: plainText,
  xml: plainText,
  json: plainText,
  sql: plainText,
};
const BY_TYPE: ReadonlyMap<string, Read> = new Map(
  Object.entries(READERS).map(([extension, read]) => [MIME_TYPES[extension as Extension], read]),
);

/** Whether documents of that type have a text that can be read. */
export const hasText = (mimeType: string): boolean => BY_TYPE.has(mimeType);

/** Read otherwise by who looks for words: markup is none. */
const FOR_SEARCH: ReadonlyMap<string, Read> = new Map([[MIME_TYPES.xml, xmlWords]]);

/** The text of a document. Whatever is wrong with it is an outcome, not an error. */
export const readText = async (
  bytes: Buffer<ArrayBuffer>,
  mimeType: string,
  isForSearch = false,
): Promise<DocumentText> => {
  const read = (isForSearch && FOR_SEARCH.get(mimeType)) || BY_TYPE.get(mimeType);
  if (!read) throw new Error(`${mimeType} has no text`);
  try {
    return await read(bytes);
  } catch (error) {
    return { why: error instanceof Unread ? error.why : 'damaged' };
  }
};
