import { z } from 'zod';
import { asOf, endpoint, Flag, IdParam, listOf, MaybePaging, maybePageOf, oneOf, Order, stoodAt } from '../endpoint';
import { ClientId, FolderId } from '../ids';
import { partOf } from '../features';
import { FieldsChange, TagCount, Tags } from './document-fields.values';
import { DocumentFilters, FILE_ORDERS } from './files.filters';
import { PreviewFault, PreviewKind, Thumbnail, ThumbnailSize } from './files.values';
import { InvoiceSum, MonthsInvoice } from './invoices.view';
import { ItemName } from './item-names.values';
import { File, Folder } from './files.view';
import { history } from './history';

/** The fields of an upload beside the file. An empty one is the same as none. */
export const UploadFields = z.strictObject({
  /** The client whose file it is to be; without one, the own company. */
  client_id: ClientId.optional(),
  /** The folder in which it is to be; without one, the root. */
  folder_id: FolderId.optional(),
  /** Whether it is for a message: then it is put into the folder for these, and the answer has an `attachment_token`. */
  from_chat: Flag.optional(),
});

export const filesApi = partOf(['file_manager'], {
  list: endpoint({
    method: 'GET',
    path: '/files',
    summary:
      'The files in a folder, or in the root; without a page all of them, of more than 5,000 the first ones and how many there are.',
    query: MaybePaging.extend({
      /** The client whose files are asked for; without one, the own company. */
      clientId: ClientId.optional(),
      /** The folder whose files are asked for; without one, the root. */
      folderId: FolderId.optional(),
      ...DocumentFilters,
      /** By what the files are sorted. */
      sort: z.enum(FILE_ORDERS).default('name'),
      /** In which order they are sorted. */
      order: Order.default('asc'),
      /** Whether deleted files are listed, too. */
      include_deleted: Flag.default(false),
      ...asOf,
    }),
    status: 200,
    reply: maybePageOf('files', File).extend(stoodAt),
    view: 'files',
    refuses: ['NOT_FOUND'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/files/:id',
    summary: 'One file.',
    params: IdParam,
    query: z.object(asOf),
    status: 200,
    reply: oneOf('file', File).extend(stoodAt),
    view: 'files',
  }),
  upload: endpoint({
    method: 'POST',
    path: '/files/upload',
    summary: 'Uploads one file; its fields may come before or after it.',
    consumes: 'multipart',
    status: 201,
    reply: oneOf('file', File),
    form: UploadFields,
    refuses: [
      'ACCESS_DENIED',
      'NOT_FOUND',
      'NAME_TAKEN',
      'FILE_TOO_LARGE',
      'INVALID_FILE_TYPE',
      'QUOTA_EXCEEDED',
      'VALIDATION_FAILED',
    ],
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/files/:id',
    summary: 'Renames a file.',
    params: IdParam,
    body: z.strictObject({
      /** What the file is to be called, with an extension that is right for its content. */
      name: ItemName,
    }),
    status: 200,
    reply: oneOf('file', File),
    refuses: ['ACCESS_DENIED', 'NAME_TAKEN', 'INVALID_FILE_TYPE', 'BULK_LOCKED_ITEMS'],
  }),
  changeFields: endpoint({
    method: 'PATCH',
    path: '/files/:id/fields',
    summary: 'Changes what a document says of itself: what is not named stays, what is empty goes.',
    params: IdParam,
    body: FieldsChange,
    status: 200,
    reply: oneOf('file', File),
    refuses: ['ACCESS_DENIED'],
  }),
  changeTags: endpoint({
    method: 'PUT',
    path: '/files/:id/tags',
    summary: 'Sets the tags of a file: these, and no others.',
    params: IdParam,
    body: z.strictObject({ /** The tags that the file is to have, 20 at most. */ tags: Tags }),
    status: 200,
    reply: oneOf('file', File),
    refuses: ['ACCESS_DENIED'],
  }),
  tags: endpoint({
    method: 'GET',
    path: '/files/tags',
    summary: 'The tags of the files of a client, the most used ones first.',
    query: z.object({
      /** The client whose tags are asked for; without one, the own company. */
      client_id: ClientId.optional(),
    }),
    status: 200,
    reply: listOf('tags', TagCount),
    view: 'files',
    refuses: ['NOT_FOUND'],
  }),
  invoices: endpoint({
    method: 'GET',
    path: '/files/invoices',
    summary:
      'The documents of a month that have a day of their own, and their sums by kind and currency; of more than 5,000 the first ones, and how many there are.',
    query: z.object({
      /** The client whose documents are asked for; without one, the own company. */
      client_id: ClientId.optional(),
      /** YYYY-MM, by the day of the document. */
      month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
    }),
    status: 200,
    reply: z.object({
      /** The documents of the month, by their day. */
      invoices: z.array(MonthsInvoice),
      /** What they come to, by kind and currency. */
      sums: z.array(InvoiceSum),
      /** How many there are, when the answer does not have all of them. */
      total: z.int().optional(),
    }),
    view: 'files',
    refuses: ['NOT_FOUND'],
  }),
  trash: endpoint({
    method: 'GET',
    path: '/files/trash',
    summary:
      'What was deleted, newest first; without a page the newest 5,000 files and folders each, and how many there are when there are more.',
    query: MaybePaging.extend({
      /** The client whose trash is asked for; without one, the own company. */
      client_id: ClientId.optional(),
    }),
    status: 200,
    reply: z.object({
      /** The deleted files, newest first. */
      files: z.array(File),
      /** The deleted folders, newest first. */
      folders: z.array(Folder),
      /** How many deleted files there are, when the answer does not have all of them. */
      files_total: z.int().optional(),
      /** How many deleted folders there are, when the answer does not have all of them. */
      folders_total: z.int().optional(),
      ...stoodAt,
    }),
    view: 'files',
    refuses: ['NOT_FOUND'],
  }),
  download: endpoint({
    method: 'GET',
    path: '/files/:id/download',
    summary: 'A link that opens this file for five minutes.',
    params: IdParam,
    status: 200,
    reply: z.object({ /** An address that opens the file for five minutes, without a token. */ url: z.string() }),
  }),
  history: endpoint({
    method: 'GET',
    path: '/files/:id/history',
    summary: 'What happened to a file, newest first.',
    ...history,
  }),
  preview: endpoint({
    method: 'GET',
    path: '/files/:id/preview',
    summary: 'A link that opens this file for five minutes, to be looked at, and how it can be shown.',
    params: IdParam,
    query: z.object(asOf),
    status: 200,
    reply: z.object({
      /** An address that opens the file for five minutes, without a token. */
      url: z.string(),
      /** How the file can be shown. */
      kind: PreviewKind,
      /** Why it cannot be shown, where it could be otherwise. */
      why: PreviewFault.optional(),
      /** It was given up, and whoever asks may have it read again. */
      can_read_again: z.literal(true).optional(),
      ...stoodAt,
    }),
  }),
  readAgain: endpoint({
    method: 'POST',
    path: '/files/:id/read-again',
    summary: 'Has a document read again that was given up, since the server had ended three times while it was read.',
    params: IdParam,
    status: 204,
  }),
  thumbnail: endpoint({
    method: 'GET',
    path: '/files/:id/thumbnail',
    summary:
      'A small picture of a JPEG, PNG, WebP, GIF, BMP or SVG file, upright, or of the first page of a PDF that is not empty; null of other files, and of one that cannot be drawn.',
    params: IdParam,
    query: z.object({ size: ThumbnailSize.default('row') }),
    status: 200,
    reply: z.object({
      /** The picture; null when there is none. */
      thumbnail: Thumbnail.nullable(),
      /** Why there is none, where there could be one. */
      why: PreviewFault.optional(),
    }),
  }),
  content: endpoint({
    method: 'GET',
    path: '/files/content/:ticket',
    summary: 'What a link of a download opens; ranges are answered.',
    params: z.object({
      /** The ticket in the address that a download or preview was answered with. */
      ticket: z.string().min(1).max(1024),
    }),
    status: 200,
    sends: 'file',
  }),
});
