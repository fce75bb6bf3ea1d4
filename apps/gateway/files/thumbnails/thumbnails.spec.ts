import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { workerFile } from '@dosar/adapters/worker-file';
import { aFile, aFirm, aGateway, type Ask, type Gateway } from '../../testing/gateway';
import { pdfOfPages } from '../../testing/pdf-builder';
import { claiming } from '../../testing/png';
import { CannotDraw, Drawing } from './drawing';

type Shown = {
  readonly thumbnail: { readonly type: string; readonly width: number; readonly height: number; readonly data: string };
  readonly why?: string;
};

const RED = { r: 200, g: 20, b: 20 };
const BLUE = { r: 20, g: 20, b: 200 };
const bufferOf = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;
/** Wide, with a blue left half. */
const wide = (width = 600, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: RED } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: BLUE } }, gravity: 'west' },
  ]);

/** The same as a bitmap of 24 bits; a negative height is counted from the top. */
const aBitmap = (width: number, height: number): Buffer => {
  const rows = Math.abs(height);
  const row = Math.ceil((width * 3) / 4) * 4;
  const bytes = Buffer.alloc(54 + row * rows);
  bytes.write('BM');
  bytes.writeUInt32LE(bytes.length, 2);
  for (const [at, value] of [
    [10, 54],
    [14, 40],
    [18, width],
  ] as const)
    bytes.writeUInt32LE(value, at);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  for (let at = 0; at < width * rows; at += 1) {
    const x = at % width;
    const { r, g, b } = x < width / 2 ? BLUE : RED;
    bytes.set([b, g, r], 54 + Math.floor(at / width) * row + x * 3);
  }
  return bytes;
};
/** A red drawing with something on it. */
const aDrawing = (inside: string, head = ''): Buffer =>
  Buffer.from(
    `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="600" height="300">
    <rect width="600" height="300" fill="rgb(200,20,20)"/>${inside}</svg>`,
  );

describe('a small picture', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());

  const shown = async (ask: Ask, id: string) => (await ask('get', `/files/${id}/thumbnail`).expect(200)).body as Shown;
  const shownOf = async (name: string, bytes: Buffer | string) =>
    shown(firm.accountantAsk, (await aFile(firm.bakery.ask, name, {}, bytes)).id);
  const pixels = async ({ thumbnail }: Shown) => {
    const { data, info } = await sharp(Buffer.from(thumbnail.data, 'base64'))
      .raw()
      .toBuffer({ resolveWithObject: true });
    return (x: number, y: number) => {
      const at = (y * info.width + x) * info.channels;
      return data[at]! > data[at + 2]! ? 'red' : 'blue';
    };
  };

  it.each([
    ['bon.jpg', () => wide().jpeg().toBuffer()],
    ['captură.png', () => wide().png().toBuffer()],
    ['fotografie.webp', () => wide().webp().toBuffer()],
    ['siglă.gif', () => wide().gif().toBuffer()],
    ['scanare.bmp', async () => aBitmap(600, 300)],
    ['răsturnată.bmp', async () => aBitmap(600, -300)],
    ['schiță.svg', async () => aDrawing(`<rect width="300" height="300" fill="rgb(20,20,200)"/>`)],
  ])('is made of %s, and fits into a square', async (name, make) => {
    const small = await shownOf(name, await make());
    expect(small).toMatchObject({ thumbnail: { type: 'image/webp', width: 128, height: 64 } });
    const at = await pixels(small);
    expect([at(5, 30), at(122, 30)]).toEqual(['blue', 'red']);
  });

  it('is larger where a message shows it', async () => {
    const { id } = await aFile(firm.bakery.ask, 'bon mare.jpg', {}, await wide(1200, 600).jpeg().toBuffer());
    const large = async () => (await firm.accountantAsk('get', `/files/${id}/thumbnail?size=message`).expect(200)).body;
    expect(await large()).toMatchObject({ thumbnail: { type: 'image/webp', width: 480, height: 240 } });
    expect(await shown(firm.accountantAsk, id)).toMatchObject({ thumbnail: { width: 128, height: 64 } });
    expect(await large()).toMatchObject({ thumbnail: { width: 480 } });
    await firm.accountantAsk('get', `/files/${id}/thumbnail?size=huge`).expect(422);
  });

  it('is upright, as the camera was held, and says nothing of the place and the time', async () => {
    const turned = await wide()
      .jpeg()
      .withExif({ IFD0: { Make: 'Telefonul Anei' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(turned.includes('Telefonul Anei')).toBe(true);
    const small = await shownOf('ținut în picioare.jpg', turned);
    expect(small).toMatchObject({ thumbnail: { width: 64, height: 128 } });
    const at = await pixels(small);
    expect([at(30, 5), at(30, 122)]).toEqual(['blue', 'red']);
    const bytes = Buffer.from(small.thumbnail.data, 'base64');
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect(bytes.includes('Telefonul')).toBe(false);
  });

  it.each<[string, string, () => Promise<Buffer>, string]>([
    [
      'whose pixels nobody has memory for',
      'bombă.png',
      async () => claiming(await wide().png().toBuffer(), 100_000),
      'too_large',
    ],
    ['that ends in the middle', 'tăiată.jpg', async () => (await wide().jpeg().toBuffer()).subarray(0, 900), 'damaged'],
    [
      'that is a text behind its first bytes',
      'text.png',
      async () =>
        Buffer.concat([(await wide().png().toBuffer()).subarray(0, 40), Buffer.from('doar text '.repeat(99))]),
      'damaged',
    ],
    [
      'that says it is larger than it is',
      'mărită.bmp',
      async () => {
        const bytes = aBitmap(10, 10);
        bytes.writeInt32LE(40_000, 18);
        bytes.writeInt32LE(40_000, 22);
        return bytes;
      },
      'too_large',
    ],
    ['that ends before its pixels', 'tăiat.bmp', async () => aBitmap(600, 300).subarray(0, 40), 'damaged'],
    [
      'that names itself a billion times',
      'bombă.svg',
      async () => {
        const names = Array.from({ length: 12 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`);
        return aDrawing('<text>&l12;</text>', `<!DOCTYPE svg [<!ENTITY l0 "ha">${names.join('')}]>`);
      },
      'damaged',
    ],
  ])('of one %s is not there, and it is said why', async (_, name, make, why) => {
    expect(await shownOf(name, await make())).toEqual({ thumbnail: null, why });
    expect(await shownOf('după.png', await wide(200, 100).png().toBuffer())).toMatchObject({
      thumbnail: { width: 128 },
    });
  });

  it('of a drawing runs and fetches nothing that it names', async () => {
    const asked: string[] = [];
    const server = createServer(({ url = '' }, answer) => {
      asked.push(url);
      answer.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const blue = join(tmpdir(), `albastru-${port}.png`);
    writeFileSync(
      blue,
      await sharp({ create: { width: 9, height: 9, channels: 3, background: BLUE } })
        .png()
        .toBuffer(),
    );
    const named = ['http:', `//127.0.0.1:${port}/a.png`].join('');
    const images = [named, blue, `file://${blue}`]
      .map((href) => `<image href="${href}" xlink:href="${href}" width="600" height="300"/>`)
      .join('');
    const script = '<script>document.documentElement.innerHTML = ""</script>';
    const small = await shownOf('numește.svg', aDrawing(`${images}${script}<use href="${named}#a"/>`));
    const at = await pixels(small);
    expect([at(5, 30), at(122, 30), asked]).toEqual(['red', 'red', []]);
    rmSync(blue);
    server.close();
  });

  /** A blue left half and a red right one. */
  const HALVES = '0 0 0.8 rg 0 0 300 300 re f 0.8 0.1 0.1 rg 300 0 300 300 re f\n';
  const DAMAGED = 'q 600 0 0 300 0 0 cm BI /W 9 /H 9 /CS /RGB /BPC 8 /F /DCT ID damaged EI Q\n';
  const page = (content: string, more = '', box = '0 0 600 300') => ({ content, head: `/MediaBox [${box}] ${more}` });

  it.each([
    ['its first page', [page(HALVES), page('')]],
    ['the first page that is not empty', [page(''), page('1 g 0 0 600 300 re f'), page(HALVES)]],
    ['what can be drawn beside a damaged picture', [page(DAMAGED + HALVES)]],
    ['the page behind one with a damaged picture', [page(DAMAGED), page(HALVES)]],
  ])('of a PDF shows %s', async (what, pages) => {
    const small = await shownOf(`${what}.pdf`, pdfOfPages(pages));
    expect(small).toMatchObject({ thumbnail: { type: 'image/webp', width: 128, height: 64 } });
    const at = await pixels(small);
    expect([at(5, 30), at(122, 30)]).toEqual(['blue', 'red']);
  });

  it('of a PDF shows words whose font is not in it: another one is there for them', async () => {
    const small = await shownOf('fără font.pdf', pdfOfPages([page('BT /F9 99 Tf 9 99 Td (Factura) Tj ET')]));
    expect(small).toMatchObject({ thumbnail: { width: 128, height: 64 } });
  });

  it('of a PDF is turned as its page says', async () => {
    const small = await shownOf('întoarsă.pdf', pdfOfPages([page(HALVES, '/Rotate 90')]));
    expect(small).toMatchObject({ thumbnail: { width: 64, height: 128 } });
    const at = await pixels(small);
    expect([at(30, 5), at(30, 122)]).toEqual(['blue', 'red']);
  });

  it.each([
    ['has nothing on any page', [page(''), page('')]],
    ['has one colour on its page', [page('0 0 1 rg 0 0 600 300 re f')]],
    ['names a picture that is not in it', [page('/Im9 Do')]],
    ['has only a damaged picture', [page(DAMAGED)]],
  ])('of a PDF that %s is not there: there is nothing to be seen on it', async (what, pages) => {
    expect(await shownOf(`${what}.pdf`, pdfOfPages(pages))).toEqual({ thumbnail: null });
  });

  it.each([
    ['is 14 km wide', page('0 0 20000000 20000000 re f', '', '0 0 40000000 20000000'), { width: 128, height: 64 }],
    ['is a line', page('0 -500 50000 1000 re f', '', '0 0 100000 1'), { width: 128, height: 1 }],
    ['has no size', page('0 0 300 300 re f', '', '0 0 0 0'), { width: 99, height: 128 }],
  ])('of a page that %s is as large as others', async (what, one, size) => {
    expect(await shownOf(`${what}.pdf`, pdfOfPages([one]))).toMatchObject({ thumbnail: size });
  });

  it('of what is no picture is not there; a text is not taken for one when it is uploaded', async () => {
    expect(await shownOf('notă.txt', 'text')).toEqual({ thumbnail: null });
    await firm.bakery.ask('post', '/files/upload').attach('file', Buffer.from('doar text'), 'notă.png').expect(415);
  });

  it('is nobody else’s, not of what was deleted, and no event', async () => {
    const { id } = await aFile(firm.bakery.ask, 'a lor.png', {}, await wide().png().toBuffer());
    await firm.mill.ask('get', `/files/${id}/thumbnail`).expect(404);
    await gateway.anonymous('get', `/files/${id}/thumbnail`).expect(401);
    await shown(firm.bakery.ask, id);
    const { body } = await firm.admin('get', `/audit/events?resource_id=${id}`).expect(200);
    expect((body as { events: { event_type: string }[] }).events.map((each) => each.event_type)).not.toContain(
      'FilePreviewed',
    );
    await firm.bakery.ask('post', '/bulk/files/delete', { file_ids: [id] }).expect(200);
    await firm.bakery.ask('get', `/files/${id}/thumbnail`).expect(404);
  });

  it('is gone with the key of those whom it belongs to', async () => {
    const { id } = await aFile(firm.mill.ask, 'buletin.jpg', {}, await wide().jpeg().toBuffer());
    expect(await shown(firm.mill.ask, id)).toMatchObject({ thumbnail: { width: 128 } });
    await gateway.installation.keyring.destroy(`files:${firm.mill.client.id}/${new Date().getUTCFullYear()}`);
    expect(await shown(firm.mill.ask, id)).toEqual({ thumbnail: null });
  });
});

describe('the process that draws', () => {
  const PROGRAM = workerFile('thumbnail.worker');
  const LIMITS = { startMs: 10_000, ms: 8_000, memory: 500_000, heap: 64, idleMs: 50 };

  it('is ended when a picture takes too long, and another one draws the next', async () => {
    const bytes = bufferOf(await wide(1_500, 1_500).png().toBuffer());
    const hurried = new Drawing(PROGRAM, { ...LIMITS, ms: 1 });
    const patient = new Drawing(PROGRAM, LIMITS);
    expect(await hurried.draw(bytes)).toEqual({ why: 'too_large' });
    expect(await hurried.draw(bytes)).toEqual({ why: 'too_large' });
    expect(await patient.draw(bytes)).toMatchObject({ picture: { width: 128 } });
    // it has ended meanwhile
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await patient.draw(bytes)).toMatchObject({ picture: { width: 128 } });
    for (const each of [hurried, patient]) each.end();
  });

  it('has only the memory that it is given: what needs more is refused', async () => {
    const drawing = new Drawing(PROGRAM, { ...LIMITS, memory: 90_000 });
    const large = bufferOf(await wide(3_000, 3_000).png({ progressive: true }).toBuffer());
    expect(await drawing.draw(large)).toEqual({ why: 'too_large' });
    drawing.end();
  });

  it('that does not start is said', async () => {
    const drawing = new Drawing(workerFile('nu-este'), LIMITS);
    await expect(drawing.draw(bufferOf(await wide().png().toBuffer()))).rejects.toThrow(CannotDraw);
  });
});
