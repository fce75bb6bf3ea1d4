import type { File, Folder } from '@dosar/contracts';
import { trashContents } from './trash-contents';

const AT = '2026-03-04T10:00:00.000Z';
const by = { id: 'u', name: 'Ana' };
const common = {
  name: 'x',
  client_id: 'c',
  created_at: AT,
  updated_at: AT,
  modified_at: AT,
  deleted_at: AT,
  deleted_by: by,
};
const state = { process_state: 'new', accounting_status: null, notes_count: 0, duplicate_of: null } as const;
const file = (id: string, folder_id: string | null, deletion: string): File => ({
  ...common,
  ...state,
  id,
  folder_id,
  deletion,
  owner: by,
  size: 1,
  mime_type: 'text/plain',
  sha256: null,
  fields: null,
  tags: [],
});
const folder = (id: string, parent_folder_id: string | null, deletion: string): Folder => ({
  ...common,
  id,
  parent_folder_id,
  deletion,
  category_key: null,
  firm_only: false,
  direct_files_count: 0,
  direct_folders_count: 0,
  new_files_count: 0,
});
const ids = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id).sort();

describe('the trash', () => {
  // a file of the folder A was deleted first, then A with B in it, and what was in both
  const files = [file('alone', 'A', 'first'), file('f', 'A', 'second'), file('g', 'B', 'second')];
  const trash = trashContents({ files, folders: [folder('B', 'A', 'second'), folder('A', 'there', 'second')] });

  it('shows what was deleted by itself, and in a folder what was deleted with it', () => {
    expect(ids(trash.inside(null))).toEqual(['A', 'alone']);
    expect(ids(trash.inside('A'))).toEqual(['B', 'f']);
    expect(ids(trash.inside('B'))).toEqual(['g']);
    expect(ids(trash.all)).toEqual(['A', 'B', 'alone', 'f', 'g']);
  });
  it('counts all that went with a folder', () =>
    expect(trash.inside(null).find(({ id }) => id === 'A')).toMatchObject({
      folder: { direct_files_count: 2, direct_folders_count: 1 },
    }));
  it('knows the way to a folder in it', () => {
    expect(ids(trash.pathTo('B'))).toEqual(['A', 'B']);
    expect([trash.pathTo(null), trash.pathTo('not there')]).toEqual([[], []]);
  });
  it('has a way that ends where folders are in each other, as only a log can have it that was changed by hand', () => {
    const folders = [folder('A', 'B', 'd'), folder('B', 'A', 'e'), folder('C', 'D', 'd'), folder('D', 'C', 'd')];
    const odd = trashContents({ files: [file('f', 'C', 'd')], folders });
    expect(odd.above('A').map(({ id }) => id)).toEqual(['B', 'A']);
    expect(odd.pathTo('C').map(({ id }) => id)).toEqual(['D', 'C']);
  });
});
