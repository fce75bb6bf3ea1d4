import { fileTypeFromBuffer } from 'file-type/core';
import { extensionOf, MIME_TYPES, nameFault, type Extension } from '@dosar/contracts';
import { Problem } from '../../platform/http/problem';
import { isActive, textOf } from '../downloads/active-text';

/** How much of a file's beginning identifies it. */
export const HEAD_BYTES = 64 * 1024;

const refuse = () => new Problem('INVALID_FILE_TYPE');

const CFB = 'application/x-cfb';
const ZIP = 'application/zip';
const TEXTS: ReadonlySet<Extension> = new Set<Extension>(['txt', 'csv', 'svg', 'xml', 'json', 'sql']);
const OLE: ReadonlySet<Extension> = new Set<Extension>(['doc', 'xls', 'ppt']);
const OFFICE: ReadonlySet<Extension> = new Set<Extension>(['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp']);
/** More precise types of a ZIP: documents, never programs. */
const ZIPPED: ReadonlySet<string> = new Set([ZIP, ...[...OFFICE].map((extension) => MIME_TYPES[extension])]);
/** The library's names that differ from the registered ones. */
const ALIASES: Readonly<Record<string, string>> = { 'application/x-rar-compressed': 'application/vnd.rar' };

/** The extension of an uploaded name. @throws Problem INVALID_FILE_TYPE when it is not allowed. */
export const allowedExtensionOf = (name: string): Extension => {
  const fault = nameFault(name);
  if (fault) throw new Problem('INVALID_FILE_TYPE', new Map([['file', fault]]));
  return extensionOf(name) as Extension;
};

/** Checks of an upload after its first bytes. */
export type Watch = {
  /** For every chunk after the first bytes. @throws Problem */
  readonly chunk: (bytes: Buffer, offset: number) => void;
  /** At the end. @throws Problem */
  readonly end: () => void;
};
const NOTHING: Watch = { chunk: () => {}, end: () => {} };

/**
 * Decides by its content whether a file is of its extension's type; the sender's media type is ignored.
 * @throws Problem INVALID_FILE_TYPE
 */
export const inspect = async (extension: Extension, head: Buffer): Promise<Watch> => {
  if (isProgram(head)) throw refuse();
  if (TEXTS.has(extension)) return inspectText(extension, head);
  const found = (await fileTypeFromBuffer(head))?.mime ?? '';
  const mime = ALIASES[found] ?? found;
  if (OLE.has(extension)) return mime === CFB ? inspectOle(head) : fail();
  if (extension === 'zip') return ZIPPED.has(mime) ? NOTHING : fail();
  if (OFFICE.has(extension))
    return mime === MIME_TYPES[extension] || (mime === ZIP && looksPacked(extension, head)) ? NOTHING : fail();
  return mime === MIME_TYPES[extension] ? NOTHING : fail();
};

/** Signatures of programs, shortcuts and scripts, which are refused whatever else they are. */
const PROGRAMS = ['7f454c46', '4c0000000114020000000000c000000000000046', 'cafebabe', '2321'].map((mark) =>
  Buffer.from(mark, 'hex'),
);
const PE = Buffer.from('PE\0\0');
/** Disk images have any content in their first 32 KB, and their signature after it. */
const DISK = { mark: Buffer.from('CD001'), places: [0x8001, 0x8801, 0x9001] };

const stands = (head: Buffer, mark: Buffer, place: number) => head.subarray(place, place + mark.length).equals(mark);

const isProgram = (head: Buffer): boolean =>
  PROGRAMS.some((mark) => stands(head, mark, 0)) ||
  (head.length >= 64 && stands(head, Buffer.from('MZ'), 0) && stands(head, PE, head.readUInt32LE(0x3c))) ||
  DISK.places.some((place) => stands(head, DISK.mark, place));

const fail = (): never => {
  throw refuse();
};

/** Parts may be in any order, but the names at the beginning always include one of these. */
const looksPacked = (extension: Extension, head: Buffer) =>
  head.includes(extension.startsWith('od') ? 'mimetype' : '[Content_Types].xml');

/** Programs contain zero bytes; scripts are recognised by their beginning. */
const inspectText = (extension: Extension, head: Buffer): Watch => {
  const { text, isWide } = textOf(head);
  if (isWide && (extension === 'svg' || text.includes('\0'))) throw refuse();
  if (isActive(text, head.length >= HEAD_BYTES)) throw refuse();
  if ((extension === 'xml' || extension === 'svg') && !text.startsWith('<')) throw refuse();
  if (extension === 'svg' && !/<svg[\s>]/i.test(text)) throw refuse();
  if (isWide) return NOTHING;
  const chunk = (bytes: Buffer) => {
    if (bytes.includes(0)) throw refuse();
  };
  chunk(head);
  return { chunk, end: () => {} };
};

/** The class id of Windows installers, which use the container of old Office documents. */
const INSTALLER = Buffer.from('84100c0000000000c000000000000046', 'hex');
const STREAMS = ['WordDocument', 'Workbook', 'Book', 'PowerPoint Document'].map((name) => Buffer.from(name, 'utf16le'));

/** Reads the container's directory, wherever it is in the file: it must have a document and no program. */
const inspectOle = (head: Buffer): Watch => {
  if (head.length < 512) throw refuse();
  const sector = 2 ** head.readUInt16LE(30);
  const start = (head.readUInt32LE(48) + 1) * sector;
  const directory = Buffer.alloc(Math.min(sector, 4096));
  const seen = { bytes: 0 };
  const chunk = (bytes: Buffer, offset: number) => {
    const from = Math.max(start, offset);
    const to = Math.min(start + directory.length, offset + bytes.length);
    if (from < to) seen.bytes += bytes.copy(directory, from - start, from - offset, to - offset);
  };
  chunk(head, 0);
  const end = () => {
    const isDocument = STREAMS.some((name) => directory.includes(name));
    if (seen.bytes === 0 || directory.includes(INSTALLER) || !isDocument) throw refuse();
  };
  return { chunk, end };
};
