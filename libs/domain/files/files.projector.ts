import { put, type Projector } from '@dosar/kernel';
import { sortKey, type File } from '@dosar/contracts';
import type { UserEvent } from '../identity/user.events';
import { changeShown, know, knowAnew, named, ofShown, type Known } from '../known';
import type { DriveEvent } from './drive.events';

const showOwner = (row: File, { known, name }: Known): File =>
  row.owner.id === known ? { ...row, owner: { id: known, name } } : row;

export const files: Projector<DriveEvent | UserEvent, File | Known> = {
  view: 'files',
  version: 1,
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
  },
  indexes: [
    ['client_id', 'folder_id', 'deleted', 'sort_name'],
    ['client_id', 'deleted', 'deleted_at'],
  ],
  columnsOf: ofShown(
    (row: File) => ({
      client_id: row.client_id,
      folder_id: row.folder_id,
      deleted: row.deleted_at === null ? 0 : 1,
      deleted_at: row.deleted_at,
      sort_name: sortKey(row.name ?? ''),
      size: row.size,
      created: row.created_at,
      modified: row.modified_at,
      status: row.process_state,
    }),
    {},
  ),
  subjectsOf: ofShown(({ owner }: File) => [owner.id], []),
  audienceOf: ofShown(({ client_id }: File) => client_id, null),

  on: {
    UserRegistered: ({ name }, { resource }) => know(resource.id, name),
    UserProfileChanged: ({ name }, { resource }, rows) =>
      name ? knowAnew(rows, resource.id, { name: name.to }, showOwner) : [],

    FileUploaded: async ({ fileId, folderId, name, size, mimeType, sha256 }, { tenant, actor, occurredAt }, rows) =>
      put<File | Known>(fileId, {
        id: fileId,
        name,
        client_id: tenant.clientId!,
        folder_id: folderId,
        size,
        mime_type: mimeType,
        sha256,
        owner: await named(rows, actor.id),
        process_state: 'new',
        accounting_status: null,
        notes_count: 0,
        deleted_at: null,
        created_at: occurredAt,
        modified_at: occurredAt,
      }),
    FileRenamed: ({ fileId, to }, { occurredAt }, rows) =>
      changeShown(rows, fileId, (row) => ({ ...row, name: to, modified_at: occurredAt })),
    FileMoved: ({ fileId, to }, { occurredAt }, rows) =>
      changeShown(rows, fileId, (row) => ({ ...row, folder_id: to.folderId, modified_at: occurredAt })),
    FileDeleted: ({ fileId }, { occurredAt }, rows) =>
      changeShown(rows, fileId, (row) => ({ ...row, deleted_at: occurredAt })),
    FileRestored: ({ fileId, to }, _, rows) =>
      changeShown(rows, fileId, (row) => ({ ...row, name: to, deleted_at: null })),
    FileProcessStateChanged: ({ fileId, to }, _, rows) =>
      changeShown(rows, fileId, (row) => ({ ...row, process_state: to })),
    FileAccountingStatusChanged: ({ fileId, to }, _, rows) =>
      changeShown(rows, fileId, (row) => ({ ...row, accounting_status: to })),
  },
};
