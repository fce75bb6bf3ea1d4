import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { MIME_TYPES, type ReplyOf, type searchApi } from '@dosar/contracts';
import { Unavailable } from '@dosar/kernel/runtime';
import { aDocument } from '../../testing/documents';
import { aFile, aFirm, aGateway, type Ask, type Gateway } from '../../testing/gateway';
import { CATALOG, packed, pdfOf, pdfText, streamOf } from '../../testing/pdf-builder';
import { claiming } from '../../testing/png';
import { itWithOcr } from '../../testing/programs';
import { runLimited } from '../readers/limited-program';
import { Ocr, whyNoOcr } from './ocr';
import { until } from '@dosar/kernel/testing/waiting';

type Reply = ReplyOf<typeof searchApi.search>;

/** A picture of these lines, like a scan. */
const pictureOf = (...lines: readonly string[]) => {
  const texts = lines.map((line, at) => `<text x="60" y="${100 + at * 80}">${line}</text>`).join('');
  const size = `width="900" height="${120 + lines.length * 80}"`;
  const font = 'font-family="DejaVu Sans" font-size="44"';
  const paper = '<rect width="100%" height="100%" fill="white"/>';
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${paper}<g ${font}>${texts}</g></svg>`));
};
const receipt = () => pictureOf('BON FISCAL', 'Brutăria Țărănească SRL', 'TOTAL 123,45 lei').jpeg().toBuffer();

/** A PDF with a page that is this picture, and a page with text. */
const scanned = async (picture: Sharp, words: string) => {
  const { data, info } = await picture.jpeg().toBuffer({ resolveWithObject: true });
  const colours = '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode';
  const image = `/Type /XObject /Subtype /Image /Width ${info.width} /Height ${info.height} ${colours}`;
  const page = (resources: string, content: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Resources << ${resources} >> /Contents ${content} 0 R >>`;
  return pdfOf([
    CATALOG,
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    page('/XObject << /X 7 0 R >>', 5),
    page('/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>', 6),
    packed('q 400 0 0 300 0 0 cm /X Do Q'),
    packed(pdfText(words)),
    streamOf(data, image),
  ]);
};

/** Programs of that name that this process has started. */
const begunHere = (name: string) =>
  readdirSync('/proc').filter((pid) => {
    try {
      const [, program, parent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))!;
      return program === name && Number(parent) === process.pid;
    } catch {
      return false;
    }
  });

const searching = (ask: Ask) => async (q: string) => {
  const address = `/search?${new URLSearchParams({ q, record: 'false' }).toString()}`;
  return ((await ask('get', address).expect(200)).body as Reply).results.map(({ title, contents }) => [
    title,
    contents,
  ]);
};
const comesToPass = (look: () => Promise<unknown>, expected: unknown) =>
  until(async () => JSON.stringify(await look()) === JSON.stringify(expected));

describe('words in pictures', () => {
  let gateway: Gateway;
  afterEach(() => gateway.close());
  const given = async (environment: Readonly<Record<string, string>>) => {
    gateway = await aGateway(environment);
    const { bakery, mill } = await aFirm(gateway);
    await aFile(bakery.ask, 'foto.jpg', {}, await receipt());
    await aFile(bakery.ask, 'scan.pdf', {}, await scanned(pictureOf('Chitanța 4471', 'Moara'), 'anexa'));
    return { search: searching(bakery.ask), others: searching(mill.ask) };
  };

  itWithOcr('are found in a photo and in a scanned page of a PDF, by whoever may see them', async () => {
    const { search, others } = await given({ DOSAR_OCR: 'auto' });
    await comesToPass(() => search('taraneasca'), [['foto.jpg', 'read']]);
    await comesToPass(() => search('chitanta 4471'), [['scan.pdf', 'read']]);
    expect(await search('anexa')).toEqual([['scan.pdf', 'read']]);
    expect(await search('"123,45"')).toEqual([['foto.jpg', 'read']]);
    expect(await others('taraneasca')).toEqual([]);
  });

  it('are not found when that is off, and it is said; all else is', async () => {
    const { search } = await given({ DOSAR_OCR: 'off' });
    await comesToPass(() => search('foto'), [['foto.jpg', 'scanned']]);
    await comesToPass(() => search('anexa'), [['scan.pdf', 'scanned']]);
    expect(await search('taraneasca')).toEqual([]);
  });
});

describe('recognizing', () => {
  const never = new AbortController().signal;
  const reading = async (bytes: Buffer, mimeType: string, limits?: { readonly ms: number; readonly pages: number }) => {
    const { documents, content } = aDocument(bytes, mimeType);
    const ocr = new Ocr(documents, limits);
    return {
      read: (signal = never) => ocr.read(content, signal).finally(() => ocr.end()),
    };
  };
  itWithOcr('has its programs here', async () => expect(await whyNoOcr('auto')).toBeNull());
  it('is off when it is said so', async () => expect(await whyNoOcr('off')).toBe('DOSAR_OCR is off'));

  it('refuses what is no picture that anybody makes, and what is none', async () => {
    const bomb = claiming(await pictureOf('x').png().toBuffer(), 100_000);
    expect(await (await reading(bomb, MIME_TYPES.png)).read()).toEqual({ why: 'too_large' });
    expect(await (await reading((await receipt()).subarray(0, 900), MIME_TYPES.jpg)).read()).toEqual({
      why: 'damaged',
    });
  });

  itWithOcr('is over at its limit, and when it is to stop', async () => {
    const hurried = await reading(await receipt(), MIME_TYPES.jpg, { ms: 1, pages: 1 });
    expect(await hurried.read()).toEqual({ why: 'too_large' });
    const patient = await reading(await receipt(), MIME_TYPES.jpg);
    await expect(patient.read(AbortSignal.timeout(50))).rejects.toThrow(Unavailable);
  });

  it('looks at so many pages alone, and says that there are more', async () => {
    const pdf = await scanned(pictureOf('Pagina'), 'anexa');
    expect(await (await reading(pdf, MIME_TYPES.pdf, { ms: 30_000, pages: 0 })).read()).toEqual({
      text: 'anexa',
      isCut: true,
    });
  });
});

describe('a program of the operating system', () => {
  /** A picture that keeps OCR busy for long. */
  const noise = Buffer.concat([Buffer.from('P5\n3000 3000\n255\n'), randomBytes(9_000_000)]);
  const run = (words: readonly [string, ...string[]], ms: number, mostBytes = 1_000) =>
    runLimited(words, noise, { signal: AbortSignal.timeout(ms), mostBytes });

  itWithOcr('is ended at its limit, and nothing of it is left', async () => {
    const answer = run(['tesseract', 'stdin', 'stdout'], 1_500);
    await comesToPass(async () => begunHere('tesseract').length, 1);
    expect(await answer).toBeNull();
    expect(begunHere('tesseract')).toEqual([]);
  });
  it('that says too much, or fails, is not listened to', async () =>
    expect([await run(['cat'], 20_000), await run(['false'], 20_000)]).toEqual([null, null]));
  it('has only the memory that it is given', async () =>
    expect(await run(['tail', '-c', '2G', '/dev/zero'], 20_000)).toBeNull());
  it('that is not there is tried again later', () =>
    expect(run(['nu-este-acolo'], 20_000)).rejects.toThrow('nu-este-acolo cannot be run'));
});
