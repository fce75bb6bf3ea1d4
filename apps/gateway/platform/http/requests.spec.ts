import { connect, type AddressInfo } from 'node:net';
import createFastify from 'fastify';
import type { Problem } from '@dosar/contracts';
import { aFirm, aGateway, type Gateway } from '../../testing/gateway';
import { httpServer } from './http-server';
import { SlowBodies } from '../connections/slow-bodies';

describe('requests that are not as they are said to be', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let port: number;
  beforeAll(async () => {
    gateway = await aGateway({ DOSAR_PUBLIC_URL: 'https://dosar.firma.ro' });
    firm = await aFirm(gateway);
    await gateway.app.listen(0, '127.0.0.1');
    port = (gateway.server.address() as AddressInfo).port;
  });
  afterAll(() => gateway.close());

  /** The response to these bytes. */
  const raw = (text: string) =>
    new Promise<{ status: number; head: string; body: Problem }>((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      socket.on('data', (data) => (answer += data.toString()));
      socket.on('error', reject);
      socket.on('close', () => {
        const [head = '', body = ''] = answer.split('\r\n\r\n');
        resolve({ status: Number(head.slice(9, 12)), head: head.toLowerCase(), body: JSON.parse(body) as Problem });
      });
    });

  it.each([
    ['a line that is none', 'NONSENSE\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    [
      'headers without an end',
      `GET /api/x HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'PAYLOAD_TOO_LARGE',
    ],
    [
      'an address that cannot be read',
      'GET /api/files/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      404,
      'NOT_FOUND',
    ],
  ])('are answered like all others: %s', async (_, text, status, code) => {
    const answer = await raw(text);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.head).toContain(`x-correlation-id: ${answer.body.correlation_id}`);
    expect(answer.head).toContain("content-security-policy: default-src 'none'");
    expect(answer.head).toContain('x-content-type-options: nosniff');
  });

  it.each([
    ['a form where none is taken', '/users/me', 'multipart/form-data; boundary=b'],
    ['a form of another kind', '/files/upload', 'multipart/mixed; boundary=b'],
    ['a boundary that is too long', '/files/upload', `multipart/form-data; boundary=${'b'.repeat(71)}`],
    ['a boundary that is far too long', '/files/upload', `multipart/form-data; boundary=${'b'.repeat(300)}`],
    ['a boundary that is empty', '/files/upload', 'multipart/form-data; boundary='],
    ['no boundary', '/files/upload', 'multipart/form-data'],
  ])('are refused: %s', async (_, path, type) => {
    const method = path === '/users/me' ? 'patch' : 'post';
    const asked = firm.bakery.ask(method, path, undefined, { 'content-type': type });
    const { body } = await asked.send('{"name":"x"}').expect(400);
    expect(body).toMatchObject({ code: 'MALFORMED_REQUEST' });
  });

  it.each(['gzip', 'br', 'x', 'identity, gzip'])('are refused: packed as %s', async (encoding) => {
    const headers = { 'content-encoding': encoding };
    const { body } = await firm.bakery.ask('patch', '/users/me', { name: 'x' }, headers).expect(400);
    expect(body).toMatchObject({ code: 'MALFORMED_REQUEST' });
  });

  it.each([
    ['half a letter', Buffer.from([0xed, 0xa0, 0x80])],
    ['a letter written too long', Buffer.from([0xc0, 0xaf])],
    ['bytes of another encoding', Buffer.from([0xba, 0xfe])],
  ])('are refused, and nothing is stored: %s in a body, a query, the name of an upload', async (_, bytes) => {
    const { ask } = firm.bakery;
    const before = await gateway.ports.events.head();
    const text = { 'content-type': 'application/json' };
    const body = Buffer.concat([Buffer.from('{"name":"'), bytes, Buffer.from('"}')]);
    const asBytes = ask('post', '/folders', undefined, text).serialize((given) => given as string);
    expect((await asBytes.send(body as unknown as object).expect(400)).body).toMatchObject({
      code: 'MALFORMED_REQUEST',
    });
    const escaped = [...bytes].map((byte) => `%${byte.toString(16)}`).join('');
    const query = await ask('get', `/search?q=${escaped}`).expect(422);
    expect((query.body as Problem).fields?.['q']).toBeDefined();
    await ask('get', `/search?${escaped}=a`).expect(422);
    const begun = { 'tus-resumable': '1.0.0', 'upload-length': '1' };
    const name = Buffer.concat([bytes, Buffer.from('.txt')]).toString('base64');
    const upload = await ask('post', '/uploads', undefined, { ...begun, 'upload-metadata': `filename ${name}` }).expect(
      422,
    );
    expect((upload.body as Problem).fields?.['filename']).toBeDefined();
    expect(await gateway.ports.events.head()).toBe(before);
  });

  it('are read as they were written: blanks, escapes and more than one of a name', async () => {
    const { ask } = firm.bakery;
    await ask('get', '/search?q=Br%C3%A2nz%C4%83+de%20oi&record=false').expect(200);
    await ask('get', '/search?q=a&q=b').expect(422);
  });

  it('are taken when nothing is wrong with them', async () => {
    await firm.bakery.ask('patch', '/users/me', { name: 'Ana' }, { 'content-encoding': 'identity' }).expect(200);
    const text = '--b b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nx\r\n--b b--\r\n';
    const type = { 'content-type': 'multipart/form-data; charset=utf-8; boundary="b b"' };
    await firm.bakery.ask('post', '/files/upload', undefined, type).send(text).expect(201);
  });

  it('are told to come by https alone, where that is the public address', async () => {
    const { headers } = await gateway.anonymous('get', '/health/live').expect(200);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });
});

describe('a body', () => {
  const bodies = new SlowBodies({ bytesPerSecond: 1_000, within: 1_000 });
  const fastify = createFastify({ serverFactory: (handle) => httpServer(handle, {}, { bodies }) });
  afterAll(() => fastify.close());

  it('that comes too slowly is cut; one that comes, and one that waits for us, is not', async () => {
    fastify.post('/', () => ({ done: true }));
    fastify.addContentTypeParser('text/waits', (_request, payload, done) => {
      // it is not read for a while
      setTimeout(() => payload.resume().on('end', () => done(null, 'read')), 2_500);
    });
    await fastify.listen({ port: 0, host: '127.0.0.1' });
    const { port } = fastify.server.address() as AddressInfo;
    const send = (type: string, bytes: number, everyMs: number, part: number) =>
      new Promise<string>((resolve) => {
        let answer = '';
        let sent = 0;
        const socket = connect(port, '127.0.0.1');
        socket.on('data', (data) => (answer += data.toString()));
        socket.on('error', () => undefined);
        socket.write(
          `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n\r\n`,
        );
        const timer = setInterval(() => {
          if (sent < bytes) socket.write('1'.repeat(Math.min(part, bytes - sent)));
          sent += part;
        }, everyMs);
        socket.on('close', () => {
          clearInterval(timer);
          resolve(answer.slice(9, 12));
        });
      });
    const answers = await Promise.all([
      send('application/json', 1_000, 50, 1),
      send('application/json', 8_000, 50, 200),
      send('text/waits', 200_000, 10, 100_000),
    ]);
    expect(answers).toEqual(['', '200', '200']);
  });
});
