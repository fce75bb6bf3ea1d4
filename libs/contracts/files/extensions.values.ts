import { z } from 'zod';
import type { BrokenRule } from '../rules';
import { FILE_LIMITS } from './files.values';

/** What may be uploaded, by the last part of its name. */
export const ALLOWED_EXTENSIONS = [
  'pdf',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'ppt',
  'pptx',
  'odt',
  'ods',
  'odp',
  'rtf',
  'txt',
  'csv',
  'jpg',
  'jpeg',
  'png',
  'gif',
  'bmp',
  'svg',
  'webp',
  'zip',
  'rar',
  '7z',
  'tar',
  'gz',
  'xml',
  'json',
  'sql',
] as const;
export type Extension = (typeof ALLOWED_EXTENSIONS)[number];

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

/** The media type of what is behind each extension. */
export const MIME_TYPES: Readonly<Record<Extension, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: `${OPEN_XML}.wordprocessingml.document`,
  xls: 'application/vnd.ms-excel',
  xlsx: `${OPEN_XML}.spreadsheetml.sheet`,
  ppt: 'application/vnd.ms-powerpoint',
  pptx: `${OPEN_XML}.presentationml.presentation`,
  odt: `${OPEN_DOCUMENT}.text`,
  ods: `${OPEN_DOCUMENT}.spreadsheet`,
  odp: `${OPEN_DOCUMENT}.presentation`,
  rtf: 'application/rtf',
  txt: 'text/plain',
  csv: 'text/csv',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  bmp: 'image/bmp',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  zip: 'application/zip',
  rar: 'application/vnd.rar',
  '7z': 'application/x-7z-compressed',
  tar: 'application/x-tar',
  gz: 'application/gzip',
  xml: 'application/xml',
  json: 'application/json',
  sql: 'application/sql',
};

/** What opens with one another's name, and is often named so: the type stays that of the content. */
const FAMILIES: readonly (readonly Extension[])[] = [
  ['txt', 'csv', 'xml', 'json', 'sql'],
  ['jpg', 'jpeg', 'png', 'gif', 'bmp', 'webp'],
  ['doc', 'docx', 'odt', 'rtf'],
  ['xls', 'xlsx', 'ods', 'csv'],
  ['xls', 'xml'],
  ['ppt', 'pptx', 'odp'],
  ['zip', 'rar', '7z', 'tar', 'gz'],
];

/** Whether a file of that type may bear that name, as far as its extension says. */
export const isNameFor = (name: string, mimeType: string): boolean => {
  const extension = extensionOf(name);
  if (!isAllowedExtension(extension)) return false;
  if (MIME_TYPES[extension] === mimeType) return true;
  return FAMILIES.some(
    (family) => family.includes(extension) && family.some((other) => MIME_TYPES[other] === mimeType),
  );
};

export const BLOCKED_EXTENSIONS = [
  'exe',
  'dll',
  'msi',
  'bat',
  'cmd',
  'com',
  'sh',
  'ps1',
  'vbs',
  'js',
  'jar',
  'apk',
  'lnk',
  'iso',
  'img',
] as const;

const isBlocked = (part: string): boolean => (BLOCKED_EXTENSIONS as readonly string[]).includes(part);
/** Words of ordinary names, too: `Factura Booking.com.pdf`. */
const WORDS: ReadonlySet<string> = new Set(['com', 'js', 'sh', 'cmd']);

/** What of its name or content a file is not taken for: rules of `texts/*.ts`. */
export const FileRule = z.enum([
  ...(['name_blocked', 'name_type', 'name_no_extension'] as const),
  ...(['content_empty', 'content_differs', 'content_program', 'content_page', 'content_damaged'] as const),
]);
export type FileRule = z.infer<typeof FileRule>;

/** Why no file may bear this name; null: one may. A system that hides the last part would show what stands before it. */
export const nameFault = (name: string): BrokenRule | null => {
  const extension = extensionOf(name);
  if (extension.trim() === '') return { rule: 'name_no_extension', values: {} };
  if (!isAllowedExtension(extension)) return { rule: 'name_type', values: { extension: extension.trim() } };
  const before = (name.toLowerCase().split('.').slice(1).at(-2) ?? '').trim();
  return isBlocked(before) && !WORDS.has(before) ? { rule: 'name_blocked', values: { extension: before } } : null;
};

/** The part behind the last dot, in lower case; empty when there is none. */
export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

export const isAllowedExtension = (extension: string): extension is Extension =>
  (ALLOWED_EXTENSIONS as readonly string[]).includes(extension);

/** What may have nothing in it and is still what its name says. */
export const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['txt', 'csv', 'json', 'sql']);

/** What systems and programs of an office leave in folders for themselves. */
const LEFTOVERS = /^(?:__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini|\._.*|~\$.*|\.~lock\..*#)$/i;
/** Whether this is no document of anybody's, by its name and those of the folders that it is in. */
export const isNoDocument = (path: readonly string[]): boolean =>
  LEFTOVERS.test(path.at(-1) ?? '') || path.some((folder) => folder.toUpperCase() === '__MACOSX');

/** Largest size of a file with this name, in bytes. */
export const sizeLimitOf = (name: string): number => (extensionOf(name) === 'zip' ? FILE_LIMITS.zip : FILE_LIMITS.file);

/** Files of these types are pictures as scanners and phones make them: their words are read, and they become pages. */
export const PICTURE_TYPES: ReadonlySet<string> = new Set([MIME_TYPES.jpg, MIME_TYPES.png, MIME_TYPES.webp]);

/** Of files of these types there is a thumbnail. */
export const THUMBNAIL_TYPES: ReadonlySet<string> = new Set([
  ...PICTURE_TYPES,
  MIME_TYPES.gif,
  MIME_TYPES.bmp,
  MIME_TYPES.svg,
  MIME_TYPES.pdf,
]);
