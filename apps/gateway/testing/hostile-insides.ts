import { deflateSync } from 'node:zlib';
import type { Extension } from '@dosar/contracts';
import { hostileDocuments, type Verdict } from './hostile-documents';
import { CATALOG, packed, pageOf, PAGES, pdfOf, streamOf } from './pdf-builder';
import { invoiceWithFiles, pdfWithFiles } from './with-parts';
import { zipOf } from './zip-builder';

/** A file with something inside that was made to break whoever reads it, and what may be said of that. */
export type HostileInside = readonly [
  what: string,
  ending: Extension,
  bytes: () => Buffer | string,
  ...verdicts: readonly Verdict[],
];

const MB = 1024 * 1024;
const ANY: readonly Verdict[] = ['read', 'cut', 'encrypted', 'damaged', 'too_large'];
const times = <T>(count: number, one: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => one(at));
const nested = (depth: number, around: (inner: Buffer) => Buffer, start: Buffer): Buffer =>
  times(depth, () => around).reduce((inner, wrap) => wrap(inner), start);

const attached = (name: string, data: string | Buffer) => [{ name, data }];
const catalog = (more: string) => `<< /Type /Catalog /Pages 2 0 R ${more} >>`;
const withNames = (names: string, ...more: readonly (string | Buffer)[]) =>
  pdfOf([catalog(`/Names << /EmbeddedFiles ${names} >>`), PAGES, pageOf(''), ...more]);
const form = (data: string | Buffer) =>
  pdfOf([catalog('/AcroForm << /Fields [] /XFA [(datasets) 4 0 R] >>'), PAGES, pageOf(''), packed(data)]);
const DATASETS = '<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/">';
const laughs = `<!DOCTYPE l [<!ENTITY l0 "ha">${times(20, (at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')}]>`;

const PDFS: readonly HostileInside[] = [
  [
    'one that unpacks to 700 MB',
    'pdf',
    () => pdfWithFiles(attached('zero.txt', Buffer.alloc(700 * MB))),
    'damaged',
    'too_large',
  ],
  [
    'a bomb in a bomb',
    'pdf',
    () => pdfWithFiles(attached('z.txt', deflateSync(deflateSync(Buffer.alloc(200 * MB))))),
    'read',
  ],
  [
    '300 of 1 MB each',
    'pdf',
    () => pdfWithFiles(times(300, (at) => ({ name: `${at}.txt`, data: Buffer.alloc(MB) }))),
    ...ANY,
  ],
  ['5,000 files', 'pdf', () => pdfWithFiles(times(5_000, (at) => ({ name: `${at}.txt`, data: 'x' }))), 'cut'],
  [
    'files in files, 40 deep',
    'pdf',
    () => nested(40, (inner) => pdfWithFiles(attached('a.pdf', inner)), pdfWithFiles([])),
    'read',
  ],
  ['a name of a million letters', 'pdf', () => pdfWithFiles(attached(`${'a'.repeat(1_000_000)}.txt`, 'x')), 'cut'],
  ['a name that leads elsewhere', 'pdf', () => pdfWithFiles(attached('../../../etc/passwd', 'x')), 'read'],
  ['a name of noughts', 'pdf', () => pdfWithFiles(attached('\0\0\0.txt', 'x')), 'read'],
  ['a broken PDF inside', 'pdf', () => pdfWithFiles(attached('a.pdf', '%PDF-1.7\n1 0 obj')), 'cut'],
  ['a broken Word document inside', 'pdf', () => pdfWithFiles(attached('a.docx', 'PK\x03\x04')), 'cut'],
  ['names that are their own', 'pdf', () => withNames('4 0 R', '<< /Kids [4 0 R] >>'), ...ANY],
  ['names in a circle', 'pdf', () => withNames('4 0 R', '<< /Kids [5 0 R] >>', '<< /Kids [4 0 R] >>'), ...ANY],
  ['names that are numbers', 'pdf', () => withNames('<< /Names [7 8 9 10] >>'), ...ANY],
  [
    'a file that is its own description',
    'pdf',
    () => withNames('<< /Names [(a) 4 0 R] >>', '<< /Type /Filespec /F (a) /EF << /F 4 0 R >> >>'),
    'read',
  ],
  [
    'a file that is not there',
    'pdf',
    () => withNames('<< /Names [(a) 4 0 R] >>', '<< /Type /Filespec /F (a) /EF << /F 99 0 R >> >>'),
    'read',
  ],
  [
    'a file that does not unpack',
    'pdf',
    () =>
      withNames(
        '<< /Names [(a) 4 0 R] >>',
        '<< /F (a.txt) /EF << /F 5 0 R >> >>',
        streamOf(Buffer.from('no'), '/Filter /FlateDecode'),
      ),
    ...ANY,
  ],
  [
    'scripts and programs to be begun',
    'pdf',
    () =>
      pdfOf([
        catalog('/OpenAction << /S /JavaScript /JS (for\\(;;\\);) >> /AA << /WC << /S /Launch /F (a.exe) >> >>'),
        PAGES,
        pageOf(''),
      ]),
    'read',
  ],
  [
    'data of a form that unpack to 200 MB',
    'pdf',
    () => form(Buffer.concat([Buffer.from(DATASETS), Buffer.alloc(200 * MB, 'a')])),
    'read',
  ],
  ['data of a form of entities in entities', 'pdf', () => form(`${laughs}${DATASETS}&l20;</xfa:datasets>`), ...ANY],
  ['data of a form that are no XML', 'pdf', () => form(`${DATASETS}<<<<`), ...ANY],
  ['data of a form, 100,000 deep', 'pdf', () => form(DATASETS + '<a>'.repeat(100_000)), ...ANY],
  [
    '200,000 streams that are none',
    'pdf',
    () => Buffer.concat([form('x'), Buffer.from('stream\nx\nendstream\n'.repeat(200_000))]),
    ...ANY,
  ],
  [
    'words of streams without their ends',
    'pdf',
    () => Buffer.concat([form('x'), Buffer.from('stream\n<'.repeat(MB))]),
    ...ANY,
  ],
  ['a password', 'pdf', () => hostileDocuments.find(([what]) => what === 'a PDF with a password')![2](), 'encrypted'],
  ['nothing at all', 'pdf', () => pdfOf([CATALOG, PAGES, pageOf('')]), 'read'],
];

const object = (attributes: string, text: string) =>
  `<cbc:EmbeddedDocumentBinaryObject ${attributes}>${text}</cbc:EmbeddedDocumentBinaryObject>`;
const invoice = (inside: string, head = '') => `${head}<Invoice>${inside}</Invoice>`;

const XMLS: readonly HostileInside[] = [
  ['an invoice of entities in entities', 'xml', () => invoice('&l20;', laughs), 'read'],
  [
    'an invoice that names a file elsewhere',
    'xml',
    () => invoice('&x;', '<!DOCTYPE i [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    'read',
  ],
  [
    'CII of entities in entities',
    'xml',
    () => `${laughs}<rsm:CrossIndustryInvoice>&l20;</rsm:CrossIndustryInvoice>`,
    'read',
  ],
  ['100,000 files', 'xml', () => invoice(object('filename="a.txt"', 'eA==').repeat(100_000)), 'cut'],
  ['a name of 10 MB', 'xml', () => invoice(object(`filename="${'é'.repeat(5 * MB)}"`, 'eA==')), ...ANY],
  ['a name of 10 MB of Base64', 'xml', () => invoice(object(`filename="${'a'.repeat(10 * MB)}"`, 'eA==')), 'read'],
  ['15 MB of what is no Base64', 'xml', () => invoice(object('filename="a.txt"', '!'.repeat(15 * MB))), ...ANY],
  ['19 MB of Base64', 'xml', () => invoice(object('filename="a.txt"', 'A'.repeat(19 * MB))), 'cut'],
  [
    'Base64 of lines of sixty letters and words',
    'xml',
    () => invoice(`${'A'.repeat(60)}\n   x `.repeat(100_000)),
    'too_large',
  ],
  ['Base64 of lines that are never long enough', 'xml', () => invoice(`${'A'.repeat(60)}&#1;`.repeat(200_000)), 'read'],
  ['marks of our own', 'xml', () => invoice(object('filename="a.txt"', '[encoded 7]')), 'read'],
  ['files in files', 'xml', () => invoice(`${object('filename="a"', '').slice(0, -46)}`.repeat(5_000)), ...ANY],
  ['elements, 100,000 deep', 'xml', () => invoice('<a>'.repeat(100_000)), ...ANY],
  [
    'a file that is an invoice with a file',
    'xml',
    () =>
      invoiceWithFiles([
        { name: 'a.xml', type: 'text/xml', data: invoiceWithFiles([{ name: 'b.txt', type: 'text/plain', data: 'x' }]) },
      ]),
    'read',
  ],
  [
    'a PDF inside that unpacks to 200 MB',
    'xml',
    () =>
      invoiceWithFiles([
        { name: 'a.pdf', type: 'application/pdf', data: pdfWithFiles(attached('z', Buffer.alloc(200 * MB))) },
      ]),
    'read',
  ],
  [
    'a Word document inside of entities',
    'xml',
    () =>
      invoiceWithFiles([
        { name: 'a.docx', type: '', data: zipOf([{ name: 'word/document.xml', data: `${laughs}<a>&l20;</a>` }]) },
      ]),
    'cut',
  ],
  [
    'half an invoice',
    'xml',
    () => invoiceWithFiles([{ name: 'a.txt', type: '', data: 'x'.repeat(900) }]).slice(0, 900),
    ...ANY,
  ],
  ['8 MB of signs', 'xml', () => '<'.repeat(8 * MB), ...ANY],
];

const zip = (name: string | Buffer, data: string | Buffer) => zipOf([{ name, data }]);
const ZIPS: readonly HostileInside[] = [
  ['a path that leads elsewhere', 'zip', () => zip('../../etc/passwd', 'x'), 'read'],
  [
    'archives in archives, 100 deep',
    'zip',
    () => nested(100, (inner) => zip('a.zip', inner), zip('a.txt', 'x')),
    'read',
  ],
  ['100 MB of noughts', 'zip', () => zip('a.txt', Buffer.alloc(100 * MB)), ...ANY],
  [
    '100 files of 15 MB of noughts',
    'zip',
    () => zipOf(times(100, (at) => ({ name: `${at}.txt`, data: Buffer.alloc(15 * MB) }))),
    ...ANY,
  ],
  ['3,000 files', 'zip', () => zipOf(times(3_000, (at) => ({ name: `${at}.txt`, data: 'x' }))), 'too_large'],
  ['a size that is not true', 'zip', () => zipOf([{ name: 'a.txt', data: 'x', size: 4_000_000_000 }]), ...ANY],
  ['a checksum that is not true', 'zip', () => zipOf([{ name: 'a.txt', data: 'x', crc: 7 }]), 'cut', 'damaged'],
  ['a password', 'zip', () => zipOf([{ name: 'a.txt', data: 'x', flags: 1 }]), 'encrypted'],
  [
    'two files at one place',
    'zip',
    () =>
      zipOf([
        { name: 'a.txt', data: 'x' },
        { name: 'b.txt', data: 'x', at: 0 },
      ]),
    'damaged',
  ],
  ['a link', 'zip', () => zipOf([{ name: 'a', data: '/etc/passwd', madeBy: 0x300, mode: 0o120777 }]), 'damaged'],
  ['200 broken PDFs', 'zip', () => zipOf(times(200, (at) => ({ name: `${at}.pdf`, data: '%PDF-1.7\nx' }))), 'cut'],
  [
    'a PDF inside of 10,000 pages',
    'zip',
    () => zip('a.pdf', hostileDocuments.find(([what]) => what === '10,000 pages')![2]()),
    ...ANY,
  ],
  ['a text without an end', 'zip', () => zip('a.rtf', `{\\rtf1${'{'.repeat(5 * MB)}`), ...ANY],
  ['a name of noughts', 'zip', () => zip(Buffer.from('a\0.txt'), 'x'), ...ANY],
  ['names of a thousand folders', 'zip', () => zip(`${'a/'.repeat(1_000)}b.txt`, 'x'), ...ANY],
  ['half an archive', 'zip', () => zip('a.txt', 'x'.repeat(900)).subarray(0, 60), 'damaged'],
  ['nothing', 'zip', () => '', 'damaged'],
];

/** Attachments of attachments, bombs, circles, entities, forms: in all three that have files inside. */
export const hostileInsides: readonly HostileInside[] = [...PDFS, ...XMLS, ...ZIPS];
