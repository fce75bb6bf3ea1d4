import { deflateSync } from 'node:zlib';
import { hostileDocuments } from './hostile-documents';
import { hostilePages } from './hostile-pages';
import { aPagedPdf, pagesOf } from './paged-documents';
import { CATALOG, PAGES, pageOf, pdfOf, pdfWith, streamOf } from './pdf-builder';
import { claiming } from './png';

/** What comes of its first page: a document, or why there is none. */
export type SourceVerdict =
  'made' | 'PAGE_MISSING' | 'PAGES_ENCRYPTED' | 'PAGES_DAMAGED' | 'PAGES_TOO_LARGE' | 'FILE_TOO_LARGE';
export type HostileSource = readonly [
  what: string,
  bytes: () => Buffer,
  verdicts: readonly SourceVerdict[],
  isPicture?: true,
];

const MANY = 1_000_000;
const ANY = ['made', 'PAGES_DAMAGED', 'PAGES_TOO_LARGE', 'PAGE_MISSING', 'FILE_TOO_LARGE'] as const;
const NONE = ['PAGES_DAMAGED', 'PAGES_TOO_LARGE'] as const;
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Objects of which each leads to the next. */
const chain = (length: number) => Array.from({ length }, (_, at) => `<< /Next ${at + 6} 0 R >>`);
const withResources = (resources: string, ...more: readonly (string | Buffer)[]) =>
  pdfOf([
    CATALOG,
    PAGES,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources ${resources} >>`,
    'null',
    ...more,
  ]);

/** Made against copying of pages. */
const own: readonly HostileSource[] = [
  ['a chain of 100,000 objects', () => withResources('5 0 R', ...chain(100_000)), NONE],
  [
    'objects that lead to one another',
    () => withResources('<< /A 5 0 R >>', '<< /B 6 0 R >>', '<< /A 5 0 R >>'),
    ['made'],
  ],
  ['an object that is itself', () => withResources('5 0 R', '5 0 R'), ANY],
  ['a list that holds itself', () => withResources('<< /A 5 0 R >>', '[5 0 R 5 0 R]'), ANY],
  [
    'a million names',
    () => withResources(`<< ${Array.from({ length: MANY }, (_, at) => `/N${at} 1`).join(' ')} >>`),
    ANY,
  ],
  ['resources that are the catalog', () => withResources('1 0 R'), ANY],
  ['a page whose parent is itself', () => pdfOf([CATALOG, PAGES, '<< /Type /Page /Parent 3 0 R >>']), ANY],
  [
    'a size and a turn that are none',
    () => pdfOf([CATALOG, PAGES, pageOf('/Rotate (x) /CropBox 5 /Annots 7')]),
    ['made'],
  ],
  [
    '300,000 remarks',
    () => pdfOf([CATALOG, PAGES, pageOf(`/Annots [${'4 0 R '.repeat(300_000)}]`), '<< /Subtype /Stamp /AP << >> >>']),
    ANY,
  ],
  [
    'a key of a kind that nobody knows',
    () => aPagedPdf(pagesOf('x', 1), { trailer: '/Encrypt << /Filter /Adobe.PubSec /V 9 /R 9 >>' }),
    ['PAGES_ENCRYPTED', 'PAGES_DAMAGED'],
  ],
  ['objects that unpack to 800 MB', () => pdfOf([CATALOG, PAGES, '5 0 R', 'null', bomb(800)]), ANY],
  [
    'words that unpack to 400 MB',
    () => pdfWith(streamOf(deflateSync(Buffer.alloc(400 * MANY)), '/Filter /FlateDecode')),
    ANY,
  ],
  ['a picture of 900 megapixels', () => claiming(PICTURE, 30_000), NONE, true],
  ['half a picture', () => PICTURE.subarray(0, 40), NONE, true],
];

/** Packed objects of that many megabytes. */
const bomb = (megabytes: number) =>
  streamOf(deflateSync(Buffer.alloc(megabytes * MANY, ' ')), '/Type /ObjStm /N 1 /First 6 /Filter /FlateDecode');

const ofReaders = hostileDocuments
  .filter(([, ending]) => ending === 'pdf')
  .map(([what, , bytes, first]): HostileSource => [
    what,
    () => Buffer.from(bytes()),
    first === 'encrypted' ? ['PAGES_ENCRYPTED'] : [...ANY, 'PAGES_ENCRYPTED'],
  ]);
const ofPages = hostilePages.map(([what, bytes]): HostileSource => [`${what}, on a page`, bytes, ANY]);

/** Files whose pages are made to break whoever takes them. */
export const hostileSources: readonly HostileSource[] = [...own, ...ofReaders, ...ofPages];
