import type { Client, Folder, Problem, User } from '@dosar/contracts';
import { Unavailable } from '@dosar/kernel/runtime';
import { until } from '@dosar/kernel/testing/waiting';
import { ADMIN, aFirm, aGateway, aLetter, memoryPorts, type Ask, type Gateway } from '../../testing/gateway';

const clientIn = ({ body }: { body: unknown }) => (body as { client: Client }).client;
const problemIn = ({ body }: { body: unknown }) => body as Problem;

describe('a client with what it begins with', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let admin: Ask;
  let isOut = false;
  beforeAll(async () => {
    const ports = memoryPorts();
    const head = async () => {
      if (isOut) throw new Unavailable('the log is out of reach');
      return ports.events.head();
    };
    gateway = await aGateway({}, { ...ports, events: { ...ports.events, head } });
    firm = await aFirm(gateway);
    ({ admin } = firm);
  });
  afterAll(() => gateway.close());

  const mara = (n: number) => ({ name: 'Mara Olaru', email: `mara.${n}@client.test`, language: 'ro' });
  const post = (cui: string, more: object, key?: string) =>
    admin(
      'post',
      '/clients',
      { societate: 'Florăria Mara SRL', cui, firm_id: firm.firm.id, ...more },
      key === undefined ? {} : { 'idempotency-key': key },
    );
  const count = async (path: string) => ((await admin('get', path).expect(200)).body as { total: number }).total;

  it('has its user invited, its accountant assigned and the folders of the year, by one call', async () => {
    const whole = { user: mara(1), accountant_ids: [firm.accountant.id], structure_year: 2026 };
    const client = clientIn(await post('2000001', whole).expect(201));
    expect(client.users).toEqual([{ id: expect.any(String) as string, name: 'Mara Olaru', email: mara(1).email }]);
    expect(client.accountants).toMatchObject([{ id: firm.accountant.id }]);
    const { folders } = (await firm.accountantAsk('get', `/folders?clientId=${client.id}`).expect(200)).body as {
      folders: Folder[];
    };
    expect(folders.map(({ name }) => name)).toEqual(['00 Dosar permanent', '2026']);
    const { user } = (await admin('get', `/users/${client.users[0]!.id}`).expect(200)).body as { user: User };
    expect(user).toMatchObject({ role: 'user', invited_at: expect.any(String) as string });
    expect((await aLetter(gateway, mara(1).email)).link).toContain('/invitation?token=');
  });

  it('is one deed: what was written of it bears one correlation', async () => {
    const client = clientIn(await post('2000002', { user: mara(2), structure_year: 2026 }).expect(201));
    const correlationOf = async (type: string) => {
      const { body } = await admin('get', `/audit/events?client_id=${client.id}&event_type=${type}&limit=1`).expect(
        200,
      );
      return (body as { events: { correlation_id: string }[] }).events[0]?.correlation_id ?? type;
    };
    const deeds = () => Promise.all(['ClientRegistered', 'FolderCreated', 'UserRegistered'].map(correlationOf));
    await until(async () => new Set(await deeds()).size === 1);
  });

  it('is made once under one key, with the same user', async () => {
    const key = 'cheia-unui-client-1';
    const whole = { user: mara(3), accountant_ids: [firm.accountant.id], structure_year: 2026 };
    const first = clientIn(await post('2000003', whole, key).expect(201));
    const again = clientIn(await post('2000003', whole, key).expect(201));
    expect(again).toMatchObject({ id: first.id, users: first.users });
    expect(await count('/users?q=mara.3')).toBe(1);
  });

  it('keeps its user’s e-mail when it is sent again during an outage', async () => {
    const key = 'cheia-unui-client-2';
    const whole = { user: mara(5) };
    await post('2000006', whole, key).expect(201);
    isOut = true;
    const { status } = await post('2000006', whole, key);
    isOut = false;
    expect(status).toBe(503);
    const other = problemIn(await post('2000007', whole).expect(409));
    expect(Object.keys(other.fields ?? {})).toEqual(['user.email']);
    await post('2000006', whole, key).expect(201);
  });

  it.each<[string, object, string]>([
    ['an e-mail in use', { user: { ...mara(4), email: ADMIN.email } }, 'user.email'],
    ['an e-mail that is none', { user: { ...mara(4), email: 'mara' } }, 'user.email'],
    ['an accountant of nobody', { user: mara(4), accountant_ids: ['nimeni'] }, 'accountant_ids'],
    ['a year that is none', { user: mara(4), structure_year: 20_260 }, 'structure_year'],
    ['a cui in use', { user: mara(4), cui: '2000001' }, 'cui'],
    ['a firm that is none', { user: mara(4), firm_id: 'nimeni' }, 'firm_id'],
  ])('is refused as a whole for %s', async (_, more, field) => {
    const before = await count('/clients');
    const refused = await post('2000004', more);
    expect([409, 422]).toContain(refused.status);
    expect(Object.keys(problemIn(refused).fields ?? {})).toEqual([field]);
    expect([await count('/clients'), await count('/users?q=mara.4')]).toEqual([before, 0]);
  });

  it('can then be made with what was mended: neither the cui nor the e-mail is held', async () => {
    const whole = { user: mara(4), accountant_ids: [firm.accountant.id], structure_year: 2026 };
    expect(clientIn(await post('2000004', whole).expect(201)).users).toMatchObject([{ email: mara(4).email }]);
  });

  it('of one firm is not given the accountant of another', async () => {
    const other = await aFirm(gateway, 'Alta');
    const refused = await post('2000005', { accountant_ids: [other.accountant.id] }).expect(422);
    expect(Object.keys(problemIn(refused).fields ?? {})).toEqual(['accountant_ids']);
  });
});
