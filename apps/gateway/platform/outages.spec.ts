import { Unavailable } from '@dosar/kernel/runtime';
import { aFile, aFirm, aGateway, memoryPorts, type Gateway } from '../testing/gateway';

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

  const expectRefused = ({ status, body, headers }: { status: number; body: unknown; headers: object }) => {
    expect([status, (body as { code: string }).code]).toEqual([503, 'UNAVAILABLE']);
    expect(headers).toMatchObject({ 'retry-after': expect.stringMatching(/^[1-9]\d*$/) });
  };

  it('a write is refused until later, and the same one is done once when it is back', async () => {
    const { ask } = firm.bakery;
    const again = () => ask('post', '/folders', { name: 'Facturi' }, { 'idempotency-key': 'the-same' });
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
