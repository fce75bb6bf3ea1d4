import { projects, someone } from '@dosar/kernel/testing';
import type { File, Folder } from '@dosar/contracts';
import { UserEvents } from '../identity/user.events';
import { BulkEvents } from './bulk.events';
import { contents } from './contents.projector';
import { DriveEvents } from './drive.events';
import { files } from './files.projector';
import { folders } from './folders.projector';
import { operations } from './operations.projector';

const { now, actor } = someone;
const registered = {
  type: 'UserRegistered',
  data: { role: 'user', firmId: null, name: 'Ana Țăranu', email: 'ana@brutaria.ro', phone: null },
  resource: { type: 'user', id: actor.id },
} as const;
const place = { folderId: null, path: '/' };
const uploaded = {
  type: 'FileUploaded',
  data: {
    fileId: 'f',
    ...place,
    name: 'bon.pdf',
    blobId: 'b',
    version: 1,
    size: 10,
    mimeType: 'application/pdf',
    sha256: 'x',
    fromChat: false,
  },
} as const;
const file: File = {
  id: 'f',
  name: 'bon.pdf',
  client_id: 'c-1',
  folder_id: null,
  size: 10,
  mime_type: 'application/pdf',
  sha256: 'x',
  owner: { id: actor.id, name: 'Ana Țăranu' },
  process_state: 'new',
  accounting_status: null,
  notes_count: 0,
  deleted_at: null,
  created_at: now,
  modified_at: now,
};
const known = { [`known:${actor.id}`]: { known: actor.id, name: 'Ana Țăranu', email: null } };

describe('the view of files', () => {
  const given = projects(files, DriveEvents, UserEvents);
  const later = '2026-02-01T08:00:00.000Z';

  it('shows an uploaded file with its owner', () => given(registered, uploaded).thenRows({ ...known, f: file }));
  it('shows a file whose owner was erased', () =>
    given(uploaded).thenRows({ f: { ...file, owner: { id: actor.id, name: null } } }));
  it('shows the new name, and when it was changed', () =>
    given(registered, uploaded, {
      type: 'FileRenamed',
      data: { fileId: 'f', ...place, from: 'bon.pdf', to: 'chitanță.pdf' },
      occurredAt: later,
    }).thenRows({
      ...known,
      f: { ...file, name: 'chitanță.pdf', modified_at: later },
    }));
  it('shows where a file was moved to', () =>
    given(registered, uploaded, {
      type: 'FileMoved',
      data: { fileId: 'f', name: 'bon.pdf', from: place, to: { folderId: 'a', path: '/A' } },
      occurredAt: later,
    }).thenRows({
      ...known,
      f: { ...file, folder_id: 'a', modified_at: later },
    }));
  it('keeps a deleted file, with its time, and shows it again when it is restored', async () => {
    const deleted = {
      type: 'FileDeleted',
      data: { fileId: 'f', ...place, name: 'bon.pdf', deletion: 'd' },
      occurredAt: later,
    } as const;
    await given(registered, uploaded, deleted).thenRows({ ...known, f: { ...file, deleted_at: later } });
    const restored = {
      type: 'FileRestored',
      data: { fileId: 'f', ...place, from: 'bon.pdf', to: 'bon (1).pdf', deletion: 'd' },
      occurredAt: later,
    } as const;
    await given(registered, uploaded, deleted, restored).thenRows({ ...known, f: { ...file, name: 'bon (1).pdf' } });
  });
  it('shows the states', () =>
    given(
      registered,
      uploaded,
      {
        type: 'FileProcessStateChanged',
        data: { fileId: 'f', ...place, name: 'bon.pdf', from: 'new', to: 'processed' },
      },
      {
        type: 'FileAccountingStatusChanged',
        data: { fileId: 'f', ...place, name: 'bon.pdf', from: null, to: 'accounting_completed' },
      },
    ).thenRows({ ...known, f: { ...file, process_state: 'processed', accounting_status: 'accounting_completed' } }));
  it('takes a name that is no longer readable', () =>
    given(registered, { ...uploaded, data: { ...uploaded.data, name: null, path: null } }).thenRows({
      ...known,
      f: { ...file, name: null },
    }));
});

describe('the view of contents', () => {
  it('knows where the bytes of a file are', () =>
    projects(contents, DriveEvents)(uploaded).thenRows({ f: { id: 'f', blobId: 'b', version: 1 } }));
});

describe('the view of folders', () => {
  const given = projects(folders, DriveEvents);
  const created = (folderId: string, name: string, parentId: string | null = null) =>
    ({ type: 'FolderCreated', data: { folderId, parentId, path: '/', name, categoryKey: null } }) as const;
  const folder = (id: string, name: string, more: Partial<Folder> = {}): Folder => ({
    id,
    name,
    client_id: 'c-1',
    parent_folder_id: null,
    category_key: null,
    direct_files_count: 0,
    direct_folders_count: 0,
    deleted_at: null,
    created_at: now,
    updated_at: now,
    ...more,
  });

  it('counts what is directly in a folder', () =>
    given(created('a', 'A'), created('b', 'B', 'a'), {
      ...uploaded,
      data: { ...uploaded.data, folderId: 'a', path: '/A' },
    }).thenRows({
      a: folder('a', 'A', { direct_folders_count: 1, direct_files_count: 1 }),
      b: folder('b', 'B', { parent_folder_id: 'a' }),
    }));
  it('counts again after a move', () =>
    given(
      created('a', 'A'),
      created('b', 'B'),
      { ...uploaded, data: { ...uploaded.data, folderId: 'a', path: '/A' } },
      {
        type: 'FileMoved',
        data: { fileId: 'f', name: 'bon.pdf', from: { folderId: 'a', path: '/A' }, to: { folderId: 'b', path: '/B' } },
      },
    ).thenRows({ a: folder('a', 'A'), b: folder('b', 'B', { direct_files_count: 1 }) }));
  it('keeps a deleted folder, which no longer counts', () =>
    given(created('a', 'A'), created('b', 'B', 'a'), {
      type: 'FolderDeleted',
      data: { folderId: 'b', parentId: 'a', path: '/A', name: 'B', deletion: 'd' },
    }).thenRows({ a: folder('a', 'A'), b: folder('b', 'B', { parent_folder_id: 'a', deleted_at: now }) }));
  it('keeps the key of the accounting structure through a rename', () =>
    given(
      {
        type: 'FolderCreated',
        data: { folderId: 'a', parentId: null, path: '/', name: '2026', categoryKey: 'an_2026' },
      },
      { type: 'FolderRenamed', data: { folderId: 'a', parentId: null, path: '/', from: '2026', to: 'Anul 2026' } },
    ).thenRows({ a: folder('a', 'Anul 2026', { category_key: 'an_2026' }) }));
});

describe('the view of operations', () => {
  const given = projects(operations, BulkEvents);
  const resource = { type: 'bulk', id: 'o' };
  const started = {
    type: 'BulkStarted',
    data: {
      kind: 'delete',
      items: [
        { id: 'f', type: 'file', deletion: null },
        { id: 'g', type: 'file', deletion: null },
      ],
      targetId: null,
      processState: null,
    },
    resource,
  } as const;
  const row = {
    id: 'o',
    kind: 'delete',
    status: 'in_progress',
    total: 2,
    done: 0,
    failed: [],
    created_at: now,
    finished_at: null,
    client_id: 'c-1',
    user_id: actor.id,
  };
  it('shows one that goes on', () =>
    given(started, { type: 'BulkProgressed', data: { done: 1 }, resource }).thenRows({ o: { ...row, done: 1 } }));
  it('shows how one ended', () => {
    const failed = [{ id: 'g', type: 'file', name: 'g.pdf', code: 'BULK_LOCKED_ITEMS' }] as const;
    return given(started, {
      type: 'BulkFinished',
      data: { status: 'partial', done: 1, failed: [...failed] },
      resource,
    }).thenRows({
      o: { ...row, status: 'partial', done: 1, failed: [...failed], finished_at: now },
    });
  });
});
