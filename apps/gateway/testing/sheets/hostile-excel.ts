import type { HostileDocument } from '../hostile-documents';
import { excel, each, numbers, relation, BOOK, sheetsOf, sheetRelation, one } from './hostile-parts';

const MANY = 1_000_000;

/** Of Excel: relations, addresses and sheets without an end. */
export const excelSheets: readonly HostileDocument[] = [
  [
    'relations that lead to themselves',
    'xlsx',
    () => excel(one, {}, { [BOOK]: relation('rel0', 'worksheet', '_rels/book.xml.rels') }),
    'read',
    'damaged',
  ],
  [
    'a workbook that is its own relations',
    'xlsx',
    () => excel(one, {}, { '_rels/.rels': relation('a', 'officeDocument', '_rels/.rels') }),
    'damaged',
  ],
  [
    'a relation 100,000 folders up',
    'xlsx',
    () => excel(one, {}, { [BOOK]: `<r>${relation('rel0', 'worksheet', '../'.repeat(20_000))}</r>` }),
    'damaged',
  ],
  [
    'a relation out of the archive',
    'xlsx',
    () => excel(one, {}, { [BOOK]: `<r>${relation('rel0', 'worksheet', '../../../../etc/passwd')}</r>` }),
    'damaged',
  ],
  [
    '200,000 relations',
    'xlsx',
    () => excel(one, {}, { [BOOK]: `<r>${each(200_000, (at) => relation(`r${at}`, 'worksheet', 'a.xml'))}</r>` }),
    'too_large',
  ],
  [
    'a thousand sheets of one part',
    'xlsx',
    () => excel(numbers('1').repeat(2_000), {}, { 'xl/book.xml': sheetsOf(1_000), [BOOK]: sheetRelation }),
    'cut',
    'too_large',
  ],
  [
    '100,000 sheets',
    'xlsx',
    () => excel(one, {}, { 'xl/book.xml': sheetsOf(100_000), [BOOK]: sheetRelation }),
    'too_large',
  ],
  ['a name of a sheet of 1 MB', 'xlsx', () => excel(one, { sheets: { ['a'.repeat(MANY)]: one } }), 'too_large'],
  [
    'addresses that are none',
    'xlsx',
    () =>
      excel(
        `<row>${['A0', 'A-1', 'XFE1', 'A1048577', '$A$1', 'R1C1', '1A', 'ZZZZ9', ''].map((at) => `<c r="${at}"><v>1</v></c>`).join('')}</row>`,
      ),
    'read',
  ],
  [
    'rows beyond all',
    'xlsx',
    () =>
      excel(
        `<row r="1e9">${'<c><v>1</v></c>'}</row><row r="-5"><c><v>2</v></c></row><row r="999999999999"><c><v>3</v></c></row>`,
      ),
    'read',
  ],
  [
    'a milliard of cells by dimension',
    'xlsx',
    () =>
      excel(
        one,
        {},
        { 'xl/data/part1.xml': `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${one}</sheetData></worksheet>` },
      ),
    'read',
  ],
  [
    'a value in the last column of each row',
    'xlsx',
    () => excel(each(300_000, (at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`)),
    'cut',
    'too_large',
  ],
  [
    'rows from the last to the first',
    'xlsx',
    () => excel(each(200_000, (at) => `<row r="${200_000 - at}"><c><v>${at}</v></c></row>`)),
    'cut',
    'too_large',
  ],
  [
    'one address a million times',
    'xlsx',
    () => excel(`<row r="1">${'<c r="A1"><v>1</v></c>'.repeat(MANY)}</row>`),
    'cut',
    'too_large',
  ],
  [
    'one row a million times',
    'xlsx',
    () => excel('<row r="1"><c r="A1"><v>1</v></c></row>'.repeat(MANY)),
    'cut',
    'too_large',
  ],
];
