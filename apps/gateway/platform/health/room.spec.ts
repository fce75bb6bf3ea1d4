import { staysSo, until } from '@dosar/kernel/testing/waiting';
import { aFile, aFirm, aGateway, type Gateway } from '../../testing/gateway';
import { watchRoom } from './room';

const MB = 1024 * 1024;

describe('a disk with little room', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let free: number | null = 1_000 * MB;
  const watching = new AbortController();
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
    await aFile(firm.bakery.ask, 'Factură.txt');
    void watchRoom(
      gateway.installation,
      watching.signal,
      () => Promise.resolve(free === null ? null : { free, total: 10_000 * MB }),
      5,
    );
  });
  afterAll(async () => {
    watching.abort();
    await gateway.close();
  });
  const has = async (left: number | null, isFull: boolean) => {
    free = left;
    await until(() => (gateway.installation.log.full !== null) === isFull);
  };
  const make = (name: string) => firm.bakery.ask('post', '/folders', { name, client_id: firm.bakery.client.id });

  it('is written to no more, before it is full, and read from', async () => {
    await has(100 * MB, true);
    const { headers, body } = await make('Martie').expect(503);
    expect(headers['retry-after']).toMatch(/^[1-9]/);
    expect(body).toMatchObject({ code: 'UNAVAILABLE' });
    await firm.bakery.ask('post', '/files/upload').expect(503);
    const asBytes = { 'content-type': 'application/offset+octet-stream' };
    await firm.bakery
      .ask('patch', '/uploads/01900000-0000-7000-8000-000000000000', Buffer.from('x'), asBytes)
      .expect(503);
    const { body: listed } = await firm.bakery.ask('get', `/files?clientId=${firm.bakery.client.id}`).expect(200);
    expect((listed as { files: unknown[] }).files).toHaveLength(1);
  });

  it('is what health says, to an administrator who signs in meanwhile, too', async () => {
    const told = { status: 'unavailable', detail: expect.stringContaining('has 100 MB left') as string };
    const { body } = await firm.admin('get', '/health/details').expect(200);
    expect((body as { components: object }).components).toMatchObject({ log: told });
    await gateway.anonymous('get', '/health/ready').expect(503);
    const later = await gateway.admin();
    expect((await later('get', '/health/details').expect(200)).body).toMatchObject({ components: { log: told } });
  });

  it('is written to again once it has more than a little more', async () => {
    free = 300 * MB;
    await staysSo(() => gateway.installation.log.full !== null);
    await make('Martie').expect(503);
    await has(400 * MB, false);
    await make('Martie').expect(201);
  });

  it('is not taken for full when nothing is known of it', async () => {
    await has(100 * MB, true);
    await has(null, false);
    await make('Aprilie').expect(201);
  });
});
