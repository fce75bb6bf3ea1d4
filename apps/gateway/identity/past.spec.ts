import type { Client, User } from '@dosar/contracts';
import { aFirm, aGateway, type Ask, type Gateway } from '../testing/gateway';

describe('clients and people as of an instant', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());

  const now = async () => String((await gateway.ports.events.head())!);
  const read = async (ask: Ask, path: string) => (await ask('get', path).expect(200)).body as Record<string, unknown>;

  it('are what was answered then, also of a client that is gone since', async () => {
    const { admin, firm: ofFirm } = firm;
    const made = await admin('post', '/clients', {
      societate: 'Vechea SRL',
      cui: '9988776',
      firm_id: ofFirm.id,
    }).expect(201);
    const { client } = made.body as { client: Client };
    const paths = [`/clients/${client.id}`, `/users/${firm.accountant.id}`] as const;
    const assigned = { accountant_ids: [firm.accountant.id] };
    await admin('post', `/clients/${client.id}/accountants`, assigned);
    const before = await Promise.all(paths.map((path) => read(admin, path)));
    const at = await now();
    await admin('patch', `/users/${firm.accountant.id}`, { name: 'Elena Pop' }).expect(200);
    await admin('patch', `/clients/${client.id}`, { societate: 'Noua SRL' }).expect(200);
    await admin('delete', `/clients/${client.id}`).expect(204);
    for (const [nth, path] of paths.entries()) {
      const { at: _, ...body } = await read(admin, `${path}?at=${at}`);
      const shown = JSON.stringify({ path, body }).replace(/"lastSeen":[^,}]*/g, '');
      expect(shown).toBe(JSON.stringify({ path, body: before[nth] }).replace(/"lastSeen":[^,}]*/g, ''));
    }
    await admin('get', `/clients/${client.id}`).expect(404);
    await admin('get', `/clients/${client.id}?at=${await now()}`).expect(404);
    await firm.accountantAsk('get', `/clients/${client.id}?at=${at}`).expect(200);
    await firm.bakery.ask('get', `/clients/${client.id}?at=${at}`).expect(404);
  });

  it('are there only since they were registered', async () => {
    const at = await now();
    const details = { role: 'admin', name: 'Ion Ionescu', email: 'ion@past.test', password: 'Parola-Lunga-1' };
    const { body } = await firm.admin('post', '/users', details).expect(201);
    const { id } = (body as { user: User }).user;
    await firm.admin('get', `/users/${id}?at=${at}`).expect(404);
    await firm.admin('get', `/users/${id}?at=${await now()}`).expect(200);
  });
});
