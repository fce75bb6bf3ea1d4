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

/** Plain text under several names: each may be renamed to another. */
const TEXTS: readonly Extension[] = ['txt', 'csv', 'xml', 'json', 'sql'];
const isText = (mimeType: string): boolean => TEXTS.some((extension) => MIME_TYPES[extension] === mimeType);

/** Whether a file of that type may bear that name. */
export const isNameFor = (name: string, mimeType: string): boolean => {
  const extension = extensionOf(name);
  if (!isAllowedExtension(extension) || hasBlockedExtension(name)) return false;
  const wanted = MIME_TYPES[extension];
  return wanted === mimeType || (isText(wanted) && isText(mimeType));
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

/** In any place of a name: what hides the last part would show such a one. */
export const hasBlockedExtension = (name: string): boolean =>
  name
    .toLowerCase()
    .split('.')
    .slice(1)
    .some((part) => (BLOCKED_EXTENSIONS as readonly string[]).includes(part.trim()));

/** The part behind the last dot, in lower case; empty when there is none. */
export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

export const isAllowedExtension = (extension: string): extension is Extension =>
  (ALLOWED_EXTENSIONS as readonly string[]).includes(extension);

/** Largest size of a file with this name, in bytes. */
export const sizeLimitOf = (name: string): number => (extensionOf(name) === 'zip' ? FILE_LIMITS.zip : FILE_LIMITS.file);

/** Files of these types are pictures. */
export const PICTURE_TYPES: ReadonlySet<string> = new Set([MIME_TYPES.jpg, MIME_TYPES.png, MIME_TYPES.webp]);

/** Of files of these types there is a thumbnail. */
export const THUMBNAIL_TYPES: ReadonlySet<string> = new Set([...PICTURE_TYPES, MIME_TYPES.pdf]);
