import { NO_FIELDS, type File, type Folder } from '@dosar/contracts';
import { entryOfFile, entryOfFolder } from './entries';
import { ALL, filtered, startingWith, tagsIn, type Filter } from './filter';

const owner = { id: 'u', name: 'Ana Țăranu' };
const aFile = (name: string, more: Partial<File> = {}) =>
  entryOfFile({
    id: name,
    name,
    process_state: 'new',
    accounting_status: null,
    fields: null,
    tags: [],
    owner,
    ...more,
  } as File);
const rows = [
  entryOfFolder({ id: 'd', name: 'Facturi primite' } as Folder),
  aFile('Factură Țărănească 12.pdf', { process_state: 'processed' }),
  aFile('bon.JPG', { accounting_status: 'accounting_completed' }),
  aFile('scan.pdf', { fields: { ...NO_FIELDS, number: 'FA 77', issuer: 'Betonștal SRL' }, tags: ['de plătit'] }),
  aFile('scara.xlsx'),
];
const seen = (filter: Partial<Filter>) => filtered(rows, { ...ALL, ...filter }).map(({ name }) => name);

describe('a filter', () => {
  it('that asks for nothing leaves the rows as they are', () => expect(filtered(rows, ALL)).toBe(rows));
  it('finds all words of a name, whatever their order, accents and letters', () => {
    expect(seen({ words: 'FACTURA' })).toEqual(['Factură Țărănească 12.pdf']);
    expect(seen({ words: ' 12  ţărăn' })).toEqual(['Factură Țărănească 12.pdf']);
    expect(seen({ words: 'nimic' })).toEqual([]);
  });
  it('finds a type by what the name ends with', () => {
    expect(seen({ type: 'folder' })).toEqual(['Facturi primite']);
    expect(seen({ type: 'image' })).toEqual(['bon.JPG']);
    expect(seen({ type: 'pdf', words: 'scan' })).toEqual(['scan.pdf']);
  });
  it('finds what a document says of itself, and a tag', () => {
    expect(seen({ words: 'fa 77' })).toEqual(['scan.pdf']);
    expect(seen({ words: 'betonstal platit' })).toEqual(['scan.pdf']);
    expect(seen({ tag: 'De platit' })).toEqual(['scan.pdf']);
    expect(tagsIn(rows)).toEqual(['de plătit']);
  });
  it('finds a state of either kind', () => {
    expect(seen({ state: 'processed' })).toEqual(['Factură Țărănească 12.pdf']);
    expect(seen({ state: 'accounting_completed' })).toEqual(['bon.JPG']);
    expect(seen({ state: 'new' })).toEqual(['bon.JPG', 'scan.pdf', 'scara.xlsx']);
  });
});

describe('what is typed in the rows', () => {
  it('goes to the next name that begins so, around the end', () => {
    expect(startingWith(rows, 'sca', 0)).toBe(3);
    expect(startingWith(rows, 'sca', 4)).toBe(4);
    expect(startingWith(rows, 'f', 2)).toBe(0);
    expect(startingWith(rows, 'FACTURĂ Ț', 0)).toBe(1);
    expect(startingWith(rows, 'x', 0)).toBe(-1);
    expect(startingWith([], 'x', 0)).toBe(-1);
  });
});
