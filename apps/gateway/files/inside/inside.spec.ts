import { randomBytes } from 'node:crypto';
import type { FilePart, PreviewKind } from '@dosar/contracts';
import { aFile, aFirm, aGateway, type Ask, type Gateway } from '../../testing/gateway';
import { invoiceWithFiles, pdfWithFiles } from '../../testing/with-parts';
import { zipOf } from '../../testing/zip-builder';

type Listed = { parts: FilePart[]; is_cut: boolean; is_form: boolean; why?: string };
type Opened = { url: string; kind: PreviewKind };

const PDF = pdfWithFiles([], { text: 'Aviz 4471' });
const FORM =
  '<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><cif>18547290</cif></xfa:data></xfa:datasets>';

/** The same two files in each of the three. */
const FILES = [
  { name: 'aviz.pdf', type: 'application/pdf', data: PDF },
  { name: 'lista.csv', type: 'text/csv', data: 'cod;nume\n7;cireșe' },
];
const AROUND = [
  ['borderou.pdf', pdfWithFiles(FILES)],
  ['factura.xml', invoiceWithFiles(FILES)],
  ['luna.zip', zipOf(FILES.map(({ name, data }) => ({ name, data })))],
] as const;

describe('the files inside a file', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let ask: Ask;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
    ask = firm.bakery.ask;
  });
  afterAll(() => gateway.close());

  const made = async (name: string, bytes: string | Buffer) => (await aFile(ask, name, {}, bytes)).id;
  const listOf = async (id: string, by = ask) => (await by('get', `/files/${id}/parts`).expect(200)).body as Listed;
  const open = async (id: string, number: number, use = 'download') =>
    (await ask('get', `/files/${id}/parts/${number}?use=${use}`).expect(200)).body as Opened;
  const bytesAt = async (url: string) =>
    Buffer.from((await gateway.anonymous('get', url).buffer(true).expect(200)).body as Buffer);
  const eventsOf = async (id: string) =>
    (
      (await firm.admin('get', `/audit/events?resource_id=${id}`)).body as {
        events: { event_type: string; details: object }[];
      }
    ).events;

  it.each(AROUND)('P6: of %s are listed, opened and saved as they are', async (name, bytes) => {
    const id = await made(name, bytes);
    const { parts, ...rest } = await listOf(id);
    expect(rest).toEqual({ is_cut: false, is_form: false });
    expect(parts.map(({ number: _, ...part }) => part)).toEqual(
      FILES.map(({ name, type, data }) => ({ name, mime_type: type, size: Buffer.from(data).length, can_open: true })),
    );
    const [pdf, csv] = parts;
    expect(await open(id, pdf!.number, 'preview')).toMatchObject({ kind: 'pdf' });
    expect(await open(id, csv!.number, 'preview')).toMatchObject({ kind: 'table' });
    const { url } = await open(id, pdf!.number);
    const answer = await gateway.anonymous('get', url).buffer(true).expect(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename=aviz.pdf',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect(PDF.equals(answer.body as Buffer)).toBe(true);
  });

  it.each(AROUND)('of %s are each an event when they are taken, with their names', async (name, bytes) => {
    const id = await made(name, bytes);
    const [part] = (await listOf(id)).parts;
    await listOf(id);
    const { url } = await open(id, part!.number);
    await gateway.anonymous('get', url).expect(200);
    await gateway.anonymous('get', url).expect(200);
    expect((await eventsOf(id)).map(({ event_type, details }) => ({ event_type, details }))).toMatchObject([
      { event_type: 'FileDownloaded', details: { part: 'aviz.pdf', range: null } },
      { event_type: 'FilePreviewed' },
      { event_type: 'FileUploaded' },
    ]);
  });

  it('are for those alone who may see the file, as long as it is there', async () => {
    const id = await made(...AROUND[0]);
    await firm.mill.ask('get', `/files/${id}/parts`).expect(404);
    await firm.mill.ask('get', `/files/${id}/parts/0`).expect(404);
    const { url } = await open(id, 0);
    await ask('post', '/bulk/files/delete', { file_ids: [id], folder_ids: [] }).expect(200);
    await gateway.anonymous('get', url).expect(404);
  });

  it('are none in a file without any, and of an unknown number', async () => {
    const id = await made('gol.pdf', PDF);
    expect(await listOf(id)).toEqual({ parts: [], is_cut: false, is_form: false });
    expect((await eventsOf(id)).map(({ event_type }) => event_type)).toEqual(['FileUploaded']);
    await ask('get', `/files/${id}/parts/0`).expect(404);
    await ask('get', `/files/${await made('a.txt', 'x')}/parts/0`).expect(404);
  });

  it('are not opened when they are programs, by their names or not', async () => {
    const program = Buffer.concat([Buffer.from('#!/bin/sh\nrm -rf /\n')]);
    const id = await made(
      'p.pdf',
      pdfWithFiles([
        { name: 'factura.exe', data: 'MZ' },
        { name: 'factura.pdf', data: program },
      ]),
    );
    const { parts } = await listOf(id);
    expect(parts.map(({ name, can_open }) => [name, can_open])).toEqual([
      ['factura.exe', false],
      ['factura.pdf', true],
    ]);
    for (const { number } of parts) await ask('get', `/files/${id}/parts/${number}`).expect(415);
  });

  it('of a form have its data among them, and it says that it is a form', async () => {
    const id = await made('d112.pdf', pdfWithFiles([FILES[1]!], { form: FORM }));
    const { parts, is_form } = await listOf(id);
    expect([is_form, parts.map(({ name }) => name)]).toEqual([true, ['lista.csv', 'date-formular.xml']]);
    const { kind, url } = await open(id, 1, 'preview');
    expect(kind).toBe('text');
    expect((await bytesAt(url)).toString()).toContain('<cif>18547290</cif>');
  });

  it('are not looked for in files that are inside', async () => {
    const id = await made('luna.zip', zipOf([{ name: 'a/borderou.pdf', data: pdfWithFiles(FILES) }]));
    expect((await listOf(id)).parts.map(({ name }) => name)).toEqual(['a/borderou.pdf']);
  });

  it('P7: an invoice of 19 MB with a file in it is shown as an invoice, without that', async () => {
    const scan = randomBytes(14 * 1024 * 1024);
    const id = await made('mare.xml', invoiceWithFiles([{ name: 'scan.bin', type: 'image/png', data: scan }]));
    const { kind, url } = (await ask('get', `/files/${id}/preview`).expect(200)).body as Opened;
    expect(kind).toBe('invoice');
    const plain = (await bytesAt(url)).toString();
    expect(plain).toContain('<cbc:PayableAmount currencyID="RON">128.50<');
    expect(plain.length).toBeLessThan(2_000);
    const [part] = (await listOf(id)).parts;
    expect(part).toMatchObject({ size: scan.length });
    expect(scan.equals(await bytesAt((await open(id, part!.number)).url))).toBe(true);
  });

  it('an invoice in an archive is shown as one, a letter by its text', async () => {
    const rtf = '{\\rtf1\\ansi Adresa 12}';
    const files = [
      { name: 'f.xml', data: invoiceWithFiles(FILES) },
      { name: 'adresa.rtf', data: rtf },
    ];
    const id = await made('spv.zip', zipOf(files));
    expect(await open(id, 0, 'preview')).toMatchObject({ kind: 'invoice' });
    const letter = await open(id, 1, 'preview');
    expect(letter.kind).toBe('text');
    expect((await gateway.anonymous('get', letter.url).expect(200)).text).toBe('Adresa 12');
  });
});
