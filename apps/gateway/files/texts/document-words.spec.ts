import { MIME_TYPES, type Extension } from '@dosar/contracts';
import { CATALOG, packed, pdfOf, pdfText, streamOf } from '../../testing/pdf-builder';
import { invoiceWithFiles, pdfWithFiles } from '../../testing/with-parts';
import { zipOf } from '../../testing/zip-builder';
import { documentWords } from './document-words';
import { readText } from './read-text';

const wordsOf = async (extension: Extension, bytes: Buffer | string) => {
  const source = new Uint8Array(Buffer.from(bytes)).buffer;
  const read = await documentWords(
    { bytes: source, mimeType: MIME_TYPES[extension] },
    { signal: AbortSignal.timeout(60_000) },
  );
  return 'text' in read ? { ...read, text: read.text.replace(/\s+/g, ' ') } : read;
};

const ROW = 'cod;nume\n7;cireșe amare';
const FILES = [
  { name: 'lista.csv', type: 'text/csv', data: ROW },
  { name: 'Aviz 12.pdf', type: 'application/pdf', data: pdfWithFiles([], { text: 'Aviz de Hârșova' }) },
];

describe('the words of a document', () => {
  it.each([
    ['pdf', pdfWithFiles(FILES, { text: 'Borderou 7' }), 'Borderou 7'],
    ['xml', invoiceWithFiles(FILES), 'MOA 77'],
    ['zip', zipOf(FILES.map(({ name, data }) => ({ name: `luna/${name}`, data }))), ''],
  ] as const)('are also those of the files inside: %s', async (extension, bytes, own) => {
    const read = await wordsOf(extension, bytes);
    expect(read).toMatchObject({ isCut: false });
    for (const words of [own, 'cireșe amare', 'lista.csv', 'Aviz 12.pdf', 'Aviz de H'])
      expect(read).toMatchObject({ text: expect.stringContaining(words) as string });
  });

  it('are not those of files in these', async () => {
    const deep = pdfWithFiles([{ name: 'adânc.txt', data: 'comoară' }], { text: 'Borderou 8' });
    const { text } = (await wordsOf('zip', zipOf([{ name: 'b.pdf', data: deep }]))) as { text: string };
    expect(text).toContain('Borderou 8');
    expect(text).not.toContain('comoar');
  });

  it('are its own where one inside is broken, and it says that some are missing', async () => {
    const broken = [{ name: 'rupt.pdf', data: '%PDF-1.7 half' }, ...FILES];
    const read = await wordsOf('pdf', pdfWithFiles(broken, { text: 'Borderou 9' }));
    expect(read).toMatchObject({ isCut: true, text: expect.stringMatching(/Borderou 9.*cireșe/) as string });
  });

  it('are its own where what is inside unpacks to gigabytes', async () => {
    const bomb = { name: 'zero.txt', data: Buffer.alloc(700 * 1024 * 1024) };
    const read = await wordsOf('pdf', pdfWithFiles([bomb], { text: 'Borderou 10' }));
    expect(read).toMatchObject({ isCut: true, text: 'Borderou 10' });
  }, 60_000);

  it('of an archive that is not safe are none, and it says why', async () => {
    expect(await wordsOf('zip', Buffer.from('no archive'))).toEqual({ why: 'damaged' });
  });
});

describe('a document of which no words are read', () => {
  const office = (parts: Readonly<Record<string, string>>) =>
    zipOf(Object.entries(parts).map(([name, data]) => ({ name, data })));
  const why = { why: 'damaged' };
  const empty = { text: '', isCut: false };
  const CONTENT = '[Content_Types].xml';
  it.each([
    ['docx', { [CONTENT]: '<Types/>', 'word/document.xml': '<w:document><w:body><w:p/></w:body></w:document>' }, empty],
    ['docx', { [CONTENT]: '<Types/>', 'word/document.xml': '<a><w:p/></a>', 'word/media/image1.png': 'x' }, why],
    ['docx', { [CONTENT]: '<Types/>', 'altundeva/text.xml': '<a>cuvinte</a>' }, why],
    ['docx', { [CONTENT]: '<Types/>', 'word/document.xml': '<a><necunoscut>cuvinte</necunoscut></a>' }, why],
    ['pptx', { [CONTENT]: '<Types/>', 'ppt/slides/slide1.xml': '<a/>', 'ppt/media/image1.png': 'x' }, why],
    ['odt', { mimetype: 'x', 'content.xml': '<a><body><text/></body></a>' }, empty],
    ['odt', { mimetype: 'x', 'content.xml': '<a><body/></a>', 'Pictures/1.png': 'x' }, why],
  ] as const)('%s that shows something all the same could not be read: %j', async (extension, parts, outcome) =>
    expect(await readText(Buffer.from(office(parts)), extension)).toEqual(outcome),
  );
});

describe('a page without words', () => {
  const PICTURE = '/Type /XObject /Subtype /Image /Width 9 /Height 9 /ColorSpace /DeviceGray /BitsPerComponent 8';
  const LETTERS = '0 0 m 9 9 l f\n'.repeat(90);
  const pagesOf = (...contents: readonly string[]) => {
    const kids = contents.map((_, at) => `${4 + 2 * at} 0 R`).join(' ');
    const page = (content: string, at: number) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents ${5 + 2 * at} 0 R /Resources << /XObject << /X 3 0 R >> ` +
        '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>',
      packed(content),
    ];
    const tree = `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`;
    return pdfOf([CATALOG, tree, streamOf(Buffer.alloc(81, 7), PICTURE), ...contents.flatMap(page)]);
  };
  const scanned = async (...contents: readonly string[]) => {
    const read = await readText(Buffer.from(pagesOf(...contents)), 'pdf');
    return 'text' in read ? read.scannedPages : read;
  };
  const words = pdfText('Factura 7');
  const blank = '';
  const picture = 'q 99 0 0 99 0 0 cm /X Do Q';

  it.each([
    [[words, blank], []],
    [[blank], []],
    [[words, picture], [2]],
    [
      [blank, words, picture, picture],
      [3, 4],
    ],
    [['0 0 99 1 re f', words], []],
    [[words, LETTERS], [2]],
  ])('is a picture when something is drawn on it: %j', async (contents, pages) =>
    expect(await scanned(...contents)).toEqual(pages),
  );
});
