import { Unavailable } from '@dosar/kernel/runtime';
import { ADMIN, aFile, aFirm, aGateway, memoryPorts, type Gateway } from '../../testing/gateway';
import { until } from '@dosar/kernel/testing/waiting';

const expectRefused = ({ status, body, headers }: { status: number; body: unknown; headers: object }) => {
  expect([status, (body as { code: string }).code]).toEqual([503, 'UNAVAILABLE']);
  expect(headers).toMatchObject({ 'retry-after': expect.stringMatching(/^[1-9]\d*$/) });
};

describe('while the log takes nothing', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let out = false;
  beforeAll(async () => {
    const ports = memoryPorts();
    const append: typeof ports.events.append = async (...records) => {
      if (out) throw new Unavailable('the log is out of reach');
      return ports.events.append(...records);
    };
    gateway = await aGateway({}, { ...ports, events: { ...ports.events, append } });
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());
  afterEach(() => void (out = false));

  it('a write is refused until later, and the same one is done once when it is back', async () => {
    const { ask } = firm.bakery;
    const again = () => ask('post', '/folders', { name: 'Facturi' }, { 'idempotency-key': 'the-same-each-time' });
    out = true;
    expectRefused(await again());
    out = false;
    const made = await again().expect(201);
    expect((await again().expect(201)).body).toEqual(made.body);
  });

  it('a document is handed out with its event or not at all, and what needs no event is served', async () => {
    const { ask, client } = firm.bakery;
    const file = await aFile(ask, 'bon.txt', {}, Buffer.from('un bon'));
    const { url } = (await ask('get', `/files/${file.id}/download`).expect(200)).body as { url: string };
    out = true;
    expectRefused(await gateway.anonymous('get', url));
    await gateway.anonymous('head', url).expect(200);
    await ask('get', `/files?clientId=${client.id}`).expect(200);
    out = false;
    expect((await gateway.anonymous('get', url).expect(200)).text).toBe('un bon');
  });
});

describe('while the vault cannot be read', () => {
  it('nobody is signed out: the cookie of a session stays until the server says that it is over', async () => {
    const ports = memoryPorts();
    let out = false;
    const get: typeof ports.vault.get = async (place) => {
      if (out) throw new Unavailable('the vault is out of reach');
      return ports.vault.get(place);
    };
    const gateway = await aGateway({}, { ...ports, vault: { ...ports.vault, get } });
    const { email, password } = ADMIN;
    const login = await gateway.anonymous('post', '/auth/login', { email, password }).expect(200);
    const [cookie = ''] = (login.headers['set-cookie'] as unknown as string[])[0]!.split(';');
    const refresh = () => gateway.anonymous('post', '/auth/refresh', undefined, { cookie });
    out = true;
    const refused = await refresh();
    expectRefused(refused);
    expect(refused.headers['set-cookie']).toBeUndefined();
    out = false;
    await refresh().expect(200);
    await gateway.close();
  });
});

describe('while nothing can be searched', () => {
  it('who searches is told so, health names it, and all else goes on', async () => {
    const ports = memoryPorts();
    let out = false;
    const search: typeof ports.search.search = async (query) => {
      if (out) throw new Unavailable('Meilisearch: fetch failed');
      return ports.search.search(query);
    };
    const gateway = await aGateway({}, { ...ports, search: { ...ports.search, search } });
    const { bakery, admin } = await aFirm(gateway);
    const health = async () =>
      ((await admin('get', '/health/ready').expect(200)).body as { components: Record<string, object> }).components;
    out = true;
    expectRefused(await bakery.ask('get', '/search?q=bon'));
    expect((await health())['search']).toEqual({ status: 'degraded', detail: 'Meilisearch: fetch failed' });
    const { id } = await aFile(bakery.ask, 'bon.txt');
    await bakery.ask('get', `/files/${id}/download`).expect(200);
    out = false;
    expect((await health())['search']).toEqual({ status: 'ok' });
    await bakery.ask('get', '/search?q=bon').expect(200);
    await gateway.close();
  });

  it('health names what keeps the index from being filled, until it is filled again', async () => {
    const ports = memoryPorts();
    let out = false;
    const put: typeof ports.search.put = async (...asked) => {
      if (out) throw new Unavailable('Meilisearch: index full');
      return ports.search.put(...asked);
    };
    const gateway = await aGateway({}, { ...ports, search: { ...ports.search, put } });
    const { bakery, admin } = await aFirm(gateway);
    const search = async () => {
      const { body } = await admin('get', '/health/ready').expect(200);
      return (body as { components: { search: { status: string } } }).components.search;
    };
    const searchWhen = async (isWell: boolean) => {
      await until(async () => ((await search()).status === 'ok') === isWell);
      return search();
    };
    out = true;
    await aFile(bakery.ask, 'canar.txt');
    const detail = 'what is new is not found now: Meilisearch: index full';
    expect(await searchWhen(false)).toEqual({ status: 'degraded', detail });
    out = false;
    expect(await searchWhen(true)).toEqual({ status: 'ok' });
    const { body } = await bakery.ask('get', '/search?q=canar').expect(200);
    expect((body as { total: number }).total).toBe(1);
    await gateway.close();
  });
});
