import { put, view } from '@dosar/kernel';
import { folded, documentKey, NO_FIELDS, sortKey, type DocumentFields, type File } from '@dosar/contracts';
import type { UserEvent } from '../identity/user.events';
import {
  begunUnder,
  carriedAway,
  forgetReference,
  sealedUnder,
  updateShown,
  remember,
  renameReference,
  referenceTo,
  namesAndKeys,
  type NamesAndKeys,
  type ReferenceName,
} from '../reference-names';
import { clientOf, filesKey, type DriveEvent } from './drive.events';
import { fieldsRecorded } from '../recorded-fields';

const showName = (row: File, { nameOf, name }: ReferenceName): File => ({
  ...row,
  ...(row.owner.id === nameOf && { owner: { id: nameOf, name } }),
  ...(row.deleted_by?.id === nameOf && { deleted_by: { id: nameOf, name } }),
});

/** Null where all of them are empty. */
const shownFields = (fields: DocumentFields | null): DocumentFields | null =>
  fields !== null && Object.values(fields).some((value) => value !== null) ? fields : null;

/** Each tag on a line of its own, as it is compared: no tag has the end of a line in it. */
export const tagsIn = (tags: readonly string[]): string => `\n${tags.map(folded).join('\n')}\n`;

const fieldColumns = ({ fields, tags }: File) => {
  const { number, issuer, date, sum, due } = fields ?? NO_FIELDS;
  return {
    number: number === null ? null : sortKey(number),
    issuer: issuer === null ? null : sortKey(issuer),
    date,
    sum: sum === null ? null : Math.round(sum * 100),
    due,
    document: fields && documentKey(fields),
    tags: tags.length === 0 ? null : tagsIn(tags),
  };
};

export const files = view<DriveEvent | UserEvent, File, NamesAndKeys>()({
  view: 'files',
  version: 11,
  keepsFormer: true,
  columns: {
    client_id: 'text',
    folder_id: 'text',
    deleted: 'integer',
    deleted_at: 'text',
    sort_name: 'text',
    size: 'integer',
    created: 'text',
    modified: 'text',
    status: 'text',
    accounting: 'text',
    owner: 'text',
    sha256: 'text',
    number: 'text',
    issuer: 'text',
    date: 'text',
    sum: 'integer',
    due: 'text',
    document: 'text',
    tags: 'text',
  },
  indexes: [
    ['client_id', 'folder_id', 'deleted', 'sort_name'],
    ['client_id', 'deleted', 'deleted_at'],
    ['client_id', 'sha256'],
    ['client_id', 'date'],
    ['client_id', 'document'],
    ['client_id', 'tags'],
    ['client_id', 'deleted', 'status', 'created'],
    ['client_id', 'deleted', 'accounting', 'created'],
  ],
  beside: namesAndKeys,
  columnsOf: (row: File) => ({
    client_id: row.client_id,
    folder_id: row.folder_id,
    deleted: row.deleted_at === null ? 0 : 1,
    deleted_at: row.deleted_at,
    sort_name: sortKey(row.name ?? ''),
    size: row.size,
    created: row.created_at,
    modified: row.modified_at,
    status: row.process_state,
    accounting: row.accounting_status,
    owner: row.owner.id,
    sha256: row.sha256,
    ...fieldColumns(row),
  }),
  subjectsOf: ({ owner, deleted_by }) => [owner.id, ...(deleted_by ? [deleted_by.id] : [])],
  audienceOf: ({ client_id }) => client_id,
  resource: {
    type: 'file',
    nameOf: ({ name }) => name,
    members: { name: 'file_name', size: 'file_size' },
  },

  forgets: {
    user: ({ id }, rows) => forgetReference(rows, id, showName),
    files: async (key, rows) => [
      ...(await carriedAway(rows, key)),
      ...(await begunUnder(rows, key)).map((row) =>
        put<File>(row.id, { ...row, name: null, sha256: null, fields: null, tags: [] }),
      ),
    ],
  },

  on: {
    UserRegistered: ({ name }, { resource }) => remember(resource.id, name),
    UserProfileChanged: ({ name }, { resource }, rows) =>
      name ? renameReference(rows, resource.id, { name: name.to }, showName) : [],

    FileUploaded: async ({ fileId, folderId, name, size, mimeType, sha256 }, { stream, actor, occurredAt }, rows) =>
      put<File>(fileId, {
        id: fileId,
        name,
        client_id: clientOf(stream),
        folder_id: folderId,
        size,
        mime_type: mimeType,
        sha256,
        owner: await referenceTo(rows, actor.id),
        process_state: 'new',
        accounting_status: null,
        notes_count: 0,
        fields: null,
        tags: [],
        deleted_at: null,
        deleted_by: null,
        deletion: null,
        created_at: occurredAt,
        modified_at: occurredAt,
        duplicate_of: null,
      }),
    FileCarried: async ({ fileId, from, year, name, sha256, fields, tags }, { stream }, rows) => [
      ...(await updateShown(rows, fileId, (row) => ({
        ...row,
        name,
        sha256,
        fields: shownFields(fieldsRecorded(fields)),
        tags: tags ?? [],
      }))),
      await sealedUnder(rows, fileId, filesKey(clientOf(stream), year), filesKey(clientOf(stream), from)),
    ],
    FileRenamed: ({ fileId, to }, { occurredAt }, rows) =>
      updateShown(rows, fileId, (row) => ({ ...row, name: to, modified_at: occurredAt })),
    FileMoved: ({ fileId, to }, { occurredAt }, rows) =>
      updateShown(rows, fileId, (row) => ({ ...row, folder_id: to.folderId, modified_at: occurredAt })),
    FileDeleted: ({ fileId, deletion }, { actor, occurredAt }, rows) =>
      updateShown(rows, fileId, async (row) => ({
        ...row,
        deleted_at: occurredAt,
        deleted_by: await referenceTo(rows, actor.id),
        deletion,
      })),
    FileRestored: ({ fileId, to }, _, rows) =>
      updateShown(rows, fileId, (row) => ({ ...row, name: to, deleted_at: null, deleted_by: null, deletion: null })),
    FileNoteAdded: ({ fileId }, _, rows) =>
      updateShown(rows, fileId, (row) => ({ ...row, notes_count: row.notes_count + 1 })),
    FileProcessStateChanged: ({ fileId, to }, _, rows) =>
      updateShown(rows, fileId, (row) => ({ ...row, process_state: to })),
    FileAccountingStatusChanged: ({ fileId, to }, _, rows) =>
      updateShown(rows, fileId, (row) => ({ ...row, accounting_status: to })),
    FileFieldsChanged: ({ fileId, to }, _, rows) =>
      updateShown(rows, fileId, (row) => ({ ...row, fields: shownFields(fieldsRecorded(to)) })),
    FileTagsChanged: ({ fileId, to }, _, rows) => updateShown(rows, fileId, (row) => ({ ...row, tags: to ?? [] })),
  },
});
