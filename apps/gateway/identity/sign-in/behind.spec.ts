import type { SignedIn, User } from '@dosar/contracts';
import { ADMIN, aFirm, aGateway, memoryPorts, PASSWORD, type Ask, type Gateway } from '../../testing/gateway';
import { late } from '../../testing/late';

describe('at a gateway that has not heard yet what was done at another', () => {
  let first: Gateway;
  let second: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let assigned: Awaited<ReturnType<typeof aFirm>>;
  let behind: Ask;
  const respondAsync = { prefer: 'respond-async' };
  beforeAll(async () => {
    const ports = memoryPorts();
    first = await aGateway({}, ports);
    firm = await aFirm(first);
    assigned = await aFirm(first, 'Cifra Exactă', 'assigned');
    second = await aGateway({}, { ...ports, ...late(ports, 1_000) }, { isBeside: true });
    const signedIn = await first.anonymous('post', '/auth/login', ADMIN).expect(200);
    behind = second.as((signedIn.body as SignedIn).token);
    const newest = { 'x-consistency-token': signedIn.headers['x-consistency-token']! };
    await behind('get', '/users/me', undefined, newest).expect(200);
  });
  afterAll(async () => {
    await second!.close();
    await first!.close();
  });

  it('an accountant whose assignment ends there is not said to have had none', async () => {
    const place = `/clients/${firm.bakery.client.id}/accountants`;
    await firm.admin('post', place, { accountant_ids: [firm.accountant.id] }).expect(200);
    await behind('delete', `${place}/${firm.accountant.id}`, undefined, respondAsync).expect(204);
    await behind('delete', `${place}/${firm.accountant.id}`, undefined, respondAsync).expect(404);
    expect((await firm.admin('get', place)).body).toEqual({ accountants: [] });
  });

  it('who lost a right by what was done there has lost it there at once', async () => {
    const place = `/clients/${assigned.bakery.client.id}/accountants`;
    await assigned.admin('post', place, { accountant_ids: [assigned.accountant.id] }).expect(200);
    const { email } = assigned.accountant;
    const signedIn = await first!.anonymous('post', '/auth/login', { email, password: PASSWORD }).expect(200);
    const newest = { 'x-consistency-token': signedIn.headers['x-consistency-token']! };
    const accountant = second!.as((signedIn.body as SignedIn).token);
    await accountant('get', `/clients/${assigned.bakery.client.id}`, undefined, newest).expect(200);
    await behind('delete', `${place}/${assigned.accountant.id}`).expect(204);
    await accountant('get', `/clients/${assigned.bakery.client.id}`).expect(404);
    await behind('patch', `/users/${assigned.accountant.id}`, { status: 'inactive' }).expect(200);
    await accountant('get', '/users/me').expect(401);
  });

  it('nobody gets a role back with another change of theirs', async () => {
    const details = { role: 'admin', name: 'Al Doilea', email: 'doi@firma.test', password: PASSWORD };
    const created = await firm.admin('post', '/users', details).expect(201);
    const { user } = created.body as { user: User };
    const newest = { 'x-consistency-token': created.headers['x-consistency-token']! };
    await behind('get', `/users/${user.id}`, undefined, newest).expect(200);

    await firm.admin('patch', `/users/${user.id}`, { role: 'user', client_id: firm.bakery.client.id }).expect(200);
    const renamed = await behind('patch', `/users/${user.id}`, { name: 'Alt Nume' }, respondAsync).expect(200);
    const after = { 'x-consistency-token': renamed.headers['x-consistency-token']! };
    const { body } = await firm.admin('get', `/users/${user.id}`, undefined, after).expect(200);
    expect((body as { user: User }).user).toMatchObject({ name: 'Alt Nume', role: 'user' });
  });
});

describe('at a gateway that reads late what it wrote', () => {
  it('an assignment that has ended is not shown when that is answered', async () => {
    const ports = memoryPorts();
    const gateway = await aGateway({}, { ...ports, ...late(ports, 100) });
    const firm = await aFirm(gateway);
    const place = `/clients/${firm.bakery.client.id}/accountants`;
    await firm.admin('post', place, { accountant_ids: [firm.accountant.id] }).expect(200);
    await firm.admin('delete', `${place}/${firm.accountant.id}`).expect(204);
    // nor to a caller without a consistency token
    const anything = { 'x-consistency-token': '0' };
    expect((await firm.admin('get', place, undefined, anything)).body).toEqual({ accountants: [] });
    await gateway.close();
  });
});
