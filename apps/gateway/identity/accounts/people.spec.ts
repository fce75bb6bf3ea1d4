import type { Client, Firm, Me, Person, Problem, User } from '@dosar/contracts';
import { aFirm, aGateway, PASSWORD, type Gateway } from '../../testing/gateway';

describe('users, firms and clients', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
  });
  afterAll(() => gateway.close());
  const problem = ({ body }: { body: unknown }) => body as Problem;
  const person = (more: object) => ({ name: 'Cineva', email: 'cineva@firma.test', password: PASSWORD, ...more });

  it('are made by the administrator and shown as they were made', async () => {
    const { admin, firm: contab, bakery, accountant } = firm;
    expect((await admin('get', `/firms/${contab.id}`)).body).toMatchObject({
      firm: { clients_count: 2, accountants_count: 1 },
    });
    const shown = (await admin('get', `/clients/${bakery.client.id}`)).body as { client: Client };
    const ana = { id: bakery.user.id, name: 'Ana Țăranu', email: bakery.user.email };
    expect(shown.client).toMatchObject({
      societate: 'Brutăria Țărănească SRL',
      firm: { id: contab.id, name: contab.name },
      user: ana,
      users: [ana],
      impozit: 'none',
      platitor_tva: false,
    });
    expect((await admin('get', `/users/${accountant.id}`)).body).toMatchObject({
      user: { role: 'accountant', firm_id: contab.id, client: null, status: 'active' },
    });
    expect((await admin('get', `/users/${bakery.user.id}`)).body).toMatchObject({
      user: { client: { id: bakery.client.id, name: 'Brutăria Țărănească SRL' } },
    });
  });

  it('are found, filtered, sorted and paged', async () => {
    const { admin, accountant } = firm;
    const users = async (query: string) =>
      (await admin('get', `/users?${query}`).expect(200)).body as { users: User[]; total: number };
    expect((await users('q=TARANU')).users.map(({ name }) => name)).toEqual(['Ana Țăranu']);
    expect((await users('role=accountant')).users.map(({ id }) => id)).toEqual([accountant.id]);
    expect((await users(`client_id=${firm.mill.client.id}`)).users.map(({ name }) => name)).toEqual(['Bogdan Jurca']);
    expect((await users('status=inactive')).total).toBe(0);
    const all = await users('pageSize=100&order=desc');
    expect(all.users.map(({ name }) => name)).toEqual([
      'Elena Dumitrescu',
      'Bogdan Jurca',
      'Ana Țăranu',
      'Administrator',
    ]);
    const page = await users('page=2&pageSize=3');
    expect([page.users.length, page.total]).toEqual([1, 4]);
    const clients = (await admin('get', '/clients?q=moara')).body as { clients: Client[] };
    expect(clients.clients.map(({ societate }) => societate)).toEqual(['Moara Bănățeană SA']);
    const { cui, id } = firm.bakery.client;
    for (const typed of [`RO${cui}`, `ro ${cui}`, cui, 'țărănească s.r.l.', 'ŢĂRĂNEASCĂ SRL']) {
      const path = `/clients?q=${encodeURIComponent(String(typed))}`;
      const found = (await admin('get', path).expect(200)).body as { clients: Client[] };
      expect([typed, found.clients.map((each) => each.id)]).toEqual([typed, [id]]);
    }
  });

  it('keep contact details in one form', async () => {
    const { body } = await firm
      .admin('post', '/clients', {
        societate: ' Vinăria Cotești SA ',
        cui: 'RO 659244075',
        firm_id: firm.firm.id,
        phone: '0721 123-456',
        email: 'Office@Vinaria.RO',
        registrulComertului: '',
        impozit: 'micro',
        platitor_tva: true,
        dataInregistrarii: '2001-03-04',
      })
      .expect(201);
    expect((body as { client: Client }).client).toMatchObject({
      societate: 'Vinăria Cotești SA',
      cui: '659244075',
      phone: '0721123456',
      email: 'office@vinaria.ro',
      registrulComertului: null,
      platitor_tva: true,
      dataInregistrarii: '2001-03-04',
    });
  });

  it('have e-mails and tax ids that nobody else has', async () => {
    const { admin, firm: contab, bakery } = firm;
    const user = await admin(
      'post',
      '/users',
      person({ role: 'admin', email: bakery.user.email!.toUpperCase() }),
    ).expect(409);
    expect([problem(user).code, problem(user).fields]).toEqual(['ALREADY_EXISTS', { email: 'Este deja folosit' }]);
    await admin('post', '/firms', { name: 'Alta', cui: `RO${contab.cui}` }).expect(409);
    await admin('post', '/clients', { societate: 'Alta', cui: bakery.client.cui, firm_id: contab.id }).expect(409);
    const other = (
      (await admin('post', '/firms', { name: 'A doua firmă', cui: '44444444' }).expect(201)).body as { firm: Firm }
    ).firm;
    await admin('post', '/clients', {
      societate: 'Aceeași, altundeva',
      cui: bakery.client.cui,
      firm_id: other.id,
    }).expect(201);
  });

  it('race for an e-mail and a tax id: one wins', async () => {
    const { admin, firm: contab } = firm;
    const users = await Promise.all(
      Array.from({ length: 5 }, () => admin('post', '/users', person({ role: 'admin', email: 'cursa@firma.test' }))),
    );
    expect(users.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    const clients = await Promise.all(
      Array.from({ length: 5 }, () =>
        admin('post', '/clients', { societate: 'Cursa', cui: '22222222', firm_id: contab.id }),
      ),
    );
    expect(clients.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it.each([
    [{ role: 'accountant' }, { firm_id: 'Câmp obligatoriu' }],
    [{ role: 'accountant', firm_id: 'nimic' }, { firm_id: 'Nu există' }],
    [{ role: 'accountant', client_id: 'x' }, { client_id: 'Câmpul nu se potrivește cu rolul ales' }],
    [{ role: 'user' }, { client_id: 'Câmp obligatoriu' }],
    [{ role: 'user', client_id: 'nimic' }, { client_id: 'Nu există' }],
    [{ role: 'admin', firm_id: 'x' }, { firm_id: 'Câmpul nu se potrivește cu rolul ales' }],
    [{ role: 'owner' }, { role: 'Valoare nepermisă' }],
    [{ role: 'admin', password: 'scurt' }, { password: 'Cel puțin 8 caractere' }],
    [{ role: 'admin', password: 'Cineva-2026' }, { password: 'Parola nu poate conține adresa de email' }],
    [{ role: 'admin', email: 'x' }, { email: 'Adresă de email invalidă' }],
    [{ role: 'admin', status: 'inactive' }, { status: 'Câmp necunoscut' }],
    [{ role: 'admin', id: 'x' }, { id: 'Câmp necunoscut' }],
  ])('are not made of %j', async (more, fields) => {
    const answer = await firm.admin('post', '/users', person(more)).expect(422);
    expect(problem(answer).fields).toEqual(fields);
  });

  it('are each administrator’s alone to see and make', async () => {
    for (const ask of [firm.accountantAsk, firm.bakery.ask])
      for (const [method, path, body] of [
        ['get', '/users'],
        ['get', `/users/${firm.bakery.user.id}`],
        ['post', '/users', person({ role: 'admin' })],
        ['get', '/firms'],
        ['get', `/firms/${firm.firm.id}`],
        ['post', '/firms', { name: 'x', cui: '33333333' }],
        ['post', '/clients', { societate: 'x', cui: '33333333', firm_id: firm.firm.id }],
        ['get', '/audit/events'],
      ] as const)
        expect([path, (await ask(method, path, body)).status]).toEqual([path, 403]);
    await firm.bakery.ask('get', '/clients').expect(403);
  });

  it('show an accountant the clients of the firm, or only those assigned', async () => {
    const other = await aFirm(gateway, 'Doar repartizați', 'assigned');
    const list = async (ask: typeof other.accountantAsk, query = '') =>
      ((await ask('get', `/clients${query}`).expect(200)).body as { clients: Client[] }).clients.map(({ id }) => id);
    expect(await list(other.accountantAsk)).toEqual([]);
    await other.accountantAsk('get', `/clients/${other.bakery.client.id}`).expect(404);
    await other.accountantAsk('get', `/files?clientId=${other.bakery.client.id}`).expect(404);
    expect((await list(firm.accountantAsk)).includes(firm.bakery.client.id)).toBe(true);
    expect(await list(firm.accountantAsk, `?firm_id=${other.firm.id}`)).toEqual([]);
    await firm.accountantAsk('get', `/clients/${other.bakery.client.id}`).expect(404);
    await firm.bakery.ask('get', `/clients/${firm.bakery.client.id}`).expect(200);
    await firm.bakery.ask('get', `/clients/${firm.mill.client.id}`).expect(404);
  });

  it('may be assigned by colleagues, also where each sees only what is assigned to them', async () => {
    const { admin, firm: own, accountant, accountantAsk, bakery, mill } = await aFirm(gateway, 'Alte rep.', 'assigned');
    const colleague = await admin(
      'post',
      '/users',
      person({ role: 'accountant', name: 'Mihai Stănescu', email: 'mihai@firma.test', firm_id: own.id }),
    ).expect(201);
    const mihai = (colleague.body as { user: User }).user;
    await admin('post', `/clients/${bakery.client.id}/accountants`, { accountant_ids: [accountant.id] }).expect(200);
    const peopleFor = async (ask: typeof admin) =>
      ((await ask('get', `/people?client_id=${bakery.client.id}`).expect(200)).body as { people: Person[] }).people.map(
        ({ id }) => id,
      );
    expect(await peopleFor(admin)).toEqual(expect.arrayContaining([accountant.id, mihai.id]));
    expect(await peopleFor(accountantAsk)).toContain(mihai.id);
    expect(await peopleFor(bakery.ask)).not.toContain(mihai.id);

    const assignedTo = async (ask: typeof admin, id: string) =>
      ((await ask('get', `/clients?accountant_id=${id}`).expect(200)).body as { clients: Client[] }).clients.map(
        (each) => each.id,
      );
    expect(await assignedTo(admin, accountant.id)).toEqual([bakery.client.id]);
    await admin('post', `/clients/${mill.client.id}/accountants`, { accountant_ids: [mihai.id] }).expect(200);
    expect(await assignedTo(admin, mihai.id)).toEqual([mill.client.id]);
    expect(await assignedTo(accountantAsk, mihai.id)).toEqual([]);
  });

  it('keep clients at hand, but none that is gone', async () => {
    const { admin, firm: own, accountantAsk, bakery } = await aFirm(gateway);
    const made = await admin('post', '/clients', { societate: 'Trecătoare', cui: '55555555', firm_id: own.id });
    const passing = (made.body as { client: Client }).client;
    const pinned = [passing.id, bakery.client.id];
    await accountantAsk('patch', '/users/me', { pinned_clients: pinned }).expect(200);
    const mine = async () => ((await accountantAsk('get', '/users/me').expect(200)).body as { user: Me }).user;
    expect((await mine()).pinned_clients).toEqual(pinned);
    await admin('delete', `/clients/${passing.id}`).expect(204);
    expect((await mine()).pinned_clients).toEqual([bakery.client.id]);
  });

  it('have a day of registration that can be taken away again', async () => {
    const { admin, bakery } = firm;
    const change = async (dataInregistrarii: string) =>
      (
        (await admin('patch', `/clients/${bakery.client.id}`, { dataInregistrarii }).expect(200)).body as {
          client: Client;
        }
      ).client.dataInregistrarii;
    expect(await change('2018-04-12')).toBe('2018-04-12');
    expect(await change('')).toBeNull();
    await admin('patch', `/clients/${bakery.client.id}`, { dataInregistrarii: '2018-02-30' }).expect(422);
  });

  it('are found by their names alone, by those who are shown no e-mail', async () => {
    const own = await aFirm(gateway);
    const found = async (ask: typeof own.bakery.ask, q: string) =>
      ((await ask('get', `/people?q=${encodeURIComponent(q)}`).expect(200)).body as { people: unknown[] }).people
        .length;
    for (const ask of [own.bakery.ask, own.accountantAsk, own.admin])
      expect([await found(ask, '@'), await found(ask, 'admin@dosar'), await found(ask, '.test')]).toEqual([0, 0, 0]);
    expect(await found(own.bakery.ask, 'dumitrescu')).toBeGreaterThan(0);
  });

  it.each(['\u0000', '\r\n', '\u202e', '\u200b', '\ud800'])(
    'have names that are seen whole: not one with %j',
    async (odd) => {
      const own = await aFirm(gateway);
      const name = `Ana ${odd}Enim`;
      const { body } = await own.bakery.ask('patch', '/users/me', { name }).expect(422);
      expect(Object.keys((body as { fields: object }).fields)).toEqual(['name']);
      await own.admin('patch', `/firms/${own.firm.id}`, { name }).expect(422);
      await own.admin('patch', `/clients/${own.bakery.client.id}`, { societate: name }).expect(422);
      await own.admin('patch', `/clients/${own.bakery.client.id}`, { reprezentant: name }).expect(422);
    },
  );

  it('leave no name, e-mail or phone in the log', async () => {
    // long enough not to occur in a ciphertext by chance
    const secrets = ['Țăranu', 'ana.', 'Brutăria', '127.0.0.1', PASSWORD, '0721123456', 'superagent'];
    let records = 0;
    for await (const batch of gateway.ports.events.follow(null, AbortSignal.timeout(200)))
      for (const { text } of batch) {
        records += 1;
        for (const secret of secrets) expect(text).not.toContain(secret);
      }
    expect(records).toBeGreaterThan(20);
  });
});
