import { deflateSync } from 'node:zlib';
import type { PreviewFault } from '@dosar/contracts';
import { CATALOG, packed, PAGES, pdfOf, streamOf } from './pdf-builder';

/** Possible results: a picture, or why there is none. */
export type PageVerdict = 'drawn' | PreviewFault;
export type HostilePage = readonly [what: string, bytes: () => Buffer, ...verdicts: readonly PageVerdict[]];

const MANY = 1_000_000;

/** A page of 600 by 600 with these resources, whose objects begin with number 5. */
const pageWith = (resources: string, content: string, ...more: readonly (string | Buffer)[]) =>
  pdfOf([
    CATALOG,
    PAGES,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 600] /Contents 4 0 R /Resources << ${resources} >> >>`,
    packed(content),
    ...more,
  ]);

const IMAGE = '/XObject << /I 5 0 R >>';
const SHOW = 'q 600 0 0 600 0 0 cm /I Do Q\n';
const imageOf = (width: number, height: number, data: Buffer, more = '/ColorSpace /DeviceGray /BitsPerComponent 8') =>
  streamOf(data, `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${more}`);
const packedImage = (side: number, bytes: number, more: string) =>
  imageOf(side, side, deflateSync(Buffer.alloc(bytes, 85)), `/Filter /FlateDecode ${more}`);

/** A form that draws the next one ten times, and so on. */
const formsInForms = (deep: number) => {
  const form = (at: number) =>
    streamOf(
      Buffer.from(at === deep ? '0 0 1 rg 0 0 9 9 re f' : '/F Do '.repeat(10)),
      `/Type /XObject /Subtype /Form /BBox [0 0 600 600] /Resources << /XObject << /F ${6 + at} 0 R >> >>`,
    );
  return Array.from({ length: deep + 1 }, (_, at) => form(at));
};

const tiling = (step: number, content = '0 0 1 rg 0 0 1 1 re f') =>
  streamOf(
    Buffer.from(content),
    `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 ${step} ${step}] /XStep ${step} /YStep ${step} /Resources << >>`,
  );
const PATTERN = '/Pattern << /P 5 0 R >>';
const FILLED = '/Pattern cs /P scn 0 0 600 600 re f';
const group = (content: string, box: string) =>
  streamOf(
    Buffer.from(content),
    `/Type /XObject /Subtype /Form /BBox [${box}] /Group << /S /Transparency /I true >> /Resources << >>`,
  );

/** PDFs whose pages are made to break drawing. */
export const hostilePages: readonly HostilePage[] = [
  [
    'a picture of 900 megapixels',
    () => pageWith(IMAGE, SHOW, packedImage(30_000, (900 * MANY) / 8, '/ColorSpace /DeviceGray /BitsPerComponent 1')),
    'damaged',
    'too_large',
  ],
  [
    'a picture of 100 megapixels in colours',
    () => pageWith(IMAGE, SHOW, packedImage(10_000, 300 * MANY, '/ColorSpace /DeviceRGB /BitsPerComponent 8')),
    'drawn',
    'damaged',
    'too_large',
  ],
  [
    'a mask of 900 megapixels',
    () => pageWith(IMAGE, SHOW, packedImage(30_000, (900 * MANY) / 8, '/ImageMask true /BitsPerComponent 1')),
    'damaged',
    'too_large',
  ],
  [
    'a picture that says it is larger than there are numbers',
    () => pageWith(IMAGE, SHOW, imageOf(2_147_483_647, 2_147_483_647, Buffer.alloc(9))),
    'drawn',
    'damaged',
  ],
  [
    'a picture with sizes below nothing',
    () => pageWith(IMAGE, SHOW, imageOf(-5, -5, Buffer.alloc(9))),
    'drawn',
    'damaged',
  ],
  [
    'a picture that is shown 100,000 times',
    () => pageWith(IMAGE, SHOW.repeat(MANY / 10), imageOf(100, 100, Buffer.alloc(10_000, 85))),
    'drawn',
    'too_large',
  ],
  [
    'a JPEG 2000 that is none',
    () => pageWith(IMAGE, SHOW, imageOf(99, 99, Buffer.alloc(999, 7), '/Filter /JPXDecode')),
    'drawn',
    'damaged',
  ],
  [
    'a JBIG2 that is none',
    () =>
      pageWith(
        IMAGE,
        SHOW,
        imageOf(99, 99, Buffer.alloc(999, 7), '/Filter /JBIG2Decode /BitsPerComponent 1 /ColorSpace /DeviceGray'),
      ),
    'drawn',
    'damaged',
  ],
  [
    'a JPEG that is none',
    () =>
      pageWith(
        IMAGE,
        SHOW,
        imageOf(
          99,
          99,
          Buffer.from('ffd8ffe0'.repeat(99), 'hex'),
          '/Filter /DCTDecode /BitsPerComponent 8 /ColorSpace /DeviceRGB',
        ),
      ),
    'drawn',
    'damaged',
  ],
  [
    'a fax without an end',
    () =>
      pageWith(
        IMAGE,
        SHOW,
        imageOf(
          60_000,
          60_000,
          Buffer.alloc(99),
          '/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 60000 /Rows 60000 >> /BitsPerComponent 1 /ColorSpace /DeviceGray',
        ),
      ),
    'drawn',
    'damaged',
    'too_large',
  ],
  [
    'forms in forms, ten billion times',
    () => pageWith('/XObject << /F 5 0 R >>', '/F Do', ...formsInForms(10)),
    'too_large',
  ],
  ['five million lines', () => pageWith('', '0 0 m 600 600 l S\n'.repeat(5 * MANY)), 'too_large', 'drawn'],
  [
    'a line of a million pieces',
    () => pageWith('', `0 0 m ${'9 9 l 500 500 l '.repeat(MANY)} S`),
    'too_large',
    'drawn',
  ],
  ['a line of a hundred million dashes', () => pageWith('', '[0.00001] 0 d 0 0 m 600 600 l S'), 'drawn', 'too_large'],
  ['a million saved states', () => pageWith('', 'q '.repeat(MANY)), 'too_large', 'drawn'],
  ['tiles too small to be seen', () => pageWith(PATTERN, FILLED, tiling(0.000_1)), 'drawn', 'damaged', 'too_large'],
  ['tiles of no size', () => pageWith(PATTERN, FILLED, tiling(0)), 'drawn', 'damaged'],
  ['tiles as large as a country', () => pageWith(PATTERN, FILLED, tiling(1e9)), 'drawn', 'damaged', 'too_large'],
  [
    'tiles in tiles',
    () =>
      pageWith(
        PATTERN,
        FILLED,
        streamOf(
          Buffer.from(FILLED),
          '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << /Pattern << /P 5 0 R >> >>',
        ),
      ),
    'too_large',
    'damaged',
  ],
  [
    'ten thousand groups over each other',
    () =>
      pageWith('/XObject << /I 5 0 R >>', '/I Do '.repeat(10_000), group('0 0 1 rg 0 0 600 600 re f', '0 0 600 600')),
    'drawn',
    'damaged',
    'too_large',
  ],
  [
    'a group as large as a country',
    () =>
      pageWith(
        '/XObject << /I 5 0 R >>',
        '0.00001 0 0 0.00001 0 0 cm /I Do',
        group('0 0 1 rg 0 0 600 600 re f', '-1e9 -1e9 1e9 1e9'),
      ),
    'too_large',
    'damaged',
    'drawn',
  ],
  [
    'a shading by a function that is itself',
    () =>
      pageWith(
        '/Shading << /S << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 600 600] /Function 5 0 R >> >>',
        '/S sh',
        '<< /FunctionType 3 /Domain [0 1] /Functions [5 0 R 5 0 R] /Bounds [0.5] /Encode [0 1 0 1] >>',
      ),
    'drawn',
    'damaged',
  ],
  [
    'a font whose letters are its own text',
    () =>
      pageWith(
        '/Font << /F 5 0 R >>',
        'BT /F 9 Tf (aaaa) Tj ET',
        '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 /Widths [9] /Encoding << /Differences [97 /a] >> /CharProcs << /a 6 0 R >> /Resources << /Font << /F 5 0 R >> >> >>',
        packed('9 0 d0 BT /F 9 Tf (aaaa) Tj ET'),
      ),
    'drawn',
    'damaged',
  ],
];
