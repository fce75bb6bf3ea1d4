import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { fastify } from 'fastify';
import { pino } from 'pino';
import { aFile, aFirm, aFolder, aGateway, PASSWORD, type Gateway } from '../../testing/gateway';
import { compressJson } from './compress';
import { Problem } from './problem';
import { ProblemFilter } from './problem.filter';

describe('a long answer in JSON', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let path: string;
  let token: string;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
    const credentials = { email: firm.bakery.user.email, password: PASSWORD };
    const signedIn = await gateway.anonymous('post', '/auth/login', credentials).expect(200);
    ({ token } = signedIn.body as { token: string });
    const folder = await aFolder(firm.bakery.ask, 'Lung');
    path = `/files?folderId=${folder.id}`;
    for (const name of ['factură 1.txt', 'factură 2.txt', 'factură 3.txt'])
      await aFile(firm.bakery.ask, name, { folder_id: folder.id });
  });
  afterAll(() => gateway.close());

  /** The raw response. */
  const sent = async (headers: Record<string, string>, at = path, method: 'GET' | 'HEAD' = 'GET') => {
    const fastify = gateway.app.getHttpAdapter().getInstance();
    const authorization = `Bearer ${token}`;
    const answer = await fastify.inject({ method, url: `/api${at}`, headers: { authorization, ...headers } });
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
  };

  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ] as const)('comes packed for who takes %s as %s', async (accepted, coding, unpack) => {
    const plain = await sent({});
    const { headers, bytes } = await sent({ 'accept-encoding': accepted });
    expect(plain.headers).toMatchObject({ vary: 'accept-encoding' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'accept-encoding' });
    expect(Number(headers['content-length'])).toBe(bytes.length);
    expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(unpack(bytes).toString()).toBe(plain.bytes.toString());
  });

  it.each(['identity', 'x', 'br;q=0'])('comes as it is for who takes %s', async (accepted) => {
    const { headers, bytes } = await sent({ 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBeUndefined();
    expect((JSON.parse(bytes.toString()) as { files: object[] }).files).toHaveLength(3);
  });

  it('has a tag by which it is not sent again, packed or not, until it is another', async () => {
    const packed = await sent({ 'accept-encoding': 'br' });
    const plain = await sent({});
    expect(packed.headers['etag']).toBe(`W/${plain.headers['etag']}`);
    for (const tag of [packed.headers['etag'] as string, plain.headers['etag'] as string])
      for (const coding of ['br', 'identity']) {
        const answer = await sent({ 'accept-encoding': coding, 'if-none-match': tag });
        expect([answer.status, answer.bytes.length, answer.headers['vary']]).toEqual([304, 0, 'accept-encoding']);
      }
    await aFile(firm.bakery.ask, 'factură 4.txt', { folder_id: path.split('=')[1]! });
    const changed = await sent({ 'accept-encoding': 'br', 'if-none-match': packed.headers['etag'] as string });
    expect(changed.status).toBe(200);
    expect((JSON.parse(brotliDecompressSync(changed.bytes).toString()) as { files: object[] }).files).toHaveLength(4);
  });

  it('is not packed where it is short, is only asked about, or is the content of a file', async () => {
    const headers = { 'accept-encoding': 'br, gzip' };
    expect((await sent(headers, '/health/live')).headers['content-encoding']).toBeUndefined();
    expect((await sent(headers, path, 'HEAD')).headers['content-encoding']).toBeUndefined();
    const json = Buffer.from(JSON.stringify({ text: 'x'.repeat(5_000) }));
    const file = await aFile(firm.bakery.ask, 'date.json', {}, json);
    const { body } = await firm.bakery.ask('get', `/files/${file.id}/download`).expect(200);
    const content = await sent(headers, (body as { url: string }).url.replace(/^.*\/api/, ''));
    expect([content.headers['content-encoding'], content.bytes.equals(json)]).toEqual([undefined, true]);
  });
});

describe('an answer that is refused when it was packed already', () => {
  it('bears nothing that was said of the other', async () => {
    const server = fastify();
    const filter = new ProblemFilter(pino({ level: 'silent' }));
    compressJson(server);
    server.addHook('onSend', (_request, reply, payload, done) =>
      reply.statusCode < 300 ? done(new Problem('NOT_FOUND')) : done(null, payload),
    );
    server.setErrorHandler((error, request, reply) => filter.answer(error, request, reply));
    server.get('/', (_request, reply) => reply.header('etag', '"1"').send({ text: 'x'.repeat(5_000) }));
    const { statusCode, headers, json } = await server.inject({ url: '/', headers: { 'accept-encoding': 'br' } });
    expect(statusCode).toBe(404);
    expect(json()).toMatchObject({ code: 'NOT_FOUND' });
    expect([headers['content-encoding'], headers['etag']]).toEqual([undefined, undefined]);
    await server.close();
  });
});
