import { randomUUID } from 'node:crypto';
import { connect, type AddressInfo } from 'node:net';
import type { Response } from 'supertest';
import { api, type EndpointSpec, type Problem } from '@dosar/contracts';
import {
  aFile,
  aFirm,
  aFolder,
  aGateway,
  anUpload,
  later,
  memoryPorts,
  PASSWORD,
  type Ask,
  type Gateway,
} from '../../testing/gateway';
import { until } from '@dosar/kernel/testing/waiting';

const problem = ({ body }: { body: unknown }) => body as Problem;

describe('what all calls have in common', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());

  describe('errors', () => {
    it('are sentences in the language of the reader, with a code that stays', async () => {
      const { ask } = firm.bakery;
      const inRomanian = await ask('get', '/files/nimic').expect(404);
      const inEnglish = await ask('get', '/files/nimic', undefined, {
        'accept-language': 'en-GB,en;q=0.9,ro;q=0.5',
      }).expect(404);
      expect([problem(inRomanian).error, problem(inEnglish).error]).toEqual(['Nu a fost găsit.', 'Not found.']);
      expect([problem(inRomanian).code, problem(inEnglish).code]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
      const inGerman = await ask('get', '/files/nimic', undefined, { 'accept-language': 'de' }).expect(404);
      expect(problem(inGerman).error).toBe('Nu a fost găsit.');
    });

    it('P24: name text that nobody could read again, wherever it stands: half a letter', async () => {
      const { ask, client } = firm.bakery;
      const message = `/conversations/${client.id}/messages`;
      const { body } = await ask('post', message, { text: 'Bună \ud83d' }).expect(422);
      expect(Object.keys(problem({ body }).fields!)).toEqual(['text']);
      const filters = { query: 'bon', filters: { 'a\udc00': 'b' } };
      const saved = await ask('post', '/search/saved', { name: 'Bonuri', ...filters }).expect(422);
      expect(Object.keys(problem(saved).fields!)).toEqual(['filters.a\ufffd']);
      await ask('post', message, { text: 'Bună 😀' }).expect(201);
    });

    it('name every field that is wrong', async () => {
      const { body } = await firm
        .admin(
          'post',
          '/clients',
          { cui: '12', phone: 'x', platitor_tva: 'da', surprise: 1, firm_id: firm.firm.id },
          { 'accept-language': 'en' },
        )
        .expect(422);
      expect(body).toMatchObject({
        code: 'VALIDATION_FAILED',
        fields: {
          societate: 'Required field',
          cui: 'Invalid CUI format (must be 6-10 digits)',
          phone: 'Invalid phone number (e.g. 0721123456 or +40721123456)',
          platitor_tva: 'The value has the wrong type',
          surprise: 'Unknown field',
        },
      });
    });

    it.each([
      ['{"name":', 'application/json', 400],
      ['{"name":"x","__proto__":{"a":1}}', 'application/json', 400],
      ['name=x', 'application/x-www-form-urlencoded', 400],
      ['x', 'text/plain', 400],
      ['[]', 'application/json', 422],
      ['"x"', 'application/json', 422],
      ['', 'application/json', 422],
    ])('answer the body %j of type %s with %d', async (text, type, status) => {
      const answer = await firm.bakery.ask('post', '/folders').set('content-type', type).send(text);
      expect([answer.status, problem(answer).code]).toEqual([
        status,
        status === 400 ? 'MALFORMED_REQUEST' : 'VALIDATION_FAILED',
      ]);
    });

    it('take no body at all for an empty one, but not the word null', async () => {
      const change = () => firm.bakery.ask('patch', '/users/me').set('content-type', 'application/json');
      expect([(await change().send('')).status, (await change().send('null')).status]).toEqual([200, 422]);
    });

    it('refuse more than 1 MiB of JSON', async () => {
      const answer = await firm.bakery.ask('post', '/folders', { name: 'x'.repeat(1024 * 1024) });
      expect([answer.status, problem(answer).code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    });

    it.each(['/nowhere', '/files/%', '/files/%00', `/files/${'x'.repeat(5000)}`, '/../../etc/passwd', '/folders/'])(
      'know no address %s',
      async (path) => {
        const answer = await firm.bakery.ask('get', path);
        expect([answer.status, problem(answer).code, typeof problem(answer).correlation_id]).toEqual([
          404,
          'NOT_FOUND',
          'string',
        ]);
      },
    );

    it.each(['page=0', 'page=x', 'pageSize=101', 'pageSize=0', 'sort=nothing', 'order=up'])(
      'refuse the query %s',
      async (query) => {
        const answer = await firm.admin('get', `/clients?${query}`);
        expect([answer.status, Object.keys(problem(answer).fields!)]).toEqual([422, [query.split('=')[0]]]);
      },
    );
    it('ignore query names that they do not know', () => firm.admin('get', '/clients?utm_source=x').expect(200));
    it('say nothing about how things are made inside', async () => {
      const answer = await firm.bakery.ask('post', '/folders').set('content-type', 'application/json').send('{');
      expect(JSON.stringify(answer.body) + JSON.stringify(answer.headers)).not.toMatch(
        /node_modules|\.ts:|SyntaxError|fastify|nest|express|SQL/i,
      );
    });
  });

  describe('correlation', () => {
    it('is taken from the request when it is a UUID, and is on all that the request caused', async () => {
      const correlation = randomUUID();
      const answer = await firm.bakery
        .ask('post', '/folders', { name: `C ${correlation}` }, { 'x-correlation-id': correlation.toUpperCase() })
        .expect(201);
      const action = answer.headers['x-correlation-id'];
      const { body } = await firm.admin('get', `/audit/events?correlation_id=${action}`).expect(200);
      expect(body).toMatchObject({ total: 1, events: [{ event_type: 'FolderCreated', correlation_id: action }] });
      const refused = await firm.bakery.ask('post', '/folders', {}, { 'x-correlation-id': correlation }).expect(422);
      expect(problem(refused).correlation_id).toBe(action);
    });
    it('is each person’s own, so that nobody files an act under another’s', async () => {
      const headers = { 'x-correlation-id': randomUUID() };
      const of = async (ask: Ask) => (await ask('get', '/users/me', undefined, headers)).headers['x-correlation-id'];
      const mine = await of(firm.bakery.ask);
      const again = await of(firm.bakery.ask);
      const another = await of(firm.mill.ask);
      expect([mine === again, mine === another]).toEqual([true, false]);
      expect([mine, another]).not.toContain(headers['x-correlation-id']);
      const stranger = await of(gateway.anonymous);
      expect([stranger, await of(gateway.anonymous)]).not.toContain(headers['x-correlation-id']);
      expect(stranger).not.toBe(await of(gateway.anonymous));
    });
    it('is made when there is none', async () => {
      const { headers } = await firm.bakery
        .ask('get', '/folders', undefined, { 'x-correlation-id': 'no uuid\u00e9' })
        .expect(200);
      expect(headers['x-correlation-id']).toMatch(/^[0-9a-f-]{36}$/);
    });
  });

  describe('an idempotency key', () => {
    const key = () => ({ 'idempotency-key': randomUUID() });
    const events = async (type: string) =>
      ((await firm.admin('get', `/audit/events?event_type=${type}`)).body as { total: number }).total;

    it('makes one thing of many requests', async () => {
      const headers = key();
      const before = await events('FolderCreated');
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => firm.bakery.ask('post', '/folders', { name: 'O dată' }, headers)),
      );
      expect(
        new Set(answers.map(({ status, body }) => `${status} ${(body as { folder: { id: string } }).folder.id}`)).size,
      ).toBe(1);
      expect(answers[0]!.status).toBe(201);
      expect(await events('FolderCreated')).toBe(before + 1);
    });

    it('answers with the thing as it is now', async () => {
      const headers = key();
      const first = await firm.bakery.ask('post', '/folders', { name: 'Întâi' }, headers).expect(201);
      const { id } = (first.body as { folder: { id: string } }).folder;
      await firm.bakery.ask('put', `/folders/${id}`, { name: 'Apoi' }).expect(200);
      const again = await firm.bakery.ask('post', '/folders', { name: 'Întâi' }, headers).expect(201);
      expect(again.body).toMatchObject({ folder: { id, name: 'Apoi' } });
    });

    it('cannot mean two things, not even of two clients', async () => {
      const headers = key();
      await firm
        .accountantAsk('post', '/folders', { name: 'Una', client_id: firm.bakery.client.id }, headers)
        .expect(201);
      for (const body of [
        { name: 'Alta', client_id: firm.bakery.client.id },
        { name: 'Una', client_id: firm.mill.client.id },
      ])
        expect(problem(await firm.accountantAsk('post', '/folders', body, headers).expect(409)).code).toBe(
          'IDEMPOTENCY_KEY_REUSED',
        );
    });

    it('is each user’s own', async () => {
      const headers = key();
      await firm.bakery.ask('post', '/folders', { name: 'A mea' }, headers).expect(201);
      await firm.mill.ask('post', '/folders', { name: 'A lor' }, headers).expect(201);
    });

    it('keeps only successes', async () => {
      const headers = key();
      const taken = await aFolder(firm.bakery.ask, 'Ocupat');
      await firm.bakery.ask('post', '/folders', { name: 'ocupat' }, headers).expect(409);
      await firm.bakery.ask('post', '/bulk/files/delete', { folder_ids: [taken.id] }).expect(200);
      await firm.bakery.ask('post', '/folders', { name: 'ocupat' }, headers).expect(201);
    });

    it('of an upload means its fields, its name and its content, and leaves no second bytes', async () => {
      const headers = key();
      const upload = (name: string, bytes: string) => anUpload(firm.bakery.ask, name, bytes).set(headers);
      const first = await upload('cheie.txt', 'unu').expect(201);
      const blobs = async () => {
        let count = 0;
        for await (const _ of gateway.ports.blobs.all()) count += 1;
        return count;
      };
      const before = await blobs();
      const again = await upload('cheie.txt', 'unu').expect(201);
      expect([again.body, await blobs()]).toEqual([first.body, before]);
      await upload('cheie.txt', 'doi').expect(409);
      await upload('altfel.txt', 'unu').expect(409);
      expect(await blobs()).toBe(before);
    });

    it('of an operation answers with that operation', async () => {
      const folder = await aFolder(firm.bakery.ask, 'De mutat');
      const file = await aFile(firm.bakery.ask, 'mutat.txt');
      const headers = key();
      const body = { file_ids: [file.id], target_folder_id: folder.id };
      const first = await firm.bakery.ask('post', '/bulk/files/move', body, headers).expect(200);
      expect((await firm.bakery.ask('post', '/bulk/files/move', body, headers).expect(200)).body).toEqual(first.body);
      expect(
        (
          (await firm.admin('get', `/audit/events?event_type=FileMoved&resource_id=${file.id}`)).body as {
            total: number;
          }
        ).total,
      ).toBe(1);
    });

    it('of a registration makes one firm, client and user', async () => {
      for (const [path, body, field] of [
        ['/firms', { name: 'Cheia', cui: '55555555' }, 'firm'],
        ['/clients', { societate: 'Cheia', cui: '55555556', firm_id: firm.firm.id }, 'client'],
        [
          '/users',
          {
            role: 'user',
            name: 'Cheia',
            email: 'cheia@x.test',
            password: 'Parola-Lunga-1',
            client_id: firm.mill.client.id,
          },
          'user',
        ],
      ] as const) {
        const headers = key();
        const answers = [await firm.admin('post', path, body, headers), await firm.admin('post', path, body, headers)];
        expect(answers.map(({ status }) => status)).toEqual([201, 201]);
        expect(new Set(answers.map((answer) => (answer.body as Record<string, { id: string }>)[field]!.id)).size).toBe(
          1,
        );
        await firm.admin('post', path, body).expect(409);
      }
    });

    it('of a deletion answers that it is done, also the second time', async () => {
      const own = await aFirm(gateway);
      const gone = async (path: string) => {
        const key = { 'idempotency-key': `gone for ever ${path}` };
        await own.admin('delete', path, undefined, key).expect(204);
        await own.admin('delete', path, undefined, key).expect(204);
        await own.admin('delete', path).expect(404);
        await own.admin('delete', path, undefined, { 'idempotency-key': `other client ${path}` }).expect(404);
      };
      const { id } = own.bakery.client;
      await own.admin('post', `/clients/${id}/accountants`, { accountant_ids: [own.accountant.id] });
      await gone(`/clients/${id}/accountants/${own.accountant.id}`);
      for (const person of [own.accountant, own.bakery.user, own.mill.user]) await gone(`/users/${person.id}`);
      for (const { client } of [own.bakery, own.mill]) await gone(`/clients/${client.id}`);
      await gone(`/firms/${own.firm.id}`);
      await own.admin('delete', '/users/nobody').expect(404);
    });
    it('may not be endless', () =>
      firm.bakery.ask('post', '/folders', { name: 'x' }, { 'idempotency-key': 'x'.repeat(201) }).expect(422));

    it('of so few characters that it could be guessed is refused', () =>
      firm.bakery.ask('post', '/folders', { name: 'x' }, { 'idempotency-key': 'x'.repeat(15) }).expect(422));
  });

  describe('what was written', () => {
    it('can be read at once, and is marked by a token', async () => {
      for (let at = 0; at < 20; at += 1) {
        const folder = await aFolder(firm.bakery.ask, `Deodată ${at}`);
        await firm.bakery.ask('get', `/folders/${folder.id}`).expect(200);
      }
      const answer = await firm.bakery.ask('post', '/folders', { name: 'Cu semn' }).expect(201);
      expect(answer.headers['x-consistency-token']).toEqual(expect.any(String));
      expect(answer.headers['x-stale']).toBeUndefined();
    });

    it('is waited for by whoever brings its token', async () => {
      const written = await firm.bakery
        .ask('post', '/folders', { name: 'Fără așteptare' }, { prefer: 'respond-async' })
        .expect(201);
      const { id, name } = (written.body as { folder: { id: string; name: string } }).folder;
      expect(name).toBe('Fără așteptare');
      const token = written.headers['x-consistency-token'] as string;
      await firm.accountantAsk('get', `/folders/${id}`, undefined, { 'x-consistency-token': token }).expect(200);
      for (const nonsense of ['', 'x', Buffer.from('p1.x').toString('base64url')])
        await firm.accountantAsk('get', `/folders/${id}`, undefined, { 'x-consistency-token': nonsense }).expect(200);
    });

    it('is there at once when it is asked for again right after a start, though nothing happened since', async () => {
      const ports = memoryPorts();
      const before = await aGateway({}, ports);
      const { bakery } = await aFirm(before);
      const login = await before.anonymous('post', '/auth/login', { email: bakery.user.email!, password: PASSWORD });
      const { token } = login.body as { token: string };
      const write = (at: Gateway) =>
        at
          .as(token)('post', '/folders', { name: 'Încă o dată' }, { 'idempotency-key': 'once and not twice' })
          .expect(201);
      const first = await write(before);
      await before.close();
      const after = await aGateway({}, ports);
      const again = await write(after);
      expect(again.body).toEqual(first.body);
      expect(again.headers['x-stale']).toBeUndefined();
      await after.close();
    });

    it('that never came is not waited for for ever', async () => {
      const future = Buffer.from('p1.999999999').toString('base64url');
      const answer = await firm.bakery.ask('get', '/folders', undefined, { 'x-consistency-token': future }).expect(200);
      expect(answer.headers['x-stale']).toBe('true');
    });
  });

  describe('entity tags', () => {
    it('change with what they stand for, and with nothing else', async () => {
      const { ask } = firm.bakery;
      const folder = await aFolder(ask, 'Etichetă');
      const file = await aFile(ask, 'etichetă.txt', { folder_id: folder.id });
      for (const path of [
        `/files?folderId=${folder.id}`,
        `/files/${file.id}`,
        '/folders',
        '/folders/tree',
        `/folders/${folder.id}`,
        '/files/trash',
        '/users/me',
      ]) {
        const first = await ask('get', path).expect(200);
        const tag = first.headers['etag'] as string;
        const unchanged = await ask('get', path, undefined, { 'if-none-match': tag }).expect(304);
        expect([path, unchanged.text]).toEqual([path, '']);
        await ask('get', path, undefined, { 'if-none-match': `"other", ${tag.replace(/^(W\/)?/, 'W/')}` }).expect(304);
        await aFolder(firm.mill.ask, `La alții ${path.replaceAll('/', ' ')}`);
        await ask('get', path, undefined, { 'if-none-match': tag }).expect(304);
      }
      const before = (await ask('get', `/files?folderId=${folder.id}`)).headers['etag'] as string;
      await ask('patch', `/files/${file.id}`, { name: 'altă etichetă.txt' }).expect(200);
      await ask('get', `/files?folderId=${folder.id}`, undefined, { 'if-none-match': before }).expect(200);
    });

    it('say nothing to a write, which is done and answered whatever its caller has read', async () => {
      const { headers } = await firm.bakery.ask('get', '/users/me').expect(200);
      const known = { 'if-none-match': headers['etag'] as string };
      const changed = await firm.bakery.ask('patch', '/users/me', { preferences: {} }, known).expect(200);
      expect([changed.headers['etag'], (changed.body as { user?: object }).user]).toEqual([
        undefined,
        expect.objectContaining({ id: firm.bakery.user.id }),
      ]);
    });

    it('are no secret way to what somebody else has seen in the same browser', async () => {
      const { headers } = await firm.admin('get', '/clients').expect(200);
      const answer = await firm
        .accountantAsk('get', '/clients', undefined, { 'if-none-match': headers['etag'] as string })
        .expect(200);
      expect(answer.headers['etag']).not.toBe(headers['etag']);
    });
  });

  describe('null in a body', () => {
    it('is the same as nothing', async () => {
      const made = await firm.bakery
        .ask('post', '/folders', { name: 'Rădăcină', parent_folder_id: null, client_id: null })
        .expect(201);
      expect(made.body).toMatchObject({ folder: { parent_folder_id: null } });
      expect(problem(await firm.bakery.ask('post', '/folders', { name: null }).expect(422)).fields).toEqual({
        name: 'Câmp obligatoriu',
      });
    });
  });

  describe('the description of the calls', () => {
    it('has every call, with its schemas', async () => {
      const { body } = await gateway.anonymous('get', '/openapi.json').expect(200);
      const { openapi, paths } = body as {
        openapi: string;
        paths: Record<string, Record<string, { responses: object; requestBody?: object }>>;
      };
      expect(openapi).toBe('3.1.0');
      for (const spec of Object.values(api).flatMap((calls) => Object.values(calls) as EndpointSpec[])) {
        const operation = paths[`/api${spec.path.replace(/:(\w+)/g, '{$1}')}`]?.[spec.method.toLowerCase()];
        expect([spec.path, Object.keys(operation?.responses ?? {})]).toEqual([
          spec.path,
          expect.arrayContaining([String(spec.status)]),
        ]);
        expect([spec.path, operation?.requestBody !== undefined]).toEqual([
          spec.path,
          // ignored bodies are not described
          spec.body !== undefined || ['multipart', 'bytes'].includes(spec.consumes ?? ''),
        ]);
      }
    });
    it('can be read as a page', async () => {
      expect((await gateway.anonymous('get', '/docs').expect(200)).text).toContain('swagger-ui');
      await gateway.anonymous('get', '/docs/start.js').expect(200);
      await gateway.anonymous('get', '/docs/assets/swagger-ui.css').expect(200);
      await gateway.anonymous('get', '/docs/assets/package.json').expect(404);
    });
  });

  describe('health', () => {
    it('tells strangers only whether, and administrators what', async () => {
      expect((await gateway.anonymous('get', '/health/live').expect(200)).body).toEqual({ status: 'ok' });
      expect((await gateway.anonymous('get', '/health/ready').expect(200)).body).toEqual({ status: 'ok' });
      expect((await firm.bakery.ask('get', '/health/ready').expect(200)).body).toEqual({ status: 'ok' });
      expect((await firm.admin('get', '/health/ready').expect(200)).body).toMatchObject({
        status: 'ok',
        components: { log: { status: 'ok' } },
      });
    });
  });
});

describe('a server that is being stopped', () => {
  it('says so to calls that still come, as it says everything else', async () => {
    const gateway = await aGateway();
    await gateway.app.listen(0, '127.0.0.1');
    const { port } = gateway.server.address() as AddressInfo;
    // a request being received when the server is told to stop
    const line = connect(port, '127.0.0.1').setEncoding('utf8');
    line.write('GET /api/users/me HTTP/1.1\r\nHost: x\r\n');
    await new Promise((go) => setTimeout(go, 100));
    const closing = gateway.close();
    await until(() => !gateway.server.listening);
    line.write('\r\n');
    let answer = '';
    for await (const part of line) answer += part;
    await closing;
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toMatch(/retry-after: \d+\r\n/i);
    expect(answer).toMatch(/connection: close\r\n/i);
    const { code, correlation_id } = JSON.parse(/{.*}/.exec(answer)![0]) as Problem;
    expect([code, answer.includes(`x-correlation-id: ${correlation_id}`)]).toEqual(['UNAVAILABLE', true]);
  });
});

describe('rates', () => {
  it('refuse a flood of writes of one session, and say when there is room again', async () => {
    const gateway = await aGateway({ DOSAR_LIMITS: 'on' });
    const { bakery, accountantAsk } = await aFirm(gateway);
    const answers: Response[] = [];
    // at a frozen time, however slow the machine is
    await later(0, async () => {
      answers.push(...(await Promise.all(Array.from({ length: 420 }, () => bakery.ask('post', '/folders', {})))));
    });
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(120);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(300);
    expect([problem(refused[0]!).error, Number(refused[0]!.headers['retry-after'])]).toEqual([
      'Prea multe cereri. Încercați din nou mai târziu.',
      1,
    ]);
    await accountantAsk('post', '/folders', {}).expect(422);
    await bakery.ask('get', '/folders').expect(200);
    await gateway.close();
  });
});
