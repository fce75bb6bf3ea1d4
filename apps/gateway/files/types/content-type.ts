import { fileTypeFromBuffer } from 'file-type/core';
import {
  BLOCKED_EXTENSIONS,
  extensionOf,
  isNameFor,
  MAY_BE_EMPTY,
  MIME_TYPES,
  nameFault,
  type Extension,
} from '@dosar/contracts';
import { isActive, textOf } from '../downloads/active-text';
import { watchOle } from './old-office';
import { mustBeNoProgram } from './programs';
import { notTaken, type Watch } from './watch';
import { watchZip } from './zipped-office';

/** How much of a file's beginning identifies it. */
export const HEAD_BYTES = 64 * 1024;

/** The extension of an uploaded name. @throws Problem INVALID_FILE_TYPE when it is not allowed. */
export const allowedExtensionOf = (name: string): Extension => {
  const fault = nameFault(name);
  if (fault) throw notTaken(fault.rule, fault.values);
  return extensionOf(name) as Extension;
};

/** What its first bytes tell already. */
const settled = (type: Extension): Watch => ({ chunk: () => {}, end: () => type });

const CFB = 'application/x-cfb';
const TEXTS: ReadonlySet<Extension> = new Set<Extension>(['txt', 'csv', 'svg', 'xml', 'json', 'sql']);
const ARCHIVES: ReadonlySet<Extension> = new Set<Extension>(['zip', 'rar', '7z', 'tar', 'gz']);
/** What is in ZIP archives of these types: documents, never programs. */
const OFFICE: readonly Extension[] = ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'];
/** The library's names that differ from the registered ones. */
const ALIASES: Readonly<Record<string, string>> = { 'application/x-rar-compressed': 'application/vnd.rar' };
const BY_TYPE: ReadonlyMap<string, Extension> = new Map(
  (Object.keys(MIME_TYPES) as Extension[]).reverse().map((extension) => [MIME_TYPES[extension], extension]),
);

/**
 * Decides by its content whether a file is of a type that its extension may name; the sender's media type is ignored.
 * @throws Problem INVALID_FILE_TYPE
 */
export const inspect = async (named: Extension, head: Buffer): Promise<Watch> => {
  if (head.length === 0 && !MAY_BE_EMPTY.has(named)) throw notTaken('content_empty');
  mustBeNoProgram(head);
  const isPacked = isAt(head, 'PK\x03\x04') || isAt(head, '\xd0\xcf\x11\xe0');
  if (TEXTS.has(named) && !(isPacked && named !== 'svg')) return watchText(named, head);
  const watch = await found(named, head);
  const end = (): Extension => {
    const type = watch.end();
    if (!isNameFor(`.${named}`, MIME_TYPES[type])) throw notTaken('content_found', { extension: named, found: type });
    return type;
  };
  return { chunk: watch.chunk, end };
};

/** Looks where the programs look that open it. */
const found = async (named: Extension, head: Buffer): Promise<Watch> => {
  if (textOf(head.subarray(0, 2)).isWide) return foundByText(named, head);
  const { mime = '', ext = '' } = (await fileTypeFromBuffer(head)) ?? {};
  if (mime === CFB) return watchOle(named, head);
  const type = BY_TYPE.get(ALIASES[mime] ?? mime) ?? null;
  if (type === 'zip' || (type !== null && OFFICE.includes(type))) {
    if (ARCHIVES.has(named)) return settled('zip');
    return type === 'zip' ? watchZip(named, head) : settled(type);
  }
  if (type === null && ext !== '') {
    const isProgram = (BLOCKED_EXTENSIONS as readonly string[]).includes(ext);
    throw isProgram ? notTaken('content_program') : notTaken('content_found', { extension: named, found: ext });
  }
  return type === null || type === 'xml' ? foundByText(named, head) : settled(type);
};

/** Readers of PDF look for its beginning in that many bytes: programs that send one leave a line or more before it. */
const PDF_WITHIN = 1_024;

const foundByText = (named: Extension, head: Buffer): Watch => {
  const { text } = textOf(head);
  if (isActive(text, head.length >= HEAD_BYTES)) throw notTaken('content_page', { extension: named });
  if (text.startsWith('{\\rtf')) return settled('rtf');
  if (head.toString('latin1', 0, PDF_WITHIN).includes('%PDF-')) return settled('pdf');
  if (named === 'xls' && SHEET_OF_XML.test(text)) return watchText('xml', head);
  if (named === 'xls' && looksLikeTable(text)) return watchText('csv', head);
  throw notTaken('content_differs', { extension: named });
};

const isAt = (head: Buffer, mark: string): boolean => head.toString('latin1', 0, mark.length) === mark;

/** Sheets that programs of bookkeeping write, and name as Excel's own: as XML, or as lines of cells. */
const SHEET_OF_XML = /^<\?xml[^]{0,2000}urn:schemas-microsoft-com:office:spreadsheet/;
const looksLikeTable = (text: string): boolean => {
  if (text.includes('\0')) return false;
  const lines = text.split(/\r?\n/, 3).filter((line) => line.trim() !== '');
  return ['\t', ';', ','].some((between) => lines.length > 1 && lines.every((line) => line.includes(between)));
};

/** Programs contain zero bytes; scripts are recognised by their beginning. What says it is XML is, under any name of a text. */
const watchText = (named: Extension, head: Buffer): Watch => {
  const differs = notTaken('content_differs', { extension: named });
  const { text, isWide } = textOf(head);
  if (isWide && (named === 'svg' || text.includes('\0'))) throw differs;
  if (isActive(text, head.length >= HEAD_BYTES)) throw notTaken('content_page', { extension: named });
  if ((named === 'xml' || named === 'svg') && !text.startsWith('<')) throw differs;
  if (named === 'svg' && !/<svg[\s>]/i.test(text)) throw differs;
  const type = named !== 'svg' && text.startsWith('<?xml') ? 'xml' : named;
  if (isWide) return settled(type);
  const chunk = (bytes: Buffer) => {
    if (bytes.includes(0)) throw differs;
  };
  chunk(head);
  return { chunk, end: () => type };
};
