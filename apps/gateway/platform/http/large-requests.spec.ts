import { once } from 'node:events';
import { request as send, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { api, type EndpointSpec, type Problem } from '@dosar/contracts';
import { aFirm, aGateway, type Gateway } from '../../testing/gateway';
import { next, socketsTo } from '../../testing/sockets';
import { bodyLimitOf, largestBodyOf } from './body-limits';
import { bodyOf } from './problem.filter';
import { Problem as Refusal } from './problem';

const KiB = 1024;
const MOST_BYTES = 8 * KiB;
const MOST_FAULTS = 10;
const keys = (count: number, length = 6) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`.padEnd(length, 'x'), 1]));
const specs = Object.values(api).flatMap((calls) => Object.values(calls) as EndpointSpec[]);

describe('what is refused, however large it is,', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let sockets: Awaited<ReturnType<typeof socketsTo>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
    sockets = await socketsTo(gateway);
  });
  afterAll(() => gateway.close());

  const answered = ({ status, text, body }: { status: number; text: string; body: unknown }) => {
    const { code, fields = {} } = body as Problem;
    return { status, code, faults: Object.keys(fields).length, isShort: Buffer.byteLength(text) <= MOST_BYTES };
  };
  const refusedFor = (faults: number) => ({ status: 422, code: 'VALIDATION_FAILED', faults, isShort: true });
  const form = (parts: readonly (readonly [name: string, value: string])[]) =>
    `${parts.map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--b--\r\n`;

  it.each([
    ['unknown fields of a sign-in', 'post', '/auth/login', keys(800)],
    ['unknown fields of a field', 'patch', '/users/me', { preferences: keys(150) }],
    ['unknown fields with long names', 'post', '/auth/login', keys(14, 1_000)],
    ['a record of wrong values', 'post', '/search/saved', { name: 'x', query: '', filters: keys(900, 60) }],
    ['a list of wrong values', 'patch', '/users/me', { pinned_clients: Array.from({ length: 50 }, () => 1) }],
  ] as const)('names ten faults at most: %s', async (_, method, path, body) => {
    const answer = await firm.bakery.ask(method, path, body);
    expect(answered(answer)).toEqual(refusedFor(MOST_FAULTS));
  });

  it('names ten faults at most: of the address and of the body together', async () => {
    const query = ['type', 'page', 'pageSize', 'sort', 'order', 'min_size', 'max_size', 'record', 'include_deleted'];
    const more = ['process_state', 'accounting_status', 'date_from', 'date_to'];
    const answer = await firm.bakery.ask('get', `/search?${[...query, ...more].map((name) => `${name}=~`).join('&')}`);
    expect(answered(answer)).toEqual(refusedFor(MOST_FAULTS));
  });

  it('cuts names that strangers have chosen', async () => {
    const { body } = await firm.bakery.ask('post', '/folders', { name: 'x', [`ș${'x'.repeat(2_000)}`]: 1 }).expect(422);
    const [name] = Object.keys((body as Problem).fields!);
    expect([name!.length <= 100, name!.startsWith('șxxx'), name!.endsWith('…')]).toEqual([true, true, true]);
  });

  it.each([
    ['a field of a long name', form([['n'.repeat(20_000), 'x']])],
    ['many fields', form(Array.from({ length: 2_000 }, (_, at) => [`k${at}`, 'x'] as const))],
    [
      'a file of another name',
      `--b\r\nContent-Disposition: form-data; name="${'f'.repeat(60_000)}"; filename="a.txt"\r\n\r\nx\r\n--b--\r\n`,
    ],
    [
      'a part with many headers',
      `--b\r\n${'X-A: b\r\n'.repeat(5_000)}Content-Disposition: form-data; name="a"\r\n\r\nx\r\n--b--\r\n`,
    ],
  ])('is short also of a form: %s', async (_, text) => {
    const type = { 'content-type': 'multipart/form-data; boundary=b' };
    const answer = await firm.bakery.ask('post', '/files/upload', undefined, type).send(text);
    const { faults, isShort } = answered(answer);
    expect([answer.status >= 400 && answer.status < 500, faults <= MOST_FAULTS, isShort]).toEqual([true, true, true]);
  });

  it('is short also over a socket', async () => {
    const socket = sockets.socketOf({ token: await sockets.tokenOf(firm.bakery.user.email!) });
    await next(socket, 'connect');
    for (const [event, body] of [
      ['typing', keys(1_000)],
      ['typing', keys(10, 1_200)],
      ['n'.repeat(15_000), {}],
    ] as const) {
      const answer = (await socket.emitWithAck(event, body)) as Problem;
      expect(JSON.stringify(answer).length).toBeLessThanOrEqual(MOST_BYTES);
      expect(Object.keys(answer.fields ?? {}).length).toBeLessThanOrEqual(MOST_FAULTS);
    }
  });

  it('is short whoever made it: the filter cuts what is longer', () => {
    const fields = new Map(
      Array.from({ length: 1_000 }, (_, at) => [
        `${at}\u0001${'\u0001'.repeat(9_000)}`,
        { rule: 'unknown', values: {} },
      ]),
    );
    const text = JSON.stringify(
      bodyOf(new Refusal('VALIDATION_FAILED', fields), { language: 'ro', correlationId: 'x' }),
    );
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_BYTES);
    expect(Object.keys((JSON.parse(text) as Problem).fields!).length).toBeGreaterThan(0);
    const short = new Map([...fields.values()].map((rule, at) => [`f${at}`, rule]));
    const { fields: named } = bodyOf(new Refusal('VALIDATION_FAILED', short), { language: 'ro', correlationId: 'x' });
    expect(Object.keys(named!)).toHaveLength(MOST_FAULTS);
  });

  describe('by its body alone', () => {
    it.each([
      ['brackets', '/bulk/files/delete', '['.repeat(200_000)],
      ['levels', '/bulk/files/delete', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`],
      ['levels, though few bytes', '/auth/login', `{"email":${'['.repeat(40)}${']'.repeat(40)}}`],
      ['fields', '/bulk/files/delete', JSON.stringify(keys(1_500))],
      ['ids', '/bulk/files/delete', JSON.stringify({ file_ids: Array.from({ length: 25_000 }, () => 'x') })],
    ])('is not read when it has too many %s', async (_, path, text) => {
      const answer = await firm.bakery.ask('post', path).set('content-type', 'application/json').send(text);
      expect(answered(answer)).toEqual({ status: 413, code: 'PAYLOAD_TOO_LARGE', faults: 0, isShort: true });
    });

    it('is read when what looks like levels and fields stands in a text', async () => {
      const text = `${'[{"\\'.repeat(1_600)},:`;
      const { body } = await firm.bakery
        .ask('post', '/search/saved', { name: text, query: 'x', filters: {} })
        .expect(422);
      expect(Object.keys((body as Problem).fields!)).toEqual(['name']);
    });

    it('says which rule is broken for a few ids too many', async () => {
      const file_ids = Array.from(
        { length: 10_000 },
        (_, at) => `0191d2a0-0000-7000-8000-${String(at).padStart(12, '0')}`,
      );
      const { body } = await firm.bakery.ask('post', '/bulk/files/delete', { file_ids }).expect(422);
      expect(body).toMatchObject({ code: 'BULK_TOO_MANY' });
    });

    it('has a limit by its call: what is valid fits, escaped as well', () => {
      for (const spec of specs.filter(({ body }) => body)) {
        const most = bodyLimitOf(spec);
        const largest = largestBodyOf(spec);
        if (spec.path.startsWith('/auth/')) expect([spec.path, most]).toEqual([spec.path, 16 * KiB]);
        // authenticators' responses have no limit of their own; their bodies have
        if (!/second-factor$|passkeys$/.test(spec.path))
          expect([spec.path, largest <= most]).toEqual([spec.path, true]);
        expect([spec.path, most <= 1024 * KiB]).toEqual([spec.path, true]);
      }
    });

    it('is taken when it is the largest that is valid', async () => {
      const { bakery } = firm;
      const escaped = (letter: string, count: number) => letter.repeat(count);
      const raw = (method: 'post' | 'patch', path: string, text: string) =>
        bakery.ask(method, path).set('content-type', 'application/json').send(text);
      const ids = Array.from({ length: 500 }, () => `"${escaped('\\u0061', 64)}"`).join();
      const { body } = await raw('post', '/bulk/files/delete', `{"file_ids":[${ids}]}`).expect(422);
      expect(body).toMatchObject({ code: 'BULK_INVALID_SELECTION' });
      const talk = bakery.client.id;
      await raw('post', `/conversations/${talk}/messages`, `{"text":"${escaped('\\u0103', 10_000)}"}`).expect(201);
      await raw('post', `/conversations/${talk}/messages`, `{"text":"${escaped('😀', 5_000)}"}`).expect(201);
    });

    it.each([
      ['/auth/login', 17 * KiB],
      ['/auth/two-step/totp', 17 * KiB],
      ['/folders', 64 * KiB],
      ['/reads', 64 * KiB],
      ['/bulk/files/delete', 1025 * KiB],
      ['/nowhere', 64 * KiB],
    ])('is refused when it is larger than its call needs: %s', async (path, bytes) => {
      const text = `{"x":"${'y'.repeat(bytes)}"}`;
      const { port } = gateway.server.address() as AddressInfo;
      const token = await sockets.tokenOf(firm.bakery.user.email!);
      for (const length of [{ 'content-length': String(text.length) }, { 'transfer-encoding': 'chunked' }]) {
        const headers = { ...length, 'content-type': 'application/json', authorization: `Bearer ${token}` };
        const asked = send({ port, host: '127.0.0.1', path: `/api${path}`, method: 'POST', headers, agent: false });
        asked.on('error', () => undefined).end(text);
        const [answer] = (await once(asked, 'response')) as [IncomingMessage];
        expect(answer.statusCode).toBe(413);
        answer.destroy();
      }
    });
  });

  describe('of a stranger', () => {
    /** The response before the body of these headers was sent. */
    const before = async (method: string, path: string, headers: string) => {
      const { port } = gateway.server.address() as AddressInfo;
      const socket = connect(port, '127.0.0.1').setEncoding('utf8');
      socket.write(`${method} /api${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
      // a server that waits for the body sends nothing
      const signal = AbortSignal.timeout(5_000);
      const [answer] = (await once(socket, 'data', { signal })) as [string];
      return { answer, socket };
    };
    const JSON_BODY = 'Content-Type: application/json\r\n';

    it.each([
      ['no token', ''],
      ['a token that is none', 'Authorization: Bearer x.y.z\r\n'],
    ])('is not read where a session is needed: %s', async (_, token) => {
      for (const length of ['Content-Length: 100\r\n', 'Transfer-Encoding: chunked\r\n']) {
        const { answer, socket } = await before('POST', '/bulk/files/delete', `${JSON_BODY}${token}${length}`);
        expect(answer).toMatch(/^HTTP\/1\.1 401 /);
        expect(answer).toMatch(/correlation_id/);
        socket.destroy();
      }
    });

    it('leaves a connection on which others can be asked', async () => {
      const { socket } = await before('POST', '/bulk/files/delete', `${JSON_BODY}Content-Length: 7\r\n`);
      socket.write('{"a":1}GET /api/health/live HTTP/1.1\r\nHost: x\r\n\r\n');
      const [answer] = (await once(socket, 'data')) as [string];
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      socket.destroy();
    });

    it('is read where everybody may ask', async () => {
      const { body } = await gateway.anonymous('post', '/auth/login', {}).expect(422);
      expect(Object.keys((body as Problem).fields!)).toEqual(['email', 'password']);
    });
  });

  it('is refused to whoever is signed out while its body comes', async () => {
    const { port } = gateway.server.address() as AddressInfo;
    const token = await sockets.tokenOf(firm.mill.user.email!);
    const text = '{"name":"Prea târziu"}';
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    const headers = `Content-Type: application/json\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
    socket.write(`POST /api/folders HTTP/1.1\r\nHost: x\r\n${headers}\r\n${text.slice(0, 5)}`);
    await new Promise((go) => setTimeout(go, 100));
    await gateway.as(token)('post', '/auth/logout').expect(204);
    socket.write(text.slice(5));
    const [answer] = (await once(socket, 'data')) as [string];
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    socket.destroy();
  });
});
