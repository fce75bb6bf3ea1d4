import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import { MIME_TYPES, type Extension } from '@dosar/contracts';
import { oldWord } from './old-word';
import { CATALOG, packed, PAGES, pdfOf, streamOf } from './pdf-builder';
import { zipOf } from './zip-builder';

type Killer = readonly [what: string, ending: Extension, bytes: () => Buffer];

const MB = 1_000_000;
const MOST = 2_147_483_647;

const page = (resources: string, content: string, ...objects: readonly (string | Buffer)[]) =>
  pdfOf([
    CATALOG,
    PAGES,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R /Resources << ${resources} >> >>`,
    packed(content),
    ...objects,
  ]);
const form = (content: string, next: number) =>
  streamOf(
    Buffer.from(content),
    `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F ${next} 0 R >> >>`,
  );
const picture = (head: string, bytes: Buffer) =>
  page(
    '/XObject << /I 5 0 R >>',
    '99 0 0 99 0 0 cm /I Do',
    streamOf(bytes, `/Type /XObject /Subtype /Image /BitsPerComponent 1 /ColorSpace /DeviceGray ${head}`),
  );
const typeThree = (content: string, last: number) =>
  page(
    '/Font << /F 5 0 R >>',
    content,
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 6 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 0 /LastChar ${last} /Widths [9] /Resources << /Font << /F 5 0 R >> >> >>`,
    streamOf(Buffer.from('9 0 d0 BT /F 9 Tf (aaaa) Tj ET'), ''),
  );
const jbig2 = (side: number): Buffer => {
  const bytes = Buffer.alloc(30);
  bytes[4] = 48;
  bytes[6] = 1;
  bytes.writeUInt32BE(19, 7);
  bytes.writeUInt32BE(side, 11);
  bytes.writeUInt32BE(side, 15);
  return bytes;
};

const PDFS: readonly Killer[] = [
  ['forms in a circle', 'pdf', () => page('/XObject << /F 5 0 R >>', '/F Do', form('/F Do', 5))],
  [
    'forms in forms, a milliard times',
    'pdf',
    () =>
      page(
        '/XObject << /F 5 0 R >>',
        '/F Do',
        ...Array.from({ length: 10 }, (_, at) => form('/F Do '.repeat(10), 6 + at)),
      ),
  ],
  ['letters that are written in themselves', 'pdf', () => typeThree('BT /F 9 Tf (aaaa) Tj ET', 97)],
  ['nine million letters that are drawn', 'pdf', () => typeThree(`BT /F 9 Tf (${'a'.repeat(9 * MB)}) Tj ET`, MOST)],
  [
    'a picture by JBIG2 of two milliard lines',
    'pdf',
    () => picture('/Width 9 /Height 9 /Filter /JBIG2Decode', jbig2(MOST)),
  ],
  [
    'a fax of two milliard columns',
    'pdf',
    () =>
      picture(
        `/Width 60000 /Height 60000 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${MOST} /Rows ${MOST} >>`,
        Buffer.alloc(MB, 0x55),
      ),
  ],
  [
    'a picture in ten thousand inks',
    'pdf',
    () =>
      picture(
        `/Width 3000 /Height 3000 /ColorSpace [/DeviceN [${'/a '.repeat(10_000)}] /DeviceRGB << /FunctionType 2 /N 1 /Domain [0 1] >>] /Filter /FlateDecode`,
        deflateSync(Buffer.alloc(90 * MB)),
      ),
  ],
  [
    'a million notes at a page',
    'pdf',
    () =>
      pdfOf([
        CATALOG,
        PAGES,
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Annots [${'4 0 R '.repeat(MB)}] >>`,
        '<< /Type /Annot /Subtype /Widget /FT /Tx /Rect [0 0 9 9] /Parent 4 0 R /Kids [4 0 R] >>',
      ]),
  ],
];

const chunk = (type: string, data: Buffer): Buffer => {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type), data, Buffer.alloc(4)]);
  bytes.writeUInt32BE(data.length, 0);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
};
const png = (side: number, data: Buffer, more: Buffer = Buffer.alloc(0)): Buffer => {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  const chunks = [chunk('IHDR', head), more, chunk('IDAT', deflateSync(data)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]);
};
const repeated = (bytes: Buffer, times: number) => Buffer.alloc(bytes.length * times, bytes);
const bomb = (megabytes: number) => Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(megabytes * MB))]);

const PICTURES: readonly Killer[] = [
  ['a picture of ten milliard points, it says', 'png', () => png(100_000, Buffer.alloc(1_000))],
  ['a picture of 119 million points', 'png', () => png(10_900, Buffer.alloc(357 * MB))],
  [
    'a picture whose remarks unpack to 4 GB',
    'png',
    () => png(9, Buffer.alloc(300), repeated(chunk('zTXt', bomb(100)), 40)),
  ],
  ['a picture whose colours unpack to 500 MB', 'png', () => png(9, Buffer.alloc(300), chunk('iCCP', bomb(500)))],
  [
    'a picture of 300,000 remarks',
    'png',
    () => png(9, Buffer.alloc(300), repeated(chunk('tEXt', Buffer.from('a\0b')), 300_000)),
  ],
];

const office = (ending: 'docx' | 'xlsx' | 'ods', parts: Readonly<Record<string, string | Buffer>>): Buffer => {
  const first = ending === 'ods' ? 'mimetype' : '[Content_Types].xml';
  const entries = Object.entries(parts).map(([name, part]) => {
    const bytes = Buffer.from(part);
    return { name, packed: deflateRawSync(bytes, { level: 1 }), size: bytes.length, crc: crc32(bytes) };
  });
  return zipOf([{ name: first, data: ending === 'ods' ? MIME_TYPES.ods : 'x', method: 0 }, ...entries]);
};
const doc = (text: string) => `<w:d><w:t>${text}</w:t></w:d>`;
const headers = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`word/header${at}.xml`, doc('a'.repeat(25_000))]));
const inItself = (times: number): Buffer => {
  const parts = { 'word/document.xml': doc('a') };
  let bytes = office('docx', parts);
  for (let time = 0; time < times; time += 1) bytes = office('docx', { ...parts, 'word/embeddings/a.docx': bytes });
  return bytes;
};
const xml = (text: string) => Buffer.from(`<?xml version="1.0"?>${text}`);
const entities = Array.from(
  { length: 20 },
  (_, at) => `<!ENTITY a${at} "${at === 0 ? 'ha' : `&a${at - 1};`.repeat(10)}">`,
).join('');
const names = Array.from({ length: 200_000 }, (_, at) => `xmlns:a${at}="urn:${at}"`).join(' ');

const OTHERS: readonly Killer[] = [
  ['documents in documents', 'docx', () => inItself(50)],
  ['five thousand headers', 'docx', () => office('docx', headers(4_990))],
  [
    'a text of 4 MB in a million cells',
    'xlsx',
    () =>
      office('xlsx', {
        'xl/sharedStrings.xml': `<sst><si><t>${'a '.repeat(2 * MB)}</t></si></sst>`,
        'xl/worksheets/sheet1.xml': `<s><row>${'<c t="s"><v>0</v></c>'.repeat(MB)}</row></s>`,
      }),
  ],
  [
    'a row that is repeated a milliard times',
    'ods',
    () =>
      office('ods', {
        'content.xml': `<o:o xmlns:o="a"><o:body><t:table><t:table-row t:number-rows-repeated="1000000000"><t:table-cell t:number-columns-repeated="1000000000"><x:p>${'<x:s x:c="1000000000"/>'.repeat(MB)}</x:p></t:table-cell></t:table-row></t:table></o:body></o:o>`,
      }),
  ],
  ['a stream of sectors that is its own next', 'doc', () => oldWord('Contract', { chained: { 1: 1, 2: 2 } })],
  ['an invoice of entities in entities', 'xml', () => xml(`<!DOCTYPE a [${entities}]><Invoice>&a19;</Invoice>`)],
  [
    'an invoice of 200,000 namespaces',
    'xml',
    () => xml(`<Invoice ${names}>${'<a1:b a2:c=""/>'.repeat(100_000)}</Invoice>`),
  ],
  ['a table of one line', 'csv', () => Buffer.alloc(19 * MB, ';')],
  ['letters that skip two milliard others', 'rtf', () => Buffer.from(`{\\rtf1\\uc${MOST}${'\\u300?'.repeat(2 * MB)}}`)],
];

/** Documents of further kinds: drawings, pictures, office formats, legacy formats. */
export const moreKillers: readonly Killer[] = [...PDFS, ...PICTURES, ...OTHERS];
