import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aFile, aFirm, aGateway, type Ask, type Gateway } from '../../testing/gateway';
import { oldWord } from '../../testing/old-word';
import { xlsx } from '../../testing/workbooks';
import { confinement } from '../readers/confinement';

const documents = join(__dirname, '../../demo/documents/brutaria-2026-09');
const document = (name: string) => readFileSync(join(documents, name));

describe('a look at a file', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());

  const look = async (ask: Ask, id: string) =>
    (await ask('get', `/files/${id}/preview`).expect(200)).body as { url: string; kind: string };
  const eventsOf = async (id: string) =>
    (
      (await firm.admin('get', `/audit/events?resource_id=${id}`)).body as {
        events: { event_type: string; details: object }[];
      }
    ).events;

  it.each([
    ['scan bonuri.pdf', 'pdf'],
    ['bon_01.jpg', 'image'],
    ['Extras de cont 2026-09.csv', 'table'],
    ['efactura_AV-23846.xml', 'invoice'],
    ['Documente septembrie 2026.zip', 'archive'],
    ['Contract de prestări servicii nr 16.docx', 'text'],
    ['Extras de cont 2026-09.xlsx', 'table'],
    ['Extras de cont 2026-09.ods', 'table'],
    ['Extras de cont 2026-09.xls', 'table'],
  ])('says how %s can be shown: %s', async (name, kind) => {
    const { id } = await aFile(firm.bakery.ask, name, {}, document(name));
    expect(await look(firm.accountantAsk, id)).toMatchObject({ kind });
  });

  describe('as it was', () => {
    const openedAt = (ask: Ask, id: string, at: string) => ask('get', `/files/${id}/preview?at=${at}`);
    const deleted = async (text: string) => {
      const { ask } = firm.bakery;
      const { id } = await aFile(ask, 'șters.txt', {}, text);
      const { at } = (await ask('get', `/files/${id}?at=${new Date().toISOString()}`).expect(200)).body as {
        at: { position: string };
      };
      await ask('post', '/bulk/files/delete', { file_ids: [id], folder_ids: [] }).expect(200);
      return { id, at: at.position };
    };

    it('opens a document that was deleted since, by those who may see it, and is an event', async () => {
      const { id, at } = await deleted('ce scria atunci');
      await firm.accountantAsk('get', `/files/${id}/preview`).expect(404);
      const { body } = await openedAt(firm.accountantAsk, id, at).expect(200);
      const { url, kind, at: stood } = body as { url: string; kind: string; at: { position: string } };
      expect(stood.position).toBe(at);
      expect([kind, (await gateway.anonymous('get', url).expect(200)).text]).toEqual(['text', 'ce scria atunci']);
      expect(await eventsOf(id)).toContainEqual(expect.objectContaining({ event_type: 'FilePreviewed' }));
    });

    it('opens nothing before it was there, nor for whom it is foreign', async () => {
      const before = (await gateway.installation.ports.events.head())!.toString();
      const { id, at } = await deleted('al altcuiva');
      await openedAt(firm.accountantAsk, id, before).expect(404);
      await openedAt(firm.mill.ask, id, at).expect(404);
    });

    it('opens nothing any more once the right to see it is lost', async () => {
      const { id, at } = await deleted('pierdut');
      const { url } = (await openedAt(firm.accountantAsk, id, at).expect(200)).body as { url: string };
      const scope = (accountant_scope: string) =>
        firm.admin('patch', `/firms/${firm.firm.id}`, { accountant_scope }).expect(200);
      await scope('assigned');
      await gateway.anonymous('get', url).expect(404);
      await scope('firm');
      await gateway.anonymous('get', url).expect(200);
    });
  });

  it('of sheets opens their values, each at its address', async () => {
    const rows = '<row r="1"><c r="A1"><v>1</v></c><c r="D1"><v>4</v></c></row>';
    const { id } = await aFile(firm.bakery.ask, 'balanță.xlsx', {}, await xlsx({ sheets: { Balanță: rows } }));
    const { url, kind } = await look(firm.accountantAsk, id);
    expect([kind, (await gateway.anonymous('get', url).expect(200)).text]).toEqual(['table', 'Balanță\n1\t\t\t4']);
  });

  it('of an old Word document is a look at its text', async () => {
    const { id } = await aFile(firm.bakery.ask, 'contract.doc', {}, oldWord('Contract vechi'));
    const { url, kind } = await look(firm.accountantAsk, id);
    const answer = kind === 'text' ? (await gateway.anonymous('get', url)).text : kind;
    expect(answer).toBe((await confinement()).isBounded ? 'Contract vechi' : 'none');
  });

  it('of other XML, and of an empty one, is a look at its text', async () => {
    const { id } = await aFile(firm.bakery.ask, 'declarație.xml', {}, '<declaratie luna="9"/>');
    expect(await look(firm.bakery.ask, id)).toMatchObject({ kind: 'text' });
  });

  it.each([
    [
      'in CII',
      Buffer.from('<a:CrossIndustryInvoice xmlns:a="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"/>'),
    ],
    ['of two bytes a letter', Buffer.from(`\ufeff${document('efactura_AV-23846.xml').toString()}`, 'utf16le')],
  ])('of an invoice %s is one at an invoice', async (_, bytes) => {
    const { id } = await aFile(firm.bakery.ask, 'factura.xml', {}, bytes);
    expect(await look(firm.bakery.ask, id)).toMatchObject({ kind: 'invoice' });
  });

  it('opens the bytes, and is an event of its own, not a download', async () => {
    const bytes = document('bon_01.jpg');
    const { id, sha256 } = await aFile(firm.bakery.ask, 'bon.jpg', {}, bytes);
    const { url } = await look(firm.bakery.ask, id);
    const { body } = await gateway.anonymous('get', url).buffer(true).expect(200);
    expect((body as Buffer).equals(bytes)).toBe(true);
    await gateway.anonymous('get', url).expect(200);
    const [first, ...others] = await eventsOf(id);
    expect(first).toMatchObject({ event_type: 'FilePreviewed', details: { range: null, sha256 } });
    expect(others.map(({ event_type }) => event_type)).toEqual(['FileUploaded']);
  });

  it('is not for those who may not see the file', async () => {
    const { id } = await aFile(firm.bakery.ask, 'al brutăriei.txt');
    await firm.mill.ask('get', `/files/${id}/preview`).expect(404);
  });
});
