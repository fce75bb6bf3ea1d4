import { projects, someone } from '@dosar/kernel/testing';
import type { Folder, ProcessState } from '@dosar/contracts';
import { deleted, file, folder } from '../testing/drive';
import { DriveEvents, type DriveEvent } from './drive.events';
import { folders } from './folders.projector';

const { now, actor } = someone;
const later = '2026-02-01T08:00:00.000Z';
const inDrive = (event: DriveEvent) => ({ ...event, stream: 'drive-c-1' });
const given = (...events: DriveEvent[]) =>
  projects<DriveEvent>(folders, DriveEvents)(...events.map((event) => ({ ...inDrive(event) })));
const at = (event: DriveEvent) => ({ ...event, occurredAt: later });
const row = (id: string, name: string | null, more: Partial<Folder> = {}): Folder => ({
  id,
  name,
  client_id: 'c-1',
  parent_folder_id: null,
  category_key: null,
  firm_only: false,
  direct_files_count: 0,
  direct_folders_count: 0,
  new_files_count: 0,
  deleted_at: null,
  deleted_by: null,
  deletion: null,
  created_at: now,
  updated_at: now,
  ...more,
});
const a = folder('a', 'A');
const b = folder('b', 'B');
const inA = folder('c', 'C', 'a');
const f = file('f', 'x.pdf', 'a');
const placeA = { folderId: 'a' };
const placeB = { folderId: 'b' };

describe('the view of folders', () => {
  it('counts what is directly in a folder', () =>
    given(a, inA, f, file('g', 'y.pdf', 'c')).thenRows({
      a: row('a', 'A', { direct_folders_count: 1, direct_files_count: 1, new_files_count: 2 }),
      c: row('c', 'C', { parent_folder_id: 'a', direct_files_count: 1, new_files_count: 1 }),
    }));
  describe('counts what is new in it and below', () => {
    const inC = folder('e', 'E', 'c');
    const deep = file('g', 'y.pdf', 'e');
    const state = (from: ProcessState, to: ProcessState): DriveEvent => ({
      type: 'FileProcessStateChanged',
      data: { year: 2026, fileId: 'g', folderId: 'e', name: 'y.pdf', from, to },
    });
    const counts = async (...events: DriveEvent[]) =>
      Object.fromEntries(
        Object.entries(await given(a, b, inA, inC, f, deep, ...events).rows())
          .filter(([id]) => !id.includes(':'))
          .map(([id, each]) => [id, (each as Folder).new_files_count]),
      );
    const whole = { a: 2, b: 0, c: 1, e: 1 };

    it('in every folder above', async () => expect(await counts()).toEqual(whole));
    it('until somebody works on it, and again when it is new again', async () => {
      expect(await counts(state('new', 'processing'))).toEqual({ a: 1, b: 0, c: 0, e: 0 });
      expect(await counts(state('new', 'processing'), state('processing', 'processed'))).toEqual({
        a: 1,
        b: 0,
        c: 0,
        e: 0,
      });
      expect(await counts(state('new', 'processing'), state('processing', 'new'))).toEqual(whole);
    });
    it('where it lies after it, or a folder that it is in, was moved', async () => {
      const moved: DriveEvent = {
        type: 'FileMoved',
        data: { year: 2026, fileId: 'g', name: 'y.pdf', from: { folderId: 'e' }, to: placeB },
      };
      expect(await counts(moved)).toEqual({ a: 1, b: 1, c: 0, e: 0 });
      const along: DriveEvent = {
        type: 'FolderMoved',
        data: { year: 2026, folderId: 'c', name: 'C', from: placeA, to: placeB },
      };
      expect(await counts(along)).toEqual({ a: 1, b: 1, c: 1, e: 1 });
      expect(await counts(state('new', 'processed'), moved)).toEqual({ a: 1, b: 0, c: 0, e: 0 });
      const within: DriveEvent = {
        type: 'FolderMoved',
        data: { year: 2026, folderId: 'e', name: 'E', from: { folderId: 'c' }, to: placeA },
      };
      expect(await counts(within)).toEqual({ a: 2, b: 0, c: 0, e: 1 });
    });
    it('without what was deleted, until it is restored', async () => {
      const restored: DriveEvent = {
        type: 'FileRestored',
        data: { year: 2026, fileId: 'g', folderId: 'e', from: 'y.pdf', to: 'y.pdf', deletion: 'd' },
      };
      expect(await counts(deleted(deep, 'd'))).toEqual({ a: 1, b: 0, c: 0, e: 0 });
      expect(await counts(deleted(deep, 'd'), restored)).toEqual(whole);
      expect(await counts(state('new', 'processed'), deleted(deep, 'd'), restored)).toEqual({ a: 1, b: 0, c: 0, e: 0 });
    });
  });
  it('ends where folders are in each other, as only a log can have it that was changed by hand', async () => {
    const rows = await given(a, folder('x', 'X', 'y'), folder('y', 'Y', 'x'), file('g', 'y.pdf', 'x')).rows();
    const counted = ['x', 'y'].map((id) => (rows[id] as Folder).new_files_count);
    expect(counted).toEqual([1, 1]);
    const firms = folder('d', 'Declarații', null, 'declaratii');
    const to = { folderId: 'd' };
    const data = { year: 2026, folderId: 'x', name: 'X', from: { folderId: 'y' }, to };
    const moved = await given(firms, folder('x', 'X', 'y'), folder('y', 'Y', 'x'), {
      type: 'FolderMoved',
      data,
    }).rows();
    expect(moved['x']).toMatchObject({ parent_folder_id: 'd', firm_only: true });
  });

  it('shows what was carried into another year, whichever of both is destroyed', () =>
    given(a, b, {
      type: 'FolderCarried',
      data: { folderId: 'a', from: 2026, year: 2032, parentId: null, name: 'A' },
    }).thenRows({
      a: row('a', 'A'),
      b: row('b', 'B'),
      'sealed:a': { sealed: 'a', key: 'files:c-1/2032', left: ['files:c-1/2026'] },
    }));
  it('counts again after a move', async () => {
    const moved: DriveEvent = {
      type: 'FileMoved',
      data: { year: 2026, fileId: 'f', name: 'x.pdf', from: placeA, to: placeB },
    };
    await given(a, b, f, moved).thenRows({
      a: row('a', 'A'),
      b: row('b', 'B', { direct_files_count: 1, new_files_count: 1 }),
    });
    await given(
      a,
      b,
      inA,
      at({ type: 'FolderMoved', data: { year: 2026, folderId: 'c', name: 'C', from: placeA, to: placeB } }),
    ).thenRows({
      a: row('a', 'A'),
      b: row('b', 'B', { direct_folders_count: 1 }),
      c: row('c', 'C', { parent_folder_id: 'b', updated_at: later }),
    });
  });
  it('knows what the firm fills, and what is in it, wherever it goes', async () => {
    const firms = folder('b', 'B', null, 'anaf');
    const inC = folder('e', 'E', 'c');
    const into: DriveEvent = {
      type: 'FolderMoved',
      data: { year: 2026, folderId: 'c', name: 'C', from: placeA, to: placeB },
    };
    const back: DriveEvent = {
      type: 'FolderMoved',
      data: { year: 2026, folderId: 'c', name: 'C', from: placeB, to: placeA },
    };
    const ofFirm = { category_key: 'anaf', firm_only: true };
    await given(a, firms, inA, inC, at(into)).thenRows({
      a: row('a', 'A'),
      b: row('b', 'B', { ...ofFirm, direct_folders_count: 1 }),
      c: row('c', 'C', { parent_folder_id: 'b', firm_only: true, direct_folders_count: 1, updated_at: later }),
      e: row('e', 'E', { parent_folder_id: 'c', firm_only: true }),
    });
    await given(a, firms, inA, inC, at(into), at(back)).thenRows({
      a: row('a', 'A', { direct_folders_count: 1 }),
      b: row('b', 'B', ofFirm),
      c: row('c', 'C', { parent_folder_id: 'a', direct_folders_count: 1, updated_at: later }),
      e: row('e', 'E', { parent_folder_id: 'c' }),
    });
  });
  it('counts nothing when something comes back to where it was', () =>
    given(a, f, {
      type: 'FileMoved',
      data: { year: 2026, fileId: 'f', name: 'x.pdf', from: placeA, to: placeA },
    }).thenRows({ a: row('a', 'A', { direct_files_count: 1, new_files_count: 1 }) }));
  it('keeps what was deleted, which no longer counts, until it is restored', async () => {
    const deleted_by = { id: actor.id, name: null };
    const gone = row('c', 'C', { parent_folder_id: 'a', deleted_at: later, deleted_by, deletion: 'd' });
    const deletions = [at(deleted(inA, 'd')), at(deleted(f, 'd'))];
    await given(a, inA, f, ...deletions).thenRows({ a: row('a', 'A'), c: gone });
    await given(
      a,
      inA,
      f,
      ...deletions,
      {
        type: 'FolderRestored',
        data: { year: 2026, folderId: 'c', parentId: 'a', from: 'C', to: 'C (1)', deletion: 'd' },
      },
      {
        type: 'FileRestored',
        data: { year: 2026, fileId: 'f', folderId: 'a', from: 'x.pdf', to: 'x.pdf', deletion: 'd' },
      },
    ).thenRows({
      a: row('a', 'A', { direct_folders_count: 1, direct_files_count: 1, new_files_count: 1 }),
      c: row('c', 'C (1)', { parent_folder_id: 'a' }),
    });
  });
  it('keeps the key of the accounting structure through a rename', () =>
    given(
      {
        type: 'FolderCreated',
        data: { year: 2026, folderId: 'a', parentId: null, name: '2026', categoryKey: 'k' },
      },
      at({
        type: 'FolderRenamed',
        data: { year: 2026, folderId: 'a', parentId: null, from: '2026', to: 'Anul 2026' },
      }),
    ).thenRows({ a: row('a', 'Anul 2026', { category_key: 'k', updated_at: later }) }));
  it('takes a name that is no longer readable', () =>
    given({ ...a, data: { ...a.data, name: null } } as DriveEvent).thenRows({ a: row('a', null) }));
});

describe('folders are found', () => {
  const sorted = (...names: string[]) =>
    names
      .map((name) => ({ name, key: folders.columnsOf(row(name, name))['sort_name'] as string }))
      .sort((one, other) => (one.key < other.key ? -1 : 1))
      .map(({ name }) => name);
  it('by name, without case and diacritics, numbers by their value', () =>
    expect(sorted('luna 10', 'Șantier', 'Luna 9', 'arhivă', 'Zile', 'Arhiva 2')).toEqual([
      'arhivă',
      'Arhiva 2',
      'Luna 9',
      'luna 10',
      'Șantier',
      'Zile',
    ]));
  it('in their folder, or among what was deleted', () => {
    expect(folders.columnsOf(row('c', 'C', { parent_folder_id: 'a' }))).toEqual({
      client_id: 'c-1',
      parent_id: 'a',
      deleted: 0,
      deleted_at: null,
      sort_name: 'c',
      created: now,
      modified: now,
    });
    expect(folders.columnsOf(row('c', null, { deleted_at: later }))).toMatchObject({
      deleted: 1,
      deleted_at: later,
      sort_name: '',
    });
    expect(folders.audienceOf!(row('c', 'C'))).toBe('c-1');
  });
});
