import { NO_FIELDS, type DocumentFields, type File, type Folder } from '@dosar/contracts';
import { entryOfFile, entryOfFolder, hasFields, isLocked, selectionOf, sorted } from './entries';

const at = '2026-11-20T10:00:00.000Z';
const owner = { id: 'u', name: 'Ana Țăranu' };
const aFile = (name: string, more: Partial<File> = {}) =>
  entryOfFile({
    id: name,
    name,
    size: 1,
    process_state: 'new',
    deleted_at: null,
    modified_at: at,
    owner,
    ...more,
  } as File);
const aFolder = (name: string) =>
  entryOfFolder({ id: name, name, direct_files_count: 0, deleted_at: null, updated_at: at } as Folder);
const names = (entries: readonly { name: string | null }[]) => entries.map(({ name }) => name);

describe('rows', () => {
  it('have folders first, and names in the order of people', () => {
    const rows = [aFile('Țuică.pdf'), aFile('factura 10.pdf'), aFile('Factura 9.pdf'), aFolder('z'), aFolder('Ștefan')];
    expect(names(sorted(rows, { by: 'name', order: 'asc' }))).toEqual([
      'Ștefan',
      'z',
      'Factura 9.pdf',
      'factura 10.pdf',
      'Țuică.pdf',
    ]);
    expect(names(sorted(rows, { by: 'name', order: 'desc' })).slice(0, 3)).toEqual(['z', 'Ștefan', 'Țuică.pdf']);
  });

  it('are sorted by size, time and state', () => {
    const a = aFile('a', { size: 9, process_state: 'processed' });
    const b = aFile('b', { size: 10, modified_at: '2026-11-19T10:00:00.000Z' });
    expect(names(sorted([b, a], { by: 'size', order: 'asc' }))).toEqual(['a', 'b']);
    expect(names(sorted([a, b], { by: 'at', order: 'asc' }))).toEqual(['b', 'a']);
    expect(names(sorted([a, b], { by: 'status', order: 'asc' }))).toEqual(['b', 'a']);
  });

  it('that are alike in this stand by their names', () => {
    const a = aFile('a', { id: '2' });
    const b = aFile('b', { id: '1' });
    expect(names(sorted([b, a], { by: 'size', order: 'asc' }))).toEqual(['a', 'b']);
    expect(names(sorted([a, b], { by: 'size', order: 'desc' }))).toEqual(['a', 'b']);
  });

  it('are sorted by what documents say of themselves, and those that say nothing come last', () => {
    const said = (name: string, fields: Partial<DocumentFields>) =>
      aFile(name, { fields: { ...NO_FIELDS, ...fields } });
    const rows = [
      aFile('a.pdf', { fields: null }),
      said('b.pdf', { number: 'FA 10', sum: 5, date: '2026-03-02' }),
      said('c.pdf', { number: 'FA 9', sum: -7.5, date: '2026-03-01' }),
    ];
    expect(names(sorted(rows, { by: 'number', order: 'asc' }))).toEqual(['c.pdf', 'b.pdf', 'a.pdf']);
    expect(names(sorted(rows, { by: 'sum', order: 'desc' }))).toEqual(['b.pdf', 'c.pdf', 'a.pdf']);
    expect(names(sorted(rows, { by: 'date', order: 'asc' }))).toEqual(['c.pdf', 'b.pdf', 'a.pdf']);
    expect([hasFields(rows), hasFields(rows.slice(0, 1))]).toEqual([true, false]);
  });

  it('are locked for a client once the accountant works on them', () => {
    expect(isLocked(aFile('a', { process_state: 'processing' }), 'user')).toBe(true);
    expect(isLocked(aFile('a', { process_state: 'processing' }), 'accountant')).toBe(false);
    expect(isLocked(aFile('a'), 'user')).toBe(false);
    expect(isLocked(aFolder('a'), 'user')).toBe(false);
  });

  it('are named in bulk by their kind', () =>
    expect(selectionOf([aFile('f'), aFolder('d')])).toEqual({ file_ids: ['f'], folder_ids: ['d'] }));
});
