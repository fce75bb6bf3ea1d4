import { NO_FIELDS, type DocumentFields } from '@dosar/contracts';
import { decides } from '@dosar/kernel/testing';
import type { DataOf } from '@dosar/kernel';
import { drive } from '../files/drive.decider';
import type { DriveEvent } from '../files/drive.events';
import { recordedFields } from '../recorded-fields';

/** given(past events of a drive) */
export const given = decides(drive);

/** A user of the client; `someone` is an accountant. */
export const user = { actor: { kind: 'user', id: 'u-2', role: 'user', sessionId: 's-2' } } as const;

export const content = {
  blobId: 'b',
  size: 10,
  mimeType: 'application/pdf',
  sha256: 'x',
  bytesKey: 'y',
  source: { kind: 'upload', id: null },
} satisfies Partial<DataOf<DriveEvent, 'FileUploaded'>>;

export const folder = (
  ...[folderId, name, parentId = null, categoryKey = null]: readonly [
    folderId: string,
    name: string,
    parentId?: string | null,
    categoryKey?: string | null,
  ]
): DriveEvent => ({ type: 'FolderCreated', data: { year: 2026, folderId, parentId, name, categoryKey } });

export const file = (fileId: string, name: string, folderId: string | null = null) =>
  ({
    type: 'FileUploaded',
    data: { year: 2026, fileId, folderId, name, originalName: name, version: 1, ...content },
  }) satisfies DriveEvent;

/** The event that deletes what that event created. */
export const deleted = ({ type, data }: DriveEvent, deletion: string): DriveEvent => {
  if (type === 'FileUploaded') {
    const { fileId, year, folderId, name } = data;
    return { type: 'FileDeleted', data: { fileId, year, folderId, name, deletion } };
  }
  if (type !== 'FolderCreated') throw new Error(`${type} makes nothing`);
  const { folderId, year, parentId, name } = data;
  return { type: 'FolderDeleted', data: { folderId, year, parentId, name, deletion } };
};

/** An accountant has begun to work on it. */
export const processed = (fileId: string): DriveEvent => ({
  type: 'FileProcessStateChanged',
  data: { year: 2026, fileId, folderId: null, name: 'x', from: 'new', to: 'processing' },
});

/** Of a file of which nothing was said before. */
export const fieldsChanged = (fileId: string, to: DocumentFields): DriveEvent => ({
  type: 'FileFieldsChanged',
  data: {
    year: 2026,
    fileId,
    folderId: null,
    name: 'x',
    source: 'firm',
    from: recordedFields(NO_FIELDS),
    to: recordedFields(to),
  },
});
export const tagsChanged = (fileId: string, to: string[]): DriveEvent => ({
  type: 'FileTagsChanged',
  data: { year: 2026, fileId, folderId: null, name: 'x', from: [], to },
});

/** Events in short: `FileDeleted f`. */
export const deeds = (events: readonly DriveEvent[]): string[] =>
  events.map(({ type, data }) => `${type} ${'fileId' in data ? data.fileId : data.folderId}`);
