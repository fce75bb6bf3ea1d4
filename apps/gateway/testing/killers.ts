import { deflateRawSync, deflateSync } from 'node:zlib';
import type { Extension } from '@dosar/contracts';
import { hostileDocuments } from './hostile-documents';
import { hostilePages } from './hostile-pages';
import { moreKillers } from './more-killers';
import { oldWord } from './old-word';
import { CATALOG, packed, pageOf, PAGES, pdfOf, pdfWith, pdfText, streamOf } from './pdf-builder';
import { zipOf, type Made } from './zip-builder';

/** A document that crashes or occupies a reader without limits; its name, and its bytes. */
export type Killer = readonly [what: string, ending: Extension, bytes: () => Buffer];

const MB = 1_000_000;

/** The part of each format that is read. */
const PARTS = {
  docx: 'word/document.xml',
  xlsx: 'xl/worksheets/sheet1.xml',
  pptx: 'ppt/slides/slide1.xml',
  odt: 'content.xml',
  ods: 'content.xml',
  odp: 'content.xml',
} as const;
type Office = keyof typeof PARTS;

/** Enough to be accepted as that type; with this part, which is never held here more than once. */
const office = (
  ending: Office,
  part: Buffer | string,
  name: string = PARTS[ending],
  more: Partial<Made> = {},
): Buffer => {
  const bytes = Buffer.from(part);
  const first = ending.startsWith('od') ? 'mimetype' : '[Content_Types].xml';
  const entry = { name, packed: deflateRawSync(bytes, { level: 1 }), size: bytes.length, crc: 0, ...more };
  return zipOf([{ name: first, data: 'x', method: 0 }, entry]);
};
const filled = (begin: string, megabytes: number, end: string, fill = 'a'): Buffer =>
  Buffer.concat([Buffer.from(begin), Buffer.alloc(megabytes * MB, fill), Buffer.from(end)]);

const ofOffices = (Object.keys(PARTS) as Office[]).flatMap((ending): readonly Killer[] => {
  const [open, close] = ending.startsWith('od') ? ['<o><body><p>', '</p></body></o>'] : ['<w:d><w:t>', '</w:t></w:d>'];
  return [
    ['a name of 118 MB', ending, () => office(ending, filled('<', 118, '/>'))],
    ['an attribute of 100 MB', ending, () => office(ending, filled('<w:d w:x="', 100, '"/>'))],
    ['a text of 118 MB', ending, () => office(ending, filled(open, 118, close))],
    ['elements in elements, ten million deep', ending, () => office(ending, filled('<w:d>', 30, '', '<a>'))],
    ['five million attributes', ending, () => office(ending, attributes(5))],
  ];
});
const attributes = (millions: number) => {
  const names = Array.from({ length: millions * MB }, (_, at) => ` a${at.toString(36)}=""`);
  return Buffer.from(`<w:d${names.join('')}/>`);
};

const bare = (more: string, ...objects: readonly (string | Buffer)[]) =>
  pdfOf([CATALOG, PAGES, pageOf(more), ...objects]);
const font = (descendant: string, ...more: readonly (string | Buffer)[]) =>
  pdfOf([
    CATALOG,
    PAGES,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    packed(pdfText('a')),
    '<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [6 0 R] >>',
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << /Registry (A) /Ordering (I) /Supplement 0 >> ${descendant} >>`,
    ...more,
  ]);
const DESCRIBED =
  '/FontDescriptor << /Type /FontDescriptor /FontName /A /Flags 4 /FontBBox [0 0 9 9] /ItalicAngle 0 /Ascent 9 /Descent 0 /CapHeight 9 /StemV 9 >>';
const blanks = (megabytes: number) => Buffer.alloc(megabytes * MB, 32);
const filters = (names: readonly string[], content: Buffer) =>
  streamOf(content, `/Filter [${names.map((name) => `/${name}`).join(' ')}]`);
/** An object stream that claims that many objects. */
const objectStream = (content: Buffer, count: number) => {
  const bytes = deflateSync(content);
  return streamOf(bytes, `/Type /ObjStm /N ${count} /First 10 /Filter /FlateDecode`);
};
/** A cross-reference stream with these widths and sections. */
const tableStream = (index: string, widths: string, content: Buffer) => {
  const bytes = deflateSync(content);
  const head = `<< /Type /XRef /Size 9 /Root 1 0 R /Index [${index}] /W [${widths}] /Filter /FlateDecode /Length ${bytes.length} >>`;
  const before = Buffer.from(`%PDF-1.7\n1 0 obj\n${CATALOG}\nendobj\n2 0 obj\n${PAGES}\nendobj\n`);
  const stream = Buffer.concat([
    Buffer.from(`3 0 obj\n${head}\nstream\n`),
    bytes,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
  return Buffer.concat([before, stream, Buffer.from(`startxref\n${before.length}\n%%EOF`)]);
};
const pictures = (width: number, more: string, bytes: number) =>
  pdfOf([
    CATALOG,
    PAGES,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>',
    packed('99 0 0 99 0 0 cm /I Do'),
    streamOf(
      deflateSync(Buffer.alloc(bytes)),
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${width} /ColorSpace /DeviceRGB /BitsPerComponent 8 ${more} /Filter /FlateDecode`,
    ),
  ]);
const manyPages = (count: number) => {
  const kids = '3 0 R '.repeat(count);
  return pdfOf([
    CATALOG,
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    pageOf('/Contents 4 0 R'),
    packed(pdfText('a')),
  ]);
};

const PDFS: readonly Killer[] = [
  ['widths of two milliard letters', 'pdf', () => font(`${DESCRIBED} /W [0 2147483647 500]`)],
  ['widths of letters by four milliard', 'pdf', () => font(`${DESCRIBED} /W [0 4294967295 500 7 900000000 2]`)],
  ['heights of two milliard letters', 'pdf', () => font(`${DESCRIBED} /W2 [0 2147483647 1 2 3]`)],
  [
    'a font of 900 MB',
    'pdf',
    () =>
      font(
        '/FontDescriptor << /Type /FontDescriptor /FontName /A /FontFile2 7 0 R >>',
        packed(Buffer.alloc(300 * MB), 1),
      ),
  ],
  [
    'letters by a table that maps all there are',
    'pdf',
    () =>
      font(
        '/DW 9',
        packed(
          'begincmap 1 begincodespacerange <00000000> <ffffffff> endcodespacerange 1 begincidrange <00000000> <7fffffff> 0 endcidrange endcmap',
        ),
      ),
  ],
  ['blanks that are packed twice, 800 MB', 'pdf', () => pdfWith(packed(blanks(800), 2))],
  ['blanks that are packed three times', 'pdf', () => pdfWith(packed(blanks(500), 3))],
  [
    'blanks of 1 GB as a run of lengths',
    'pdf',
    () =>
      pdfWith(filters(['FlateDecode', 'RunLengthDecode'], deflateSync(Buffer.alloc(16 * MB, Buffer.from([129, 32]))))),
  ],
  [
    'a content as hexadecimal digits, packed',
    'pdf',
    () => pdfWith(filters(['FlateDecode', 'ASCIIHexDecode'], deflateSync(Buffer.alloc(400 * MB, '20')))),
  ],
  [
    'a content as letters of 85, packed',
    'pdf',
    () => pdfWith(filters(['FlateDecode', 'ASCII85Decode'], deflateSync(Buffer.alloc(300 * MB, 'z')))),
  ],
  [
    'a predictor of two milliard columns',
    'pdf',
    () =>
      pdfWith(
        streamOf(
          deflateSync(blanks(1)),
          '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 2147483647 /Colors 4 >>',
        ),
      ),
  ],
  [
    'a picture of words by LZW that never ends',
    'pdf',
    () => pdfWith(streamOf(Buffer.alloc(10 * MB, 0x55), '/Filter /LZWDecode')),
  ],
  ['ten million objects in a stream', 'pdf', () => bare('/Contents 4 0 R', objectStream(blanks(400), 10 * MB))],
  ['a table of 2 milliard references', 'pdf', () => tableStream('0 2147483647', '1 4 2', Buffer.alloc(20 * MB))],
  ['a table of wide references', 'pdf', () => tableStream('0 9', '2147483647 2147483647 1', Buffer.alloc(MB))],
  ['a table of 80 MB of references', 'pdf', () => tableStream('0 100000000', '1 1 1', Buffer.alloc(300 * MB, 1))],
  ['a million pages that are one', 'pdf', () => manyPages(MB)],
  [
    'two milliard pages, it says',
    'pdf',
    () => pdfOf([CATALOG, '<< /Type /Pages /Kids [3 0 R] /Count 2147483647 >>', pageOf('')]),
  ],
  ['a list of 8 MB of numbers', 'pdf', () => pdfWith(packed(`BT [${'9 '.repeat(4 * MB)}] TJ ET`))],
  ['dictionaries in dictionaries', 'pdf', () => pdfWith(packed('<</a '.repeat(3 * MB)))],
  ['a text of 100 MB', 'pdf', () => pdfWith(packed(pdfText('a'.repeat(100 * MB))))],
  ['a name of 60 MB', 'pdf', () => pdfWith(packed(`/${'a'.repeat(60 * MB)} Do`))],
  [
    'a million words in ten million letters',
    'pdf',
    () => pdfWith(packed(`BT /F 9 Tf ${'(a) Tj 9 9 Td '.repeat(3 * MB)} ET`)),
  ],
  ['a picture of 400 megapixels', 'pdf', () => pictures(20_000, '', 400 * MB)],
  ['a picture of a mask of its own', 'pdf', () => pictures(9_000, '/SMask 5 0 R', 240 * MB)],
  [
    'a document of objects alone',
    'pdf',
    () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from('1 0 obj<<>>endobj\n'.repeat(MB))]),
  ],
];

const sharedTexts = (count: number) => `<sst>${'<si><t>aaaaaaaa</t></si>'.repeat(count)}</sst>`;
const nested = (deep: number): Buffer => {
  let bytes = zipOf([{ name: 'a.txt', packed: deflateRawSync(Buffer.alloc(100 * MB)), size: 100 * MB, crc: 0 }]);
  for (let at = 0; at < deep; at += 1) bytes = zipOf([{ name: `${at}.zip`, data: bytes, method: 0 }]);
  return bytes;
};

const OTHERS: readonly Killer[] = [
  ['four million texts of a sheet', 'xlsx', () => office('xlsx', sharedTexts(4 * MB), 'xl/sharedStrings.xml')],
  ['a row of ten million cells', 'xlsx', () => office('xlsx', `<s><row>${'<c><v>1</v></c>'.repeat(7 * MB)}`)],
  [
    'a million formats of days',
    'xlsx',
    () => office('xlsx', `<s><cellXfs>${'<xf numFmtId="14"/>'.repeat(4 * MB)}`, 'xl/styles.xml'),
  ],
  ['a part that is 4 GB, it says', 'pptx', () => office('pptx', '<a/>', PARTS.pptx, { size: 4_294_967_294 })],
  ['a remark of 118 MB', 'docx', () => office('docx', filled('<w:d><!--', 118, '--></w:d>'))],
  ['an instruction of 100 MB', 'docx', () => office('docx', filled('<?', 100, '?><w:d/>'))],
  ['an entity of 100 MB', 'odt', () => office('odt', filled('<o>&', 100, ';</o>'))],
  ['a description of types of 100 MB', 'docx', () => office('docx', filled('<!DOCTYPE d [', 100, ']><d/>'))],
  ['groups in groups, 20 million deep', 'rtf', () => filled('{\\rtf1', 19, '', '{')],
  ['a word of control of 19 MB', 'rtf', () => filled('{\\rtf1\\', 19, '')],
  ['pages of letters that change', 'rtf', () => filled('{\\rtf1 ', 19, '', '\\ansicpg1250')],
  ['an invoice whose name has 19 MB', 'xml', () => filled('<', 19, '/>')],
  ['an invoice of elements in elements', 'xml', () => filled('<a>', 19, '', '<a>')],
  ['sectors that lead in a circle', 'doc', () => oldWord('Contract', { chained: { 2: 3, 3: 2 } })],
  ['archives in archives', 'zip', () => nested(40)],
  [
    'an archive that says less than it is',
    'zip',
    () => zipOf([{ name: 'a.txt', packed: deflateRawSync(Buffer.alloc(100 * MB)), size: 9 }]),
  ],
  ['an archive that says more than it is', 'zip', () => zipOf([{ name: 'a.txt', data: 'a', size: 4_000_000_000 }])],
];

/** Documents that earlier readers gave up on by themselves: some of each kind. */
const KNOWN = new Set([
  '10,000 pages',
  'pages in pages, 5,000 deep',
  'a content that is packed twice',
  '4,000 parts that are the same bytes',
  '200,000 attributes',
  'entities in entities',
  'texts of a sheet without an end',
]);
const known = hostileDocuments
  .filter(([what]) => KNOWN.has(what))
  .map(([what, ending, bytes]): Killer => [what, ending, () => Buffer.from(bytes())]);
const PAGES_DRAWN = new Set(['a mask of 900 megapixels', 'forms in forms, ten billion times', 'tiles in tiles']);
const drawn = hostilePages
  .filter(([what]) => PAGES_DRAWN.has(what))
  .map(([what, bytes]): Killer => [what, 'pdf', bytes]);

export const killers: readonly Killer[] = [...PDFS, ...ofOffices, ...OTHERS, ...moreKillers, ...known, ...drawn];

/** A few that crashed an earlier server, for a quick run. */
const FEW = new Set(['widths of two milliard letters', 'a name of 118 MB (docx)']);
export const fewKillers: readonly Killer[] = killers.filter(
  ([what, ending]) => FEW.has(what) || FEW.has(`${what} (${ending})`),
);
