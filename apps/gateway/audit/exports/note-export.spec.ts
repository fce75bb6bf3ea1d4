import type { AuditEvent } from '@dosar/contracts';
import { until } from '@dosar/kernel/testing/waiting';
import { aFirm, aGateway, type Gateway } from '../../testing/gateway';

describe('that a list was taken away as a file', () => {
  let gateway: Gateway;
  let office: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    office = await aFirm(gateway);
  });
  afterAll(() => gateway.close());

  const noted = async () =>
    ((await office.admin('get', '/audit/events?event_type=ListExported').expect(200)).body as { events: AuditEvent[] })
      .events;

  it('is an event that names who, which list, whose and how many rows', async () => {
    const { admin, accountantAsk, accountant, bakery } = office;
    await admin('post', '/exports', { list: 'clients', count: 2 }).expect(204);
    await accountantAsk('post', '/exports', { list: 'invoices', client_id: bakery.client.id, count: 7 }).expect(204);
    await until(async () => (await noted()).length === 2);
    expect(await noted()).toMatchObject([
      { user: { id: accountant.id }, client_id: bakery.client.id, details: { list: 'invoices', count: 7 } },
      { user: { role: 'admin' }, client_id: null, details: { list: 'clients', count: 2 } },
    ]);
  });

  it('is said only of lists that one has', async () => {
    const { accountantAsk, bakery } = office;
    const before = (await noted()).length;
    await accountantAsk('post', '/exports', { list: 'users', count: 2 }).expect(403);
    await bakery.ask('post', '/exports', { list: 'clients', count: 2 }).expect(403);
    await accountantAsk('post', '/exports', { list: 'invoices', client_id: 'nobody', count: 7 }).expect(404);
    const { body } = await accountantAsk('post', '/exports', { list: 'invoices', count: 7 }).expect(422);
    expect(body).toMatchObject({ fields: { client_id: expect.any(String) as string } });
    await accountantAsk('post', '/exports', { list: 'passwords', count: 7 }).expect(422);
    expect(await noted()).toHaveLength(before);
  });
});
