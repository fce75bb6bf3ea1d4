import type { HostileDocument } from '../hostile-documents';
import { excel, each, numbers, relation, BOOK, one } from './hostile-parts';

const MANY = 1_000_000;

/** Of Excel: cells, formats, texts and formulas without an end. */
export const excelCells: readonly HostileDocument[] = [
  ['rows in rows', 'xlsx', () => excel('<row>'.repeat(20_000)), 'too_large', 'damaged'],
  ['cells in cells', 'xlsx', () => excel(`<row>${'<c><v>1'.repeat(4_000)}${'</v></c>'.repeat(4_000)}</row>`), 'read'],
  [
    '500,000 styles',
    'xlsx',
    () => excel(one, {}, { 'xl/looks.xml': `<s><cellXfs>${'<xf numFmtId="14"/>'.repeat(500_000)}</cellXfs></s>` }),
    'too_large',
  ],
  [
    '50,000 formats, each used',
    'xlsx',
    () =>
      excel(`<row>${each(50_000, (at) => `<c s="${at + 1}"><v>1.5</v></c>`)}</row>`, {
        formats: Array.from({ length: 50_000 }, (_, at) => `0.${'0'.repeat(at % 30)}&quot;${at}&quot;`),
      }),
    'read',
    'cut',
    'too_large',
  ],
  ['a format of brackets', 'xlsx', () => excel(numbers('1'), { formats: ['['.repeat(250)] }), 'read'],
  ['a format of sections', 'xlsx', () => excel(numbers('1'), { formats: [';'.repeat(250)] }), 'read'],
  [
    'a format of 240 decimals',
    'xlsx',
    () => excel(numbers('1.1').repeat(20_000), { formats: [`0.${'0'.repeat(240)}`] }),
    'cut',
    'read',
    'too_large',
  ],
  [
    'a format of fractions',
    'xlsx',
    () => excel(numbers('0.123456789').repeat(2_000), { formats: [`# ${'?'.repeat(100)}/${'?'.repeat(100)}`] }),
    'read',
    'cut',
    'too_large',
  ],
  [
    'numbers at the ends',
    'xlsx',
    () =>
      excel(numbers('1e308', '-1e308', '5e-324', 'NaN', 'Infinity', '0x10', '1e999', '', '--1'), {
        formats: ['dd.mm.yyyy'],
      }),
    'read',
  ],
  [
    'hours without an end',
    'xlsx',
    () => excel(numbers('1e300', '-1e300', '99999999'), { formats: ['[h]:mm:ss'] }),
    'read',
  ],
  ['a formula of 5 MB', 'xlsx', () => excel(`<row><c><f>${'A1+'.repeat(MANY * 2)}</f></c></row>`), 'too_large', 'cut'],
  [
    'a text of a million runs',
    'xlsx',
    () => excel(`<row><c t="s"><v>0</v></c></row>`, { shared: ['<r><t>a</t></r>'.repeat(MANY)] }),
    'cut',
    'read',
    'too_large',
  ],
  [
    'a text of 200,000 letters by number',
    'xlsx',
    () => excel('<row><c t="s"><v>0</v></c></row>', { shared: [`<t>${'_x0000_'.repeat(200_000)}</t>`] }),
    'read',
  ],
  [
    'texts that are their own sheet',
    'xlsx',
    () =>
      excel(
        one,
        {},
        {
          [BOOK]: `<r>${relation('rel0', 'worksheet', 'texts.xml')}${relation('t', 'sharedStrings', 'texts.xml')}</r>`,
        },
      ),
    'read',
  ],
  [
    'a million merged cells',
    'xlsx',
    () =>
      excel(
        one,
        {},
        {
          'xl/data/part1.xml': `<w><sheetData>${one}</sheetData><mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(MANY / 2)}</mergeCells></w>`,
        },
      ),
    'read',
    'too_large',
  ],
];
