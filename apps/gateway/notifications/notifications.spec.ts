import { randomUUID } from 'node:crypto';
import type { Message, Notification, NotificationPreferences } from '@dosar/contracts';
import { aFile, aFirm, aGateway, aFolder, PASSWORD, type Ask, type Gateway } from '../testing/gateway';
import { becomes, next, socketsTo, type Sockets } from '../testing/sockets';

let gateway: Gateway;
let sockets: Sockets;
beforeAll(async () => {
  gateway = await aGateway();
  sockets = await socketsTo(gateway);
});
afterAll(() => gateway.close());

type Page = { notifications: Notification[]; unread_count: number; has_more: boolean; total: number };
const list = async (ask: Ask, query = ''): Promise<Page> =>
  (await ask('get', `/notifications${query}`).expect(200)).body as Page;
const shown = async (ask: Ask) => (await list(ask)).notifications.map(({ type, count }) => `${type} ${count}`);
const unread = async (ask: Ask) => (await list(ask)).unread_count;
const say = async (ask: Ask, id: string, text = 'Bună ziua') =>
  ((await ask('post', `/conversations/${id}/messages`, { text }).expect(201)).body as { data: Message }).data;
const prefer = (ask: Ask, changes: object) => ask('patch', '/notifications/preferences', changes).expect(200);
const inEnglish = (ask: Ask) => ask('patch', '/users/me', { preferences: { language: 'en' } }).expect(200);

/** A firm with an assigned accountant, one for each test. */
const anOffice = async () => {
  const office = await aFirm(gateway);
  const { id } = office.bakery.client;
  await office.admin('post', `/clients/${id}/accountants`, { accountant_ids: [office.accountant.id] }).expect(200);
  return { ...office, id, ana: office.bakery.ask, elena: office.accountantAsk };
};

describe('what somebody is told of', () => {
  it('is in their language, with the names of now and a link to the place', async () => {
    const { ana, elena, id, bakery } = await anOffice();
    const folder = await aFolder(ana, 'Facturi');
    await aFile(ana, 'factura 1.txt', { folder_id: folder.id });
    await say(ana, id, ' Am încărcat\nfactura ');
    await becomes(() => shown(elena), ['message_new 1', 'file_uploaded 1']);
    expect((await list(elena)).notifications).toMatchObject([
      {
        title: 'Mesaj nou de la Ana Țăranu',
        body: 'Brutăria Țărănească SRL: Am încărcat factura',
        link: `/chat/${id}`,
        conversation_id: id,
      },
      {
        title: 'Ana Țăranu a încărcat un fișier',
        body: 'Brutăria Țărănească SRL: factura 1.txt',
        link: `/files/${folder.id}?clientId=${bakery.client.id}`,
      },
    ]);
    await aFile(ana, 'factura 2.txt', { folder_id: folder.id });
    await aFile(ana, 'factura 3.txt', { folder_id: folder.id });
    await say(ana, id, 'Și celelalte');
    await ana('patch', '/users/me', { name: 'Ana Pop' }).expect(200);
    await inEnglish(elena);
    expect((await list(elena)).notifications).toMatchObject([
      { title: '2 new messages, the last from Ana Pop', body: 'Brutăria Țărănească SRL: Și celelalte', count: 2 },
      { title: 'Ana Pop uploaded 3 files', body: 'Brutăria Țărănească SRL: factura 3.txt and 2 more', count: 3 },
    ]);
    expect(await shown(ana)).toEqual([]);
  });

  it('of documents in several folders leads to all of them', async () => {
    const { ana, elena } = await anOffice();
    await aFile(ana, 'dinainte.txt');
    await becomes(() => shown(elena), ['file_uploaded 1']);
    await elena('patch', '/notifications/read-all').expect(200);
    const one = await aFolder(ana, 'Facturi');
    const two = await aFolder(ana, 'Chitanțe');
    await aFile(ana, 'f1.txt', { folder_id: one.id });
    await aFile(ana, 'c1.txt', { folder_id: two.id });
    await aFile(ana, 'f2.txt', { folder_id: one.id });
    await becomes(() => shown(elena), ['file_uploaded 3', 'file_uploaded 1']);
    const { link } = (await list(elena)).notifications[0]!;
    expect(link).toMatch(/^\/search\?/);
    const names = async () => {
      const { body } = await elena('get', link).expect(200);
      return (body as { results: { title: string }[] }).results.map(({ title }) => title).sort();
    };
    await becomes(names, ['c1.txt', 'f1.txt', 'f2.txt']);
  });

  it('of very many messages says that there are more', async () => {
    const { ana, elena, id } = await anOffice();
    const count = async () => (await list(elena)).notifications[0]?.count ?? 0;
    for (let from = 0; from < 120; from += 20)
      await Promise.all(Array.from({ length: 20 }, (_, at) => say(ana, id, `mesajul ${from + at}`)));
    await becomes(count, 100);
    expect((await list(elena)).notifications[0]!.title).toBe('Peste 99 de mesaje noi, ultimul de la Ana Țăranu');
  });

  it('of many uploads is one, and one event', async () => {
    const { ana, elena } = await anOffice();
    await Promise.all(Array.from({ length: 20 }, (_, at) => aFile(ana, `bon ${at}.txt`)));
    await becomes(() => shown(elena), ['file_uploaded 20']);
    expect((await list(elena)).notifications[0]!.title).toBe('Ana Țăranu a încărcat 20 de fișiere');
  });

  it('is what is done for a client, too: uploads and processed documents, to its users', async () => {
    const { ana, elena, id } = await anOffice();
    const { id: file } = await aFile(elena, 'balanta.txt', { client_id: id });
    await elena('post', '/bulk/files/status', {
      file_ids: [file],
      client_id: id,
      process_state: 'processed',
    }).expect(200);
    await becomes(() => shown(ana), ['file_processed 1', 'file_uploaded 1']);
    expect((await list(ana)).notifications[0]).toMatchObject({ title: 'Elena Dumitrescu a prelucrat un document' });
    expect(await shown(elena)).toEqual([]);
  });

  it('comes by pages of 20, the newest first', async () => {
    const { admin, firm, elena } = await anOffice();
    for (let made = 0; made < 21; made += 1) {
      const body = { societate: `Client ${made}`, cui: String(5_000_000 + made), firm_id: firm.id };
      const { client } = (await admin('post', '/clients', body).expect(201)).body as { client: { id: string } };
      await elena('post', `/conversations/${client.id}/messages`, { text: 'Bun venit' }).expect(201);
      await say(admin, client.id, String(made));
    }
    await becomes(() => unread(elena), 21);
    const first = await list(elena);
    const second = await list(elena, '?page=2');
    expect([first.notifications.length, first.has_more, first.total]).toEqual([20, true, 21]);
    expect([second.notifications.length, second.has_more]).toEqual([1, false]);
    expect(first.notifications[0]!.body).toBe('Client 20: 20');
  });
});

describe('a notification', () => {
  const two = async () => {
    const office = await anOffice();
    await aFile(office.ana, 'bon.txt');
    await say(office.ana, office.id);
    await becomes(() => unread(office.elena), 2);
    return { ...office, notifications: (await list(office.elena)).notifications };
  };

  it('is read once, and by its own reader alone', async () => {
    const { ana, elena, admin, notifications } = await two();
    const address = `/notifications/${notifications[0]!.id}/read`;
    const { body } = await elena('patch', address).expect(200);
    expect(body).toMatchObject({ notification: { read_at: expect.any(String) as string }, unread_count: 1 });
    expect((await elena('patch', address).expect(200)).body).toEqual(body);
    for (const ask of [ana, admin]) {
      await ask('patch', address).expect(404);
      await ask('delete', `/notifications/${notifications[0]!.id}`).expect(404);
    }
    await elena('patch', `/notifications/${randomUUID()}/read`).expect(404);
  });
  it('is read with all', async () => {
    const { elena } = await two();
    expect((await elena('patch', '/notifications/read-all').expect(200)).body).toEqual({ unread_count: 0 });
    expect((await elena('patch', '/notifications/read-all').expect(200)).body).toEqual({ unread_count: 0 });
    expect((await list(elena)).notifications.every(({ read_at }) => read_at !== null)).toBe(true);
  });
  it('is taken away, and its unread one counts no more', async () => {
    const { elena, notifications } = await two();
    const key = { 'idempotency-key': randomUUID() };
    const address = `/notifications/${notifications[0]!.id}`;
    await elena('delete', address, undefined, key).expect(204);
    await elena('delete', address, undefined, key).expect(204);
    await elena('delete', address).expect(404);
    await elena('patch', `/notifications/${notifications[1]!.id}/read`).expect(200);
    await elena('delete', `/notifications/${notifications[1]!.id}`).expect(204);
    expect(await list(elena)).toMatchObject({ notifications: [], unread_count: 0, total: 0 });
  });
  it('of a message is read with its conversation; what comes next is another one', async () => {
    const { ana, elena, id } = await two();
    const { id: message_id } = await say(ana, id);
    await elena('post', '/reads', { conversation_id: id, message_id }).expect(204);
    await becomes(() => unread(elena), 1);
    await say(ana, id, 'Încă ceva');
    await becomes(() => shown(elena), ['message_new 1', 'message_new 2', 'file_uploaded 1']);
    expect(await unread(elena)).toBe(2);
  });
  it('vanishes from those who may not see what it is about any more', async () => {
    const { admin, elena, firm, id, accountant, notifications } = await two();
    await admin('patch', `/firms/${firm.id}`, { accountant_scope: 'assigned' }).expect(200);
    expect(await unread(elena)).toBe(2);
    await admin('delete', `/clients/${id}/accountants/${accountant.id}`).expect(204);
    expect(await list(elena)).toMatchObject({ notifications: [], unread_count: 0, total: 0, has_more: false });
    await elena('patch', `/notifications/${notifications[0]!.id}/read`).expect(404);
  });
});

describe('preferences', () => {
  const of = async (ask: Ask) =>
    ((await ask('get', '/notifications/preferences').expect(200)).body as { preferences: NotificationPreferences })
      .preferences;

  it('are changed one by one', async () => {
    const { ana } = await anOffice();
    const both = { in_app: true, email: true };
    const all = { message_new: both, file_uploaded: both, file_processed: both, letters: 'soon', quiet_hours: null };
    expect(await of(ana)).toEqual(all);
    const quiet_hours = { from: '22:00', to: '07:30' };
    const { body } = await prefer(ana, { message_new: { email: false }, quiet_hours });
    const changed = { ...all, message_new: { in_app: true, email: false }, quiet_hours };
    expect(body).toEqual({ preferences: changed });
    expect(await of(ana)).toEqual(changed);
    await prefer(ana, { quiet_hours: null, letters: 'daily' });
    expect(await of(ana)).toEqual({ ...changed, quiet_hours: null, letters: 'daily' });
  });
  it.each([
    { message_new: true },
    { message_new: { sms: true } },
    { quiet_hours: { from: '24:00', to: '07:00' } },
    { quiet_hours: { from: '22:00' } },
    { quiet_hours: 'noaptea' },
    { letters: 'weekly' },
    { everything: {} },
  ])('refuse %j', async (changes) => {
    const admin = await gateway.admin();
    await admin('patch', '/notifications/preferences', changes).expect(422);
  });
  it('keep what nobody wants to hear of from being told', async () => {
    const { ana, elena, id } = await anOffice();
    await prefer(elena, { file_uploaded: { in_app: false, email: false } });
    await aFile(ana, 'bon.txt');
    await say(ana, id);
    await becomes(() => shown(elena), ['message_new 1']);
  });
});

describe('the sockets', () => {
  const lineOf = async (email: string) => sockets.enter(await sockets.tokenOf(email, PASSWORD));

  it('tell of it at once, and of what was read elsewhere', async () => {
    const { ana, elena, id, accountant, bakery } = await anOffice();
    const line = await lineOf(accountant.email!);
    const other = await lineOf(bakery.user.email!);
    const heard: string[] = [];
    other.onAny((event: string) => event.startsWith('notification') && heard.push(event));
    const told = next<{ notification: Notification; unread_count: number; position: string }>(line, 'notification:new');
    await say(ana, id);
    const { notification, unread_count, position } = await told;
    expect([unread_count, position]).toEqual([1, expect.stringMatching(/^\d+$/)]);
    expect(notification).toEqual((await list(elena)).notifications[0]);
    const changed = next(line, 'notifications:changed');
    await elena('patch', '/notifications/read-all').expect(200);
    await changed;
    expect(heard).toEqual([]);
  });
  it('tell a room together, and each of them in their language of what others said', async () => {
    const { ana, elena, admin, id, accountant, bakery } = await anOffice();
    await inEnglish(ana);
    // whoever has written is a participant
    await say(elena, id, 'Prima');
    await say(ana, id, 'A doua');
    for (const ask of [ana, elena]) await becomes(() => unread(ask), 1);
    for (const ask of [ana, elena]) await ask('patch', '/notifications/read-all').expect(200);
    const lines = [await lineOf(bakery.user.email!), await lineOf(accountant.email!)];
    const told = lines.map((line) =>
      next<{ notification: Notification; unread_count: number }>(line, 'notification:new'),
    );
    await say(admin, id, 'A treia');
    const [english, romanian] = await Promise.all(told);
    expect([english!.notification.count, romanian!.notification.count]).toEqual([1, 1]);
    expect([english!.notification.title, romanian!.notification.title]).toEqual([
      expect.stringMatching(/^New message from /),
      expect.stringMatching(/^Mesaj nou de la /),
    ]);
    // nobody is notified of their own messages
    await say(ana, id, 'A patra');
    await becomes(
      async () => [await shown(ana), await shown(elena)].map(([newest]) => newest),
      ['message_new 1', 'message_new 2'],
    );
  });
  it('tell what was missed, of what may still be seen', async () => {
    const { ana, admin, firm, id, accountant } = await anOffice();
    const token = await sockets.tokenOf(accountant.email!, PASSWORD);
    const since = String(await gateway.ports.events.head());
    await say(ana, id);
    await becomes(() => unread(gateway.as(token)), 1);
    const ask = gateway.as(token);
    const told = async (phone: string) => {
      const line = sockets.socketOf({ token, since });
      const heard: string[] = [];
      line.onAny((event: string) => heard.push(event));
      await next(line, 'connect');
      // later changes are announced later
      const last = next(line, 'me:changed');
      await ask('patch', '/users/me', { phone }).expect(200);
      await last;
      return heard.filter((event) => event === 'notification:new');
    };
    expect(await told('0721000001')).toEqual(['notification:new']);
    await admin('patch', `/firms/${firm.id}`, { accountant_scope: 'assigned' }).expect(200);
    await admin('delete', `/clients/${id}/accountants/${accountant.id}`).expect(204);
    expect(await told('0721000002')).toEqual([]);
  });
});
