import './rolldown-runtime-BowF1xt-.js';
import { events, personal, shape } from './kernel.js';
import { r as Id, t as rule } from './rules-DQCKD-P6.js';
import { z } from 'zod';
// libs/contracts/text.ts
const STROKED = {
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  ŧ: 't',
  œ: 'oe',
  æ: 'ae',
  þ: 'th',
};
/**
 * A text as it is compared and searched: without case and diacritics, so that ș, ş and S are one letter. Letters with a
 * stroke have no decomposition and are mapped one by one.
 */
const folded = (text) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/[đðħıłøŧœæþ]/g, (letter) => STROKED[letter])
    .normalize('NFC');
/** A key to sort names by as people do: folded, and numbers by their value, so that 9 comes before 10. */
const sortKey = (text) => folded(text).replace(/\d+/g, (digits) => digits.padStart(12, '0'));
/** Length in UTF-8. */
const bytesOf = (text) => {
  let bytes = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0);
    bytes += code < 128 ? 1 : code < 2048 ? 2 : code < 65536 ? 3 : 4;
  }
  return bytes;
};
// libs/contracts/files/files.values.ts
const MiB = 1048576;
const FILE_LIMITS = {
  file: 20 * MiB,
  zip: 50 * MiB,
  chunk: 5 * MiB,
  name: 255,
  bulk: 500,
  batch: 100,
  note: 5e3,
};
const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';
/** The media type of what is behind each extension. */
const MIME_TYPES = {
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
['txt', 'csv', 'xml', 'json', 'sql'].map((extension) => MIME_TYPES[extension]);
const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff/\\]/u;
new RegExp(FORBIDDEN.source, 'gu');
z.string()
  .max(4 * FILE_LIMITS.name)
  .transform((name) => name.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1)
      .refine((name) => bytesOf(name) <= FILE_LIMITS.name, rule('name_length'))
      .refine((name) => !FORBIDDEN.test(name), rule('name_characters'))
      .refine((name) => name !== '.' && name !== '..', rule('name_dots'))
      .refine((name) => !name.endsWith('.'), rule('name_end')),
  )
  .meta({ description: '1 to 255 bytes of UTF-8; no slash, control or invisible character; no dot at the end.' });
/** Cuts a name to so many bytes and keeps its extension. */
const shortened = (name, bytes = FILE_LIMITS.name) => {
  if (bytesOf(name) <= bytes) return name;
  const dot = name.lastIndexOf('.');
  const end = dot > 0 && bytesOf(name.slice(dot)) <= 32 ? name.slice(dot) : '';
  const letters = [...name.slice(0, name.length - end.length)];
  while (bytesOf(letters.join('') + end) > bytes) letters.pop();
  return letters.join('').trimEnd() + end;
};
/** Two names in a folder are equal when their keys are: without case and diacritics. */
const nameKey = (name) =>
  name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC');
/** `name (1).ext`, `name (2).ext`…: the first that is free. */
const freeName = (name, isTaken) => {
  if (!isTaken(nameKey(name))) return name;
  const dot = name.lastIndexOf('.');
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let number = 1; ; number += 1) {
    const mark = ` (${number})`;
    const next = shortened(stem, FILE_LIMITS.name - bytesOf(mark + end)) + mark + end;
    if (!isTaken(nameKey(next))) return next;
  }
};
const ProcessState = z.enum(['new', 'processing', 'processed']);
const AccountingStatus = z.enum(['accounting_pending', 'accounting_in_review', 'accounting_completed']);
const OperationKind = z.enum(['move', 'delete', 'restore', 'status', 'download', 'extract_zip']);
const OperationStatus = z.enum(['in_progress', 'completed', 'failed', 'partial', 'cancelled']);
// libs/domain/files/drive.events.ts
const text = personal(z.string());
/** Where something stands: the folder, null for the root, and the path to it as it was then. */
const Place = z.object({
  folderId: Id.nullable(),
  path: text,
});
/** What every event about a folder, or about a file, can be read without its past. */
const folder = {
  folderId: Id,
  parentId: Id.nullable(),
  path: text,
};
const file = {
  fileId: Id,
  folderId: Id.nullable(),
  path: text,
};
/** What is deleted together is restored together: one deletion has one id. */
const deletion = { deletion: Id };
const DriveEvents = events(
  'drive',
  {
    FolderCreated: shape(
      z.object({
        ...folder,
        name: text,
        categoryKey: z.string().nullable(),
      }),
    ),
    FolderRenamed: shape(
      z.object({
        ...folder,
        from: text,
        to: text,
      }),
    ),
    FolderMoved: shape(
      z.object({
        folderId: Id,
        name: text,
        from: Place,
        to: Place,
      }),
    ),
    FolderDeleted: shape(
      z.object({
        ...folder,
        name: text,
        ...deletion,
      }),
    ),
    FolderRestored: shape(
      z.object({
        ...folder,
        from: text,
        to: text,
        ...deletion,
      }),
    ),
    FileUploaded: shape(
      z.object({
        ...file,
        name: text,
        blobId: z.string(),
        version: z.int(),
        size: z.int(),
        mimeType: z.string(),
        sha256: z.string(),
        fromChat: z.boolean(),
      }),
    ),
    FileRenamed: shape(
      z.object({
        ...file,
        from: text,
        to: text,
      }),
    ),
    FileMoved: shape(
      z.object({
        fileId: Id,
        name: text,
        from: Place,
        to: Place,
      }),
    ),
    FileDeleted: shape(
      z.object({
        ...file,
        name: text,
        ...deletion,
      }),
    ),
    FileRestored: shape(
      z.object({
        ...file,
        from: text,
        to: text,
        ...deletion,
      }),
    ),
    FileProcessStateChanged: shape(
      z.object({
        ...file,
        name: text,
        from: ProcessState,
        to: ProcessState,
      }),
    ),
    FileAccountingStatusChanged: shape(
      z.object({
        ...file,
        name: text,
        from: AccountingStatus.nullable(),
        to: AccountingStatus.nullable(),
      }),
    ),
  },
  (clientId) => `client:${clientId}`,
  (_, { data }) =>
    'fileId' in data
      ? {
          type: 'file',
          id: data.fileId,
        }
      : {
          type: 'folder',
          id: data.folderId,
        },
);
export {
  OperationStatus as a,
  nameKey as c,
  OperationKind as i,
  folded as l,
  AccountingStatus as n,
  ProcessState as o,
  FILE_LIMITS as r,
  freeName as s,
  DriveEvents as t,
  sortKey as u,
};

//# sourceMappingURL=drive.events-CAidgZNQ.js.map
