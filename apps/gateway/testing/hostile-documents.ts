import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { Extension } from '@dosar/contracts';
import { CATALOG, packed, pageOf, PAGES, pdfOf, pdfWith, pdfText, streamOf } from './pdf-builder';
import { zipOf, type Around, type Made } from './zip-builder';

/** Possible results: the text or a part of it, or why not. */
export type Verdict = 'read' | 'cut' | 'encrypted' | 'damaged' | 'too_large';
export type HostileDocument = readonly [
  what: string,
  ending: Extension,
  bytes: () => Buffer | string,
  ...verdicts: readonly Verdict[],
];

const MANY = 1_000_000;
const real = (name: string) => readFileSync(join(__dirname, '../demo/documents/brutaria-2026-09', name));
const invoice = () => real('Factură AV-23846 Electro.pdf');
const contract = () => real('Contract de prestări servicii nr 16.docx');
const part = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share));

const manyPages = (count: number) => {
  const kids = Array.from({ length: count }, (_, at) => `${at + 4} 0 R`).join(' ');
  const one = pageOf('/Contents 3 0 R');
  const pages = `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`;
  return pdfOf([CATALOG, pages, packed(pdfText('pagina')), ...Array<string>(count).fill(one)]);
};
const deepPages = (depth: number) => {
  const node = (at: number) => `<< /Type /Pages /Kids [${at + 3} 0 R] /Count 1 >>`;
  return pdfOf([CATALOG, ...Array.from({ length: depth }, (_, at) => node(at)), pageOf('')]);
};

const PDFS: readonly HostileDocument[] = [
  ['a PDF that is nothing', 'pdf', () => '', 'damaged'],
  ['a PDF that is its first line', 'pdf', () => '%PDF-1.7', 'damaged'],
  ['a PDF of noughts', 'pdf', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(MANY)]), 'damaged'],
  ['a quarter of a PDF', 'pdf', () => part(invoice(), 0.25), 'damaged', 'read'],
  ['half a PDF', 'pdf', () => part(invoice(), 0.5), 'damaged', 'read'],
  ['nearly all of a PDF', 'pdf', () => part(invoice(), 0.9), 'damaged', 'read'],
  ['a table that follows itself', 'pdf', () => pdfOf([CATALOG, PAGES, pageOf('')], '/Prev 9'), 'read', 'damaged'],
  [
    'a table that is not there',
    'pdf',
    () => pdfOf([CATALOG, PAGES, pageOf('')], '', () => '999999999'),
    'read',
    'damaged',
  ],
  [
    'pages that are their own',
    'pdf',
    () => pdfOf([CATALOG, '<< /Type /Pages /Kids [2 0 R] /Count 1 >>']),
    'damaged',
    'read',
  ],
  [
    'pages that lead in a circle',
    'pdf',
    () => pdfOf([CATALOG, PAGES, '<< /Type /Pages /Kids [2 0 R] /Count 1 >>']),
    'damaged',
    'read',
  ],
  ['a catalog that is a page', 'pdf', () => pdfOf([pageOf('')]), 'damaged', 'read'],
  ['10,000 pages', 'pdf', () => manyPages(10_000), 'read', 'too_large'],
  [
    '10,000,000 pages, it says',
    'pdf',
    () => pdfOf([CATALOG, '<< /Type /Pages /Kids [3 0 R] /Count 10000000 >>', pageOf('')]),
    'damaged',
    'too_large',
    'read',
  ],
  ['pages in pages, 5,000 deep', 'pdf', () => deepPages(5_000), 'damaged', 'read', 'too_large'],
  ['lists in lists', 'pdf', () => pdfWith('['.repeat(200_000)), 'damaged', 'read', 'too_large'],
  [
    'a content that unpacks to 100 MB',
    'pdf',
    () => pdfWith(packed(Buffer.alloc(100 * MANY, 32))),
    'read',
    'damaged',
    'too_large',
  ],
  [
    'a content that is packed twice',
    'pdf',
    () => pdfWith(packed(Buffer.alloc(60 * MANY, 32), 2)),
    'read',
    'damaged',
    'too_large',
  ],
  ['a million words', 'pdf', () => pdfWith(packed(pdfText('unu').repeat(MANY / 4))), 'read', 'cut', 'too_large'],
  ['a word of 4 MB', 'pdf', () => pdfWith(packed(pdfText('a'.repeat(4 * MANY)))), 'cut', 'read', 'too_large'],
  [
    'a form that draws itself',
    'pdf',
    () =>
      pdfOf([
        CATALOG,
        PAGES,
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>`,
        packed('/X Do'),
        streamOf(
          Buffer.from('/X Do'),
          '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>',
        ),
      ]),
    'read',
    'damaged',
  ],
  [
    'a length that is its own',
    'pdf',
    () => pdfWith('<< /Length 4 0 R >>\nstream\nBT ET\nendstream'),
    'read',
    'damaged',
  ],
  [
    'a PDF with a password',
    'pdf',
    () =>
      pdfOf(
        [CATALOG, PAGES, pageOf('')],
        `/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`,
      ),
    'encrypted',
  ],
  [
    'a PDF locked by a key that nobody knows',
    'pdf',
    () => pdfOf([CATALOG, PAGES, pageOf('')], '/Encrypt << /Filter /Nobodys /V 9 >>'),
    'damaged',
    'encrypted',
  ],
];

const DOCX = 'word/document.xml';
const word = (body: string | Buffer, around?: Around) => zipOf([{ name: DOCX, data: body }], around);
const office = (name: string, data: string | Buffer, more: Partial<Made> = {}) => zipOf([{ name, data, ...more }]);
const repeated = (begin: string, one: string, times: number, end = '') => `${begin}${one.repeat(times)}${end}`;
const laughs = `<!DOCTYPE l [${Array.from({ length: 20 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(9)}">`).join('')}]>`;
/** The unpacked content is never held here as a whole. */
const bomb = (megabytes: number) => {
  const data = deflateRawSync(Buffer.alloc(megabytes * MANY, 97));
  return { packed: data, size: megabytes * MANY };
};

const OFFICES: readonly HostileDocument[] = [
  ['half a Word document', 'docx', () => part(contract(), 0.5), 'damaged'],
  ['nearly all of a Word document', 'docx', () => part(contract(), 0.99), 'damaged'],
  ['a Word document without its text', 'docx', () => office('x', 'x'), 'read'],
  ['a Word document that unpacks to 100 MB', 'docx', () => office(DOCX, '', bomb(100)), 'damaged', 'too_large'],
  ['one that says that it is 4 GB', 'docx', () => office(DOCX, '<d/>', { size: 4_294_967_294 }), 'too_large'],
  ['one that is more than it says', 'docx', () => office(DOCX, 'a'.repeat(MANY), { size: 9 }), 'damaged'],
  ['one that is less than it says', 'docx', () => office(DOCX, '<d/>', { size: 999 }), 'damaged'],
  ['one with another sum', 'docx', () => office(DOCX, '<d/>', { crc: 1 }), 'damaged', 'read'],
  ['one that is packed in an unknown way', 'docx', () => office(DOCX, '<d/>', { method: 99 }), 'damaged'],
  ['one with a password', 'docx', () => office(DOCX, '<d/>', { flags: 1 }), 'encrypted'],
  ['6,000 parts', 'docx', () => zipOf(Array.from({ length: 6_000 }, (_, at) => ({ name: `${at}` }))), 'too_large'],
  [
    '4,000 parts that are the same bytes',
    'pptx',
    () =>
      zipOf(
        Array.from({ length: 4_000 }, (_, at) => ({
          name: `ppt/slides/slide${at}.xml`,
          data: at === 0 ? `<a:t>${'a'.repeat(9)}</a:t>` : '',
          ...(at > 0 && { at: 0 }),
        })),
      ),
    'damaged',
    'read',
    'cut',
  ],
  ['parts that nobody can count', 'docx', () => word('<d/>', { zip64: { count: 2 ** 40 } }), 'damaged'],
  ['a directory outside the archive', 'docx', () => word('<d/>', { directoryAt: 99_999 }), 'damaged'],
  ['elements in elements, a million deep', 'docx', () => word(repeated('<w:d>', '<a>', MANY)), 'damaged', 'too_large'],
  [
    '200,000 attributes',
    'docx',
    () => word(`<w:d ${Array.from({ length: 200_000 }, (_, at) => `a${at}="1"`).join(' ')}/>`),
    'read',
    'damaged',
    'too_large',
  ],
  ['a name of 8 MB', 'docx', () => word(repeated('<', 'a', 8 * MANY, '/>')), 'read', 'damaged', 'too_large'],
  ['a remark without an end', 'docx', () => word(repeated('<w:d><!--', '- ', 4 * MANY)), 'damaged', 'too_large'],
  ['entities in entities', 'docx', () => word(`${laughs}<w:d><w:t>&l20;</w:t></w:d>`), 'damaged'],
  [
    'an entity from elsewhere',
    'docx',
    () => word('<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:d><w:t>&x;</w:t></w:d>'),
    'damaged',
  ],
  ['letters that are none', 'docx', () => word(Buffer.from([0x3c, 0xff, 0xfe, 0x00])), 'damaged'],
  [
    'texts of a sheet without an end',
    'xlsx',
    () => office('xl/sharedStrings.xml', repeated('<sst>', `<si><t>${'a'.repeat(1_000)}</t></si>`, 20_000, '</sst>')),
    'too_large',
  ],
  [
    'a million rows',
    'xlsx',
    () => office('xl/worksheets/sheet1.xml', repeated('<s>', '<row><c><v>1</v></c></row>', MANY, '</s>')),
    'cut',
    'read',
    'too_large',
  ],
  [
    'cells that name texts that are not there',
    'xlsx',
    () =>
      office('xl/worksheets/sheet1.xml', '<s><row><c t="s" s="1e9"><v>-1</v></c><c t="s"><v>1e999</v></c></row></s>'),
    'read',
  ],
  ['an old workbook as a new one', 'xlsx', () => Buffer.from('d0cf11e0a1b11ae1'.padEnd(4_096, '0'), 'hex'), 'damaged'],
  [
    'a locked LibreOffice document',
    'odt',
    () => zipOf([{ name: 'META-INF/manifest.xml', data: '<m><encryption-data/></m>' }]),
    'encrypted',
  ],
  [
    'a milliard of blanks',
    'odt',
    () => office('content.xml', `<o><body>${'<p><s c="999999999"/>a</p>'.repeat(20_000)}</body></o>`),
    'cut',
    'read',
  ],
  [
    'a sheet of LibreOffice, a million deep',
    'ods',
    () => office('content.xml', repeated('<o><body>', '<table-cell>', MANY)),
    'damaged',
    'too_large',
  ],
];

const TEXTS: readonly HostileDocument[] = [
  ['groups in groups', 'rtf', () => repeated('{\\rtf1', '{', 5 * MANY), 'read', 'too_large'],
  ['ends of groups that never began', 'rtf', () => repeated('{\\rtf1', '}', 5 * MANY), 'read', 'too_large'],
  [
    'letters to be skipped',
    'rtf',
    () => repeated('{\\rtf1\\uc999999999', '\\u1 a', 400_000),
    'read',
    'cut',
    'too_large',
  ],
  ['signs alone', 'rtf', () => repeated('{\\rtf1 ', '\\', 8 * MANY), 'cut', 'read', 'too_large'],
  ['8 MB of noughts', 'txt', () => Buffer.alloc(8 * MANY), 'cut'],
  ['half a letter', 'txt', () => Buffer.from([0xff, 0xfe, 0x41]), 'read'],
  ['a line of four million columns', 'csv', () => ';'.repeat(4 * MANY), 'cut'],
  ['lists in lists, as JSON', 'json', () => '['.repeat(4 * MANY), 'cut'],
  ['an invoice of entities in entities', 'xml', () => `${laughs}<l>&l20;</l>`, 'read'],
];

/** Documents made to break their readers: bombs, loops, ten thousand pages, encrypted, cut off. */
export const hostileDocuments: readonly HostileDocument[] = [...PDFS, ...OFFICES, ...TEXTS];
