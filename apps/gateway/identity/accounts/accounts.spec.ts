import { randomUUID } from 'node:crypto';
import type { AuditEvent, Client, Firm, Problem, User } from '@dosar/contracts';
import { ADMIN, aFirm, aFolder, aGateway, PASSWORD, type Gateway } from '../../testing/gateway';

const problem = ({ body }: { body: unknown }) => body as Problem;

describe('accounts, firms and clients', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let other: Awaited<ReturnType<typeof aFirm>>;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
    other = await aFirm(gateway, 'Alta');
  });
  afterAll(() => gateway.close());

  let made = 0;
  const anEmail = () => `om.${(made += 1)}@firma.test`;
  const aCui = () => String(3_000_000 + (made += 1));
  const aUser = async (more: object = { role: 'user', client_id: firm.bakery.client.id }): Promise<User> => {
    const details = { name: 'Om', email: anEmail(), password: PASSWORD, ...more };
    return ((await firm.admin('post', '/users', details).expect(201)).body as { user: User }).user;
  };
  const aClient = async (more: object = {}): Promise<Client> => {
    const details = { societate: 'Fierăria SRL', cui: aCui(), firm_id: firm.firm.id, ...more };
    return ((await firm.admin('post', '/clients', details).expect(201)).body as { client: Client }).client;
  };
  const change = async (path: string, changes: object) =>
    (await firm.admin('patch', path, changes).expect(200)).body as never;
  const eventsOf = async (id: string, type: string) =>
    ((await firm.admin('get', `/audit/events?resource_id=${id}&event_type=${type}`)).body as { events: AuditEvent[] })
      .events;

  describe('a user', () => {
    it('is changed by the administrator, and the log says from what to what', async () => {
      const user = await aUser();
      const { user: changed } = (await change(`/users/${user.id}`, { name: 'Alt Nume', phone: '0721 123 456' })) as {
        user: User;
      };
      expect(changed).toMatchObject({ name: 'Alt Nume', phone: '0721123456' });
      const [event] = await eventsOf(user.id, 'UserProfileChanged');
      expect(event!.details).toMatchObject({
        name: { from: 'Om', to: 'Alt Nume' },
        phone: { from: null, to: '0721123456' },
      });
      const { user: without } = (await change(`/users/${user.id}`, { phone: '' })) as { user: User };
      expect(without.phone).toBeNull();
      // a change without effect is no event
      await change(`/users/${user.id}`, { name: 'Alt Nume' });
      expect(await eventsOf(user.id, 'UserProfileChanged')).toHaveLength(2);
    });

    it('signs in with a new e-mail, and the former one is free', async () => {
      const user = await aUser();
      const next = anEmail();
      await change(`/users/${user.id}`, { email: next });
      await gateway.signIn(next);
      await gateway.anonymous('post', '/auth/login', { email: user.email, password: PASSWORD }).expect(401);
      await aUser({ role: 'admin', email: user.email });
      expect(problem(await firm.admin('patch', `/users/${user.id}`, { email: ADMIN.email }).expect(409))).toMatchObject(
        {
          code: 'ALREADY_EXISTS',
          fields: { email: 'Este deja folosit' },
        },
      );
    });

    it('who is inactive is out at once, and in again when active', async () => {
      const user = await aUser();
      const ask = await gateway.signIn(user.email!);
      await change(`/users/${user.id}`, { status: 'inactive' });
      await ask('get', '/users/me').expect(401);
      const refused = await gateway.anonymous('post', '/auth/login', { email: user.email, password: PASSWORD });
      expect([refused.status, problem(refused).code]).toEqual([401, 'ACCOUNT_INACTIVE']);
      await change(`/users/${user.id}`, { status: 'active' });
      await gateway.signIn(user.email!);
    });

    it('who was deleted keeps their history and frees the e-mail', async () => {
      const user = await aUser();
      const ask = await gateway.signIn(user.email!);
      const folder = await aFolder(ask, `Al lui ${user.id}`);
      await firm.admin('delete', `/users/${user.id}`).expect(204);
      await ask('get', '/users/me').expect(401);
      await firm.admin('get', `/users/${user.id}`).expect(404);
      await firm.admin('delete', `/users/${user.id}`).expect(404);
      expect((await eventsOf(folder.id, 'FolderCreated'))[0]!.user).toMatchObject({ id: user.id, name: 'Om' });
      const { client } = (await firm.admin('get', `/clients/${firm.bakery.client.id}`)).body as { client: Client };
      expect(client.users.map(({ id }) => id)).not.toContain(user.id);
      expect((await aUser({ role: 'user', client_id: firm.mill.client.id, email: user.email })).id).not.toBe(user.id);
    });

    it('moves to another client, and sees only that one', async () => {
      const user = await aUser();
      const ask = await gateway.signIn(user.email!);
      const { user: moved } = (await change(`/users/${user.id}`, { client_id: firm.mill.client.id })) as { user: User };
      expect(moved.client).toEqual({ id: firm.mill.client.id, name: firm.mill.client.societate });
      await ask('get', `/clients/${firm.bakery.client.id}`).expect(404);
      await ask('get', `/clients/${firm.mill.client.id}`).expect(200);
    });

    it('becomes an accountant, and an accountant a user: sessions and assignments end', async () => {
      const user = await aUser();
      const ask = await gateway.signIn(user.email!);
      expect(
        problem(await firm.admin('patch', `/users/${user.id}`, { role: 'accountant' }).expect(422)).fields,
      ).toEqual({
        firm_id: 'Câmp obligatoriu',
      });
      const { user: risen } = (await change(`/users/${user.id}`, { role: 'accountant', firm_id: firm.firm.id })) as {
        user: User;
      };
      expect(risen).toMatchObject({ role: 'accountant', firm_id: firm.firm.id, client: null });
      await ask('get', '/users/me').expect(401);
      const place = `/clients/${firm.mill.client.id}/accountants`;
      await firm.admin('post', place, { accountant_ids: [user.id] }).expect(200);
      const { user: back } = (await change(`/users/${user.id}`, {
        role: 'user',
        client_id: firm.bakery.client.id,
      })) as { user: User };
      expect(back).toMatchObject({ role: 'user', firm_id: null, client: { id: firm.bakery.client.id } });
      expect((await firm.admin('get', place)).body).toEqual({ accountants: [] });
    });

    it.each([
      [
        'a field of another role',
        { role: 'user', client_id: 'x', firm_id: 'y' },
        { firm_id: 'Câmpul nu se potrivește cu rolul ales' },
      ],
      ['an unknown client', { role: 'user', client_id: 'x' }, { client_id: 'Nu există' }],
      ['an unknown firm', { role: 'accountant', firm_id: 'x' }, { firm_id: 'Nu există' }],
      [
        'a field that nobody knows',
        { role: 'admin', id: 'x', deleted_at: 'y' },
        { id: 'Câmp necunoscut', deleted_at: 'Câmp necunoscut' },
      ],
      [
        'a phone without digits',
        { role: 'admin', phone: 'acasă' },
        { phone: expect.stringContaining('0721123456') as string },
      ],
    ])('is refused with %s', async (_, more, fields) => {
      const body = { name: 'Om', email: anEmail(), password: PASSWORD, ...more };
      expect(problem(await firm.admin('post', '/users', body).expect(422)).fields).toEqual(fields);
    });

    it('who is the last active administrator stays', async () => {
      const alone = await aGateway();
      const admin = await alone.admin();
      const { user: me } = (await admin('get', '/users/me')).body as { user: User };
      const removals = [
        () => admin('delete', `/users/${me.id}`),
        () => admin('patch', `/users/${me.id}`, { status: 'inactive' }),
        () => admin('patch', `/users/${me.id}`, { role: 'user', client_id: 'x' }),
      ];
      for (const remove of removals.slice(0, 2))
        expect(problem(await remove().expect(409)).code).toBe('LAST_ADMINISTRATOR');
      const second = { role: 'admin', name: 'Al Doilea', email: 'doi@firma.test', password: PASSWORD };
      const { user } = (await admin('post', '/users', second).expect(201)).body as { user: User };
      // two administrators who delete each other at the same time
      const asSecond = await alone.signIn('doi@firma.test');
      const answers = await Promise.all([admin('delete', `/users/${user.id}`), asSecond('delete', `/users/${me.id}`)]);
      expect(answers.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
      await alone.close();
    });
  });

  describe('one’s own account', () => {
    it('is changed but for its e-mail and what the administrator decides', async () => {
      const user = await aUser();
      const ask = await gateway.signIn(user.email!);
      const { body } = await ask('patch', '/users/me', {
        name: 'Eu Însămi',
        phone: '+40 721 123 456',
        preferences: { theme: 'dark', date_format: 'YYYY-MM-DD' },
      }).expect(200);
      expect(body).toMatchObject({
        user: {
          name: 'Eu Însămi',
          phone: '+40721123456',
          preferences: { language: 'ro', theme: 'dark', date_format: 'YYYY-MM-DD', time_format: 'HH:mm' },
        },
      });
      for (const field of ['email', 'role', 'status', 'firm_id', 'client_id', 'password', 'id', 'deleted_at'])
        expect(problem(await ask('patch', '/users/me', { [field]: 'x' }).expect(422)).fields).toEqual({
          [field]: 'Câmp necunoscut',
        });
    });

    it('keeps clients at hand, of those that are seen', async () => {
      const ask = firm.accountantAsk;
      const pinned_clients = [firm.mill.client.id, firm.bakery.client.id];
      expect((await ask('patch', '/users/me', { pinned_clients }).expect(200)).body).toMatchObject({
        user: { pinned_clients },
      });
      expect((await ask('get', '/users/me')).body).toMatchObject({ user: { pinned_clients } });
      const foreign = { pinned_clients: [other.bakery.client.id] };
      expect(problem(await ask('patch', '/users/me', foreign).expect(422)).fields).toEqual({
        pinned_clients: 'Nu există',
      });
    });
  });

  describe('a client', () => {
    it('is changed by those who see it, and the log says from what to what', async () => {
      const client = await aClient();
      const changes = {
        societate: 'Fierăria Nouă SRL',
        registrulComertului: 'j40/0123/22.11.2015',
        dataInregistrarii: '2015-11-22',
        impozit: 'micro',
        platitor_tva: true,
        company_email: 'Contact@Fieraria.ro',
        phone: '0721.123.456',
      };
      const { body } = await firm.accountantAsk('patch', `/clients/${client.id}`, changes).expect(200);
      expect(body).toMatchObject({
        client: {
          ...changes,
          registrulComertului: 'J40/123/2015',
          company_email: 'contact@fieraria.ro',
          phone: '0721123456',
        },
      });
      const [event] = await eventsOf(client.id, 'ClientDetailsChanged');
      expect(event!.details).toMatchObject({
        societate: { from: 'Fierăria SRL', to: 'Fierăria Nouă SRL' },
        platitor_tva: { from: false, to: true },
      });
      // omitted fields stay
      const { client: now } = (await change(`/clients/${client.id}`, { address: 'Str. Nouă 1' })) as { client: Client };
      expect(now).toMatchObject({ impozit: 'micro', platitor_tva: true, address: 'Str. Nouă 1' });
    });

    it('stays with its firm; its quota is the administrator’s', async () => {
      const client = await aClient();
      const move = await firm.admin('patch', `/clients/${client.id}`, { firm_id: other.firm.id }).expect(409);
      expect(problem(move).fields).toEqual({ firm_id: 'Un client nu își poate schimba firma' });
      expect(
        problem(await firm.accountantAsk('patch', `/clients/${client.id}`, { quota: 1 }).expect(422)).fields,
      ).toEqual({
        quota: 'Poate fi schimbat doar de un administrator',
      });
      const { client: limited } = (await change(`/clients/${client.id}`, { quota: 1_000 })) as { client: Client };
      expect(limited.storage).toEqual({ used: 0, quota: 1_000 });
    });

    it('has a cui of its own within the firm; one that it gave up is free', async () => {
      const first = await aClient();
      const second = await aClient();
      expect(
        problem(await firm.admin('patch', `/clients/${second.id}`, { cui: `RO ${first.cui}` }).expect(409)).fields,
      ).toEqual({
        cui: 'Este deja folosit',
      });
      const next = aCui();
      await change(`/clients/${first.id}`, { cui: next });
      await change(`/clients/${second.id}`, { cui: first.cui });
      // clients of different firms may have the same
      await firm.admin('post', '/clients', { societate: 'X', cui: next, firm_id: other.firm.id }).expect(201);
    });

    it('that has users is not deleted, and the answer says so; without them it is, and its cui is free', async () => {
      expect(problem(await firm.admin('delete', `/clients/${firm.bakery.client.id}`).expect(409))).toMatchObject({
        code: 'STILL_IN_USE',
        fields: { users: expect.stringMatching(/\d/) as string },
      });
      const client = await aClient();
      const user = await aUser({ role: 'user', client_id: client.id });
      await firm.admin('delete', `/clients/${client.id}`).expect(409);
      await firm.admin('delete', `/users/${user.id}`).expect(204);
      await firm.admin('delete', `/clients/${client.id}`).expect(204);
      await firm.admin('get', `/clients/${client.id}`).expect(404);
      await aClient({ cui: client.cui });
    });

    it('has accountants of its own firm, with when they were assigned', async () => {
      const client = await aClient();
      const place = `/clients/${client.id}/accountants`;
      const foreign = { accountant_ids: [firm.accountant.id, other.accountant.id] };
      expect(problem(await firm.admin('post', place, foreign).expect(422)).fields).toEqual({
        accountant_ids: 'Nu aparține aceleiași firme',
      });
      const unknown = { accountant_ids: [firm.accountant.id, randomUUID()] };
      expect(problem(await firm.admin('post', place, unknown).expect(422)).fields).toEqual({
        accountant_ids: 'Nu aparține aceleiași firme',
      });
      expect((await firm.admin('get', place)).body).toEqual({ accountants: [] });
      const ids = { accountant_ids: [firm.accountant.id, firm.accountant.id] };
      const { body } = await firm.accountantAsk('post', place, ids).expect(200);
      const { id, name, email } = firm.accountant;
      expect(body).toEqual({ accountants: [{ id, name, email, assigned_at: expect.any(String) }] });
      const user = await aUser({ role: 'user', client_id: client.id });
      expect((await firm.admin('get', `/users/${user.id}/accountants`)).body).toEqual(body);
      expect((await firm.accountantAsk('get', `/users/accountants/${id}/users`).expect(200)).body).toMatchObject({
        users: [{ id: user.id }],
      });
      await firm.accountantAsk('delete', `/users/${user.id}/accountants/${id}`).expect(204);
      await firm.accountantAsk('delete', `/users/${user.id}/accountants/${id}`).expect(404);
      expect((await firm.admin('get', place)).body).toEqual({ accountants: [] });
    });

    it('with a wrong check digit is warned of, or refused, as the administrator has set', async () => {
      const make = (cui: string) => firm.admin('post', '/clients', { societate: 'X', cui, firm_id: firm.firm.id });
      await make('18547291').expect(201);
      await firm.admin('patch', '/settings', { cui_check: 'enforce' }).expect(200);
      expect(problem(await make('12345678').expect(422)).fields).toEqual({
        cui: 'Cifra de control a CUI-ului nu este corectă',
      });
      await make('18547290').expect(201);
      expect((await firm.accountantAsk('get', '/users/me')).body).toMatchObject({
        user: { settings: { cui_check: 'enforce' } },
      });
      await firm.admin('patch', '/settings', { cui_check: 'warn' }).expect(200);
      expect(problem(await make('12').expect(422)).fields).toEqual({
        cui: 'Format CUI invalid (trebuie să aibă 6-10 cifre)',
      });
    });
  });

  describe('a firm', () => {
    it('is changed, and renamed wherever it is shown', async () => {
      const { firm: before, bakery } = other;
      const { firm: now } = (await change(`/firms/${before.id}`, {
        name: 'Redenumita',
        accountant_scope: 'assigned',
      })) as { firm: Firm };
      expect(now).toMatchObject({ name: 'Redenumita', accountant_scope: 'assigned', cui: before.cui });
      expect((await firm.admin('get', `/clients/${bakery.client.id}`)).body).toMatchObject({
        client: { firm: { name: 'Redenumita' } },
      });
      // from now on accountants see only assigned clients
      expect((await other.accountantAsk('get', '/clients')).body).toMatchObject({ total: 0 });
    });

    it('that has clients or accountants is not deleted, and the answer counts them', async () => {
      expect(problem(await firm.admin('delete', `/firms/${other.firm.id}`).expect(409))).toMatchObject({
        code: 'STILL_IN_USE',
        fields: { clients: 'Are încă clienți activi: 3', accountants: 'Are încă contabili activi: 1' },
      });
      const body = { name: 'Scurtă', cui: aCui() };
      const { firm: empty } = (await firm.admin('post', '/firms', body).expect(201)).body as { firm: Firm };
      await firm.admin('delete', `/firms/${empty.id}`).expect(204);
      await firm.admin('get', `/firms/${empty.id}`).expect(404);
      await firm.admin('post', '/firms', body).expect(201);
    });
  });

  it('know whom they may assign or talk to', async () => {
    const namesFor = async (ask: Gateway['anonymous'], query = '') => {
      const { body } = await ask('get', `/people${query}`).expect(200);
      return (body as { people: { id: string }[] }).people.map(({ id }) => id);
    };
    const ofBakery = await namesFor(firm.bakery.ask);
    expect(ofBakery).toContain(firm.accountant.id);
    expect(ofBakery).not.toContain(firm.mill.user.id);
    expect(ofBakery).not.toContain(other.accountant.id);
    const ofAccountant = await namesFor(firm.accountantAsk);
    expect(ofAccountant).toEqual(expect.arrayContaining([firm.bakery.user.id, firm.mill.user.id]));
    expect(ofAccountant).not.toContain(other.bakery.user.id);
    const ofMill = await namesFor(firm.admin, `?client_id=${firm.mill.client.id}&q=jurca`);
    expect(ofMill).toEqual([firm.mill.user.id]);
  });
});
