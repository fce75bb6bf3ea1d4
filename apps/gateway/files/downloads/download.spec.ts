import { createHash, randomBytes } from 'node:crypto';
import { aFile, aFirm, aGateway, type Ask, type Gateway } from '../../testing/gateway';

describe('downloads', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(200_000)]);
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());

  const urlOf = async (ask: Ask, id: string) =>
    ((await ask('get', `/files/${id}/download`).expect(200)).body as { url: string }).url;
  const downloads = async (id: string) =>
    ((await firm.admin('get', `/audit/events?event_type=FileDownloaded&resource_id=${id}`)).body as { total: number })
      .total;

  it('give back every byte, under the file’s name, and as nothing that a browser would run', async () => {
    const { ask } = firm.bakery;
    const file = await aFile(ask, 'Factură țară „1”.pdf', {}, bytes);
    const { headers, body } = await gateway
      .anonymous('get', await urlOf(ask, file.id))
      .buffer(true)
      .expect(200);
    expect((body as Buffer).equals(bytes)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
      etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
    });
    expect(headers['content-disposition']).toContain(
      `filename*=UTF-8''Factur%C4%83%20%C8%9Bar%C4%83%20%E2%80%9E1%E2%80%9D.pdf`,
    );
  });

  it('name the file twice: for those who read only plain letters, and for all others', async () => {
    const { id } = await aFile(firm.bakery.ask, 'Factură “țăran” 50%.txt');
    const { body } = await firm.bakery.ask('get', `/files/${id}/download`).expect(200);
    const { headers } = await gateway.anonymous('get', (body as { url: string }).url).expect(200);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="Factura _taran_ 50_.txt"; filename*=UTF-8''Factur%C4%83%20%E2%80%9C%C8%9B%C4%83ran%E2%80%9D%2050%25.txt`,
    );
  });

  it.each(['desen.svg', 'factura.xml', 'date.json'])('send %s as bytes of no type', async (name) => {
    const file = await aFile(
      firm.bakery.ask,
      name,
      {},
      name.endsWith('.json') ? '{}' : '<svg xmlns="http://www.w3.org/2000/svg"/>',
    );
    const { headers } = await gateway.anonymous('get', await urlOf(firm.bakery.ask, file.id)).expect(200);
    expect(headers['content-type']).toBe('application/octet-stream');
  });

  it('answer ranges, also from the end, and refuse those that are not there', async () => {
    const file = await aFile(firm.bakery.ask, 'parte.pdf', {}, bytes);
    const url = await urlOf(firm.bakery.ask, file.id);
    const part = async (range: string, headers = {}) =>
      gateway.anonymous('get', url, undefined, { range, ...headers }).buffer(true);
    const middle = await part('bytes=100-199');
    expect([
      middle.status,
      (middle.body as Buffer).equals(bytes.subarray(100, 200)),
      middle.headers['content-range'],
    ]).toEqual([206, true, `bytes 100-199/${bytes.length}`]);
    const end = await part('bytes=-50');
    expect([end.status, (end.body as Buffer).equals(bytes.subarray(-50))]).toEqual([206, true]);
    expect((await part(`bytes=${bytes.length}-`)).status).toBe(416);
    expect((await part('bytes=0-10', { 'if-range': '"another"' })).status).toBe(200);
    expect((await part('bytes=0-1,5-6')).status).toBe(200);
    expect((await part('words=0-1')).status).toBe(200);
  });

  it('are an event, and one more when other bytes are asked for, whatever parts come then; none when one only looks', async () => {
    const file = await aFile(firm.bakery.ask, 'o dată.pdf', {}, bytes);
    const url = await urlOf(firm.bakery.ask, file.id);
    const looked = await gateway.anonymous('head', url).expect(200);
    expect([looked.headers['content-length'], await downloads(file.id)]).toEqual([String(bytes.length), 0]);
    const part = (range: string) => gateway.anonymous('get', url, undefined, { range }).expect(206);
    await part('bytes=0-99');
    await part('bytes=0-99');
    expect(await downloads(file.id)).toBe(1);
    for (const range of ['bytes=100-', 'bytes=0-', 'bytes=7-9']) await part(range);
    await gateway.anonymous('get', url).expect(200);
    expect(await downloads(file.id)).toBe(2);
    const { body } = await firm.admin('get', `/audit/events?event_type=FileDownloaded&resource_id=${file.id}`);
    expect((body as { events: { details: object }[] }).events.map(({ details }) => details)).toMatchObject([
      { range: null, sha256: file.sha256, version: 1 },
      { range: { start: 0, end: 99 }, sha256: file.sha256, version: 1 },
    ]);
    await gateway.anonymous('get', await urlOf(firm.accountantAsk, file.id)).expect(200);
    expect(await downloads(file.id)).toBe(3);
  });

  it('end with the session', async () => {
    const ask = await gateway.signIn(firm.bakery.user.email!);
    const file = await aFile(ask, 'sesiune.pdf', {}, bytes);
    const url = await urlOf(ask, file.id);
    await gateway.anonymous('get', url).expect(200);
    await ask('post', '/auth/logout').expect(204);
    await gateway.anonymous('get', url).expect(404);
  });

  it('end with the file', async () => {
    const file = await aFile(firm.bakery.ask, 'șters.pdf', {}, bytes);
    const url = await urlOf(firm.bakery.ask, file.id);
    await firm.bakery.ask('post', '/bulk/files/delete', { file_ids: [file.id] }).expect(200);
    await gateway.anonymous('get', url).expect(404);
  });

  it('open for nobody with another ticket', async () => {
    const file = await aFile(firm.bakery.ask, 'bilet.pdf', {}, bytes);
    const url = await urlOf(firm.bakery.ask, file.id);
    const [body, signature] = url.split('/').at(-1)!.split('.') as [string, string];
    const forged = Buffer.from(Buffer.from(body, 'base64url').toString().replace(/\d+$/, '9999999999999')).toString(
      'base64url',
    );
    for (const ticket of [`${forged}.${signature}`, `${body}.x`, body, 'x.y', `${body}.${signature}x`, '%00'])
      expect([ticket, (await gateway.anonymous('get', `/files/content/${ticket}`)).status]).toEqual([ticket, 404]);
  });

  it('raise an alarm when they are more than people do', async () => {
    const file = await aFile(firm.mill.ask, 'mult.txt');
    for (let at = 0; at <= 500; at += 1)
      await gateway.anonymous('get', await urlOf(firm.mill.ask, file.id)).expect(200);
    const { body } = await firm.admin('get', `/audit/events?event_type=AlarmRaised&resource_id=${firm.mill.user.id}`);
    expect(body).toMatchObject({ total: 1, events: [{ details: { alarm: 'downloads', files: 501 } }] });
  });
});
