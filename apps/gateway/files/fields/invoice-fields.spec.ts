import { randomBytes } from 'node:crypto';
import type { File, HistoryEvent } from '@dosar/contracts';
import { contents, type Content } from '@dosar/domain/files/contents.projector';
import { until } from '@dosar/kernel/testing/waiting';
import { aFirm, aFolder, aGateway, anUpload, type Gateway } from '../../testing/gateway';
import { zipOf } from '../../testing/zip-builder';
import { anInvoice } from '../../testing/invoices/an-invoice';
import { fieldsInInvoice } from './fields-in-invoice';
import { InvoiceFields } from './invoice-fields.job';

const said = (text: string) => fieldsInInvoice(Buffer.from(text));

describe('what an e-Factura says of itself', () => {
  it('is its number, who issued it, when, for how much and until when', () =>
    expect(
      said(anInvoice({ number: 'FA 12', supplier: 'Alfa & Fiii SRL', cui: 'RO18547290', sum: '1190.50' })),
    ).toEqual({
      number: 'FA 12',
      issuer: 'Alfa & Fiii SRL',
      issuer_cui: '18547290',
      buyer_cui: '1590082',
      date: '2026-03-05',
      sum: 1190.5,
      net: 1171.5,
      vat: 19,
      currency: 'RON',
      due: '2026-04-04',
    }));
  it('is below zero in a credit note', () =>
    expect(said(anInvoice({ isCredit: true, sum: '119.00' }))).toMatchObject({ sum: -119, net: -100, vat: -19 }));
  it('leaves out what is none', () => {
    const fields = said(
      anInvoice({ issued: '2026-02-30', cui: '-', currency: 'lei noi', sum: 'mult', number: 'x '.repeat(450) }),
    );
    expect(fields).toMatchObject({ issuer_cui: null, date: null, sum: null, currency: null });
    expect(fields?.number).toHaveLength(99);
  });
  it('is read past what is encoded in it, and in the letters of old programs', () => {
    const attached = `<cac:AdditionalDocumentReference><cbc:ID>1</cbc:ID><cac:Attachment>
      <cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="a.pdf">${'QUJD'.repeat(500_000)}
      </cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`;
    expect(said(anInvoice({ number: 'FA 13', more: attached }))?.number).toBe('FA 13');
    const old = Buffer.from(anInvoice({ supplier: 'Fabrica de p\u00e2ine' }), 'latin1');
    expect(fieldsInInvoice(old)?.issuer).toBe('Fabrica de pâine');
  });
  it.each([
    ['other XML', '<declaratie/>'],
    ['no XML', 'Factura 12'],
    ['entities', `<!DOCTYPE x [<!ENTITY a "b">]>${anInvoice({})}`],
  ])('is nothing in %s', (_, text) => expect(said(text)).toBeNull());
});

describe('documents that are uploaded', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  const stopping = new AbortController();
  let working: Promise<void>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
    working = gateway.app.get(InvoiceFields).run(stopping.signal);
  });
  afterAll(async () => {
    stopping.abort();
    await working;
    await gateway.close();
  });

  const upload = async (name: string, text: string | Buffer, fields = {}) =>
    ((await anUpload(firm.bakery.ask, name, text, fields).expect(201)).body as { file: File }).file;
  const shown = async (id: string) =>
    ((await firm.accountantAsk('get', `/files/${id}`).expect(200)).body as { file: File }).file;

  it('have their fields from their e-Factura, and others have none', async () => {
    const folder = await aFolder(firm.bakery.ask, 'Primite');
    const invoice = await upload('factura.xml', anInvoice({ number: 'FA 14' }), { folder_id: folder.id });
    const other = await upload('altceva.xml', '<declaratie/>');
    const last = await upload('ultima.xml', anInvoice({ number: 'FA 15' }));
    await until(async () => (await shown(last.id)).fields?.number === 'FA 15');
    expect((await shown(invoice.id)).fields).toMatchObject({ number: 'FA 14', sum: 119, currency: 'RON' });
    expect((await shown(other.id)).fields).toBeNull();
    // the history is not waited for
    await until(async () => {
      const { body } = await firm.accountantAsk('get', `/files/${invoice.id}/history`).expect(200);
      const [event] = (body as { events: HistoryEvent[] }).events;
      return (
        event?.event_type === 'FileFieldsChanged' && event.details['source'] === 'e_factura' && event.user === null
      );
    });
  });
  it('are one document where SPV hands out the invoice with its signature: its fields, its preview, found by its words', async () => {
    const signature = '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>';
    const invoice = anInvoice({ number: 'SPV 7', supplier: 'Zahărul Dulce SRL' });
    const zip = async (name: string, files: Readonly<Record<string, string>>) =>
      upload(name, zipOf(Object.entries(files).map(([entry, data]) => ({ name: entry, data }))));
    const signed = await zip('4471.zip', { '4471.xml': invoice, 'semnatura_4471.xml': signature });
    const others = await Promise.all([
      zip('alta semnatura.zip', { '4471.xml': invoice, 'semnatura_4472.xml': signature }),
      zip('trei.zip', { '4471.xml': invoice, 'semnatura_4471.xml': signature, 'nota.txt': 'x' }),
      zip('recipisa.zip', { '4471.xml': '<header/>', 'semnatura_4471.xml': signature }),
      zip('mare.zip', { '4471.xml': invoice, 'semnatura_4471.xml': randomBytes(2_500_000).toString('base64') }),
    ]);
    const last = await upload('dupa zip.xml', anInvoice({ number: 'FA 17' }));
    await until(async () => (await shown(last.id)).fields !== null);
    expect((await shown(signed.id)).fields).toMatchObject({ number: 'SPV 7', issuer: 'Zahărul Dulce SRL' });
    const look = async (id: string) =>
      (await firm.accountantAsk('get', `/files/${id}/preview`).expect(200)).body as { url: string; kind: string };
    const { url, kind } = await look(signed.id);
    const { body } = await gateway.anonymous('get', url).buffer(true).expect(200);
    expect([kind, String(body)]).toEqual(['invoice', invoice]);
    for (const { id } of others) expect([(await shown(id)).fields, (await look(id)).kind]).toEqual([null, 'archive']);
  });
  it('can be taken back by whoever uploaded them, filled or not', async () => {
    const uploaded = await anUpload(firm.bakery.ask, 'retrasa.xml', anInvoice({ number: 'FA 16' })).expect(201);
    const { id } = (uploaded.body as { file: File }).file;
    await until(async () => (await shown(id)).fields !== null);
    const correlation_id = uploaded.headers['x-correlation-id'];
    await firm.bakery.ask('post', '/audit/undo', { correlation_id }).expect(200);
    await firm.bakery.ask('get', `/files/${id}`).expect(404);
  });
});

it('an invoice that ended the server three times is passed over until it is read again, and the next one is filled', async () => {
  const gateway = await aGateway();
  const { bakery } = await aFirm(gateway);
  const upload = async (number: string) =>
    ((await anUpload(bakery.ask, `${number}.xml`, anInvoice({ number })).expect(201)).body as { file: File }).file;
  const deadly = await upload('FA-1');
  const next = await upload('FA-2');
  const { blobId } = JSON.parse((await gateway.ports.reads.get(contents, deadly.id))!.json) as Content;
  const note = JSON.stringify({ deaths: 2, about: deadly.id, process: 'dead', until: Date.now() });
  await gateway.ports.vault.putIfAbsent(`try/invoice/${blobId}`, note);
  const stopping = new AbortController();
  const working = gateway.app.get(InvoiceFields).run(stopping.signal);
  const fieldsOf = async ({ id }: File) =>
    ((await bakery.ask('get', `/files/${id}`).expect(200)).body as { file: File }).file.fields;
  await until(async () => (await fieldsOf(next))?.number === 'FA-2');
  expect(await fieldsOf(deadly)).toBeNull();
  await (await gateway.admin())('post', `/files/${deadly.id}/read-again`).expect(204);
  await until(async () => (await fieldsOf(deadly))?.number === 'FA-1');
  stopping.abort();
  await working;
  await gateway.close();
});
