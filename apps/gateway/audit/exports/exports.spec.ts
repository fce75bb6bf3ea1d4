import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { AuditEvent, Problem } from '@dosar/contracts';
import { aFile, aFirm, aGateway, memoryPorts, type Gateway } from '../../testing/gateway';

describe('the audit as a file', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  /** So often the log can be read still. */
  let readings = Infinity;
  beforeAll(async () => {
    const ports = memoryPorts();
    const at: typeof ports.events.at = async (positions) => {
      readings -= 1;
      if (readings < 0) throw new Error('the log is lost');
      return ports.events.at(positions);
    };
    gateway = await aGateway({}, { ...ports, events: { ...ports.events, at } });
    firm = await aFirm(gateway);
    for (let nth = 0; nth < 130; nth += 1) await aFile(firm.bakery.ask, `factură ${nth}.txt`);
    await aFile(firm.bakery.ask, '=1+1; șters, ț.txt');
  });
  afterAll(() => gateway.close());

  const exported = async (query: string, language = 'ro') => {
    const answer = await firm
      .admin('get', `/audit/export?${query}`, undefined, { 'accept-language': language })
      .buffer(true)
      .parse((incoming, done) => {
        void buffer(incoming as unknown as Readable).then(
          (bytes) => done(null, bytes),
          (error: Error) => done(error, null),
        );
      })
      .expect(200);
    return { bytes: answer.body as Buffer, headers: answer.headers };
  };
  const events = async (query: string) =>
    (await firm.admin('get', `/audit/events?${query}`).expect(200)).body as { events: AuditEvent[]; total: number };

  it('has every event that the filters find, as the API answers them', async () => {
    const { bytes, headers } = await exported('format=jsonl&event_type=FileUploaded');
    expect(headers['content-type']).toContain('application/x-ndjson');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.jsonl"$/);
    const found = bytes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditEvent);
    const { total, events: newest } = await events('event_type=FileUploaded&limit=200');
    expect(found).toHaveLength(total);
    expect(found).toEqual(newest);
  });

  it('has all there was when it began, and only the kinds that are meant', async () => {
    const whole = (await exported('format=jsonl')).bytes.toString().trimEnd().split('\n');
    const positions = whole.map((line) => Number((JSON.parse(line) as AuditEvent).position));
    expect(positions).toEqual(Array.from({ length: positions.length }, (_, nth) => positions.length - nth));
    const some = (await exported('format=jsonl&kinds=people,files&bookkeeping=false')).bytes.toString();
    const types = new Set(
      some
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as AuditEvent).event_type),
    );
    expect([types.has('FileUploaded'), types.has('UserRegistered'), types.has('SignedIn')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is a table that programs open, in which nothing is computed', async () => {
    const { bytes } = await exported('format=csv&event_type=FileUploaded');
    const text = bytes.toString();
    expect(text.startsWith('\uFEFFtime;event_type;user_name;')).toBe(true);
    const [, newest] = text.split('\r\n');
    expect(newest).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[23]:00;FileUploaded;Ana Țăranu;user;/);
    expect(newest).toContain(`;"'=1+1; șters, ț.txt";`);
    expect((await exported('format=csv&event_type=FileUploaded', 'en')).bytes.toString()).toContain('time,event_type,');
  });

  it('is a document with letters of Romanian, which can be searched', async () => {
    const { bytes, headers } = await exported('format=pdf&event_type=FileUploaded');
    expect(headers['content-type']).toBe('application/pdf');
    const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
    let text = '';
    for (let page = 1; page <= pdf.numPages; page += 1) {
      const { items } = await (await pdf.getPage(page)).getTextContent();
      text += items.map((item) => ('str' in item ? item.str : '')).join(' ');
    }
    await pdf.loadingTask.destroy();
    expect(pdf.numPages).toBeGreaterThan(3);
    expect(text).toContain('Ana Țăranu (user) · FileUploaded');
    expect(text).toContain('=1+1; șters, ț.txt');
    expect(text).toContain('factură 0.txt');
  });

  it('is an event of its own, which says what was taken and not whose texts were looked for', async () => {
    await exported(`format=csv&client_id=${firm.bakery.client.id}&q=factură&kinds=files`);
    const { events: found } = await events('event_type=AuditExported&limit=1');
    expect(found).toMatchObject([
      {
        user: { name: 'Administrator' },
        details: { format: 'csv', client_id: firm.bakery.client.id, by_text: true, kinds: 'files' },
      },
    ]);
    expect(JSON.stringify(found)).not.toContain('factură');
  });

  it('is for administrators, and of a form that there is', async () => {
    await firm.accountantAsk('get', '/audit/export?format=csv').expect(403);
    const wrong = await firm.admin('get', '/audit/export?format=xlsx').expect(422);
    expect(Object.keys((wrong.body as Problem).fields ?? {})).toEqual(['format']);
    const { total } = await events('event_type=AuditExported');
    await firm.admin('head', '/audit/export?format=csv').expect(200);
    expect((await events('event_type=AuditExported')).total).toBe(total);
  });

  it('breaks off when it cannot go on, and does not look whole', async () => {
    const whole = (await exported('format=jsonl')).bytes.length;
    readings = 1;
    let received = 0;
    const cut = firm
      .admin('get', '/audit/export?format=jsonl', undefined, { 'accept-encoding': 'identity' })
      .buffer(true)
      .parse((incoming, done) => {
        incoming.on('data', (bytes: Buffer) => (received += bytes.length));
        incoming.on('end', () => done(null, null));
      });
    await expect(cut).rejects.toThrow(/aborted|socket hang up|ECONNRESET/);
    readings = Infinity;
    expect(received).toBeLessThan(whole);
  });
});
