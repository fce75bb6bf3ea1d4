import type { Message, Notification } from '@dosar/contracts';
import { aFile, aFirm, aGateway, operationOf, PASSWORD, type Ask, type Gateway } from '../testing/gateway';
import { becomes, next, socketsTo, type Sockets } from '../testing/sockets';
import { Digests } from './digests.job';

let gateway: Gateway;
let sockets: Sockets;
beforeAll(async () => {
  gateway = await aGateway();
  sockets = await socketsTo(gateway);
});
afterAll(() => gateway.close());

const WINDOW = 11 * 60_000;
type Page = { notifications: Notification[]; unread_count: number; total: number };
const list = async (ask: Ask): Promise<Page> => (await ask('get', '/notifications').expect(200)).body as Page;
/** What is in the bell and counted, from the newest. */
const bell = async (ask: Ask) => {
  const { notifications, unread_count, total } = await list(ask);
  return [unread_count, total, ...notifications.map(({ count, body }) => `${count} ${body.split(': ').at(-1)}`)];
};
const say = async (ask: Ask, id: string, text: string) =>
  ((await ask('post', `/conversations/${id}/messages`, { text }).expect(201)).body as { data: Message }).data.id;
const unsay = (ask: Ask, message: string) => ask('delete', `/messages/${message}`).expect(204);
const bin = (ask: Ask, client_id: string, ...file_ids: string[]) =>
  ask('post', '/bulk/files/delete', { file_ids, client_id }).expect(200);

const anOffice = async () => {
  const office = await aFirm(gateway);
  const { id } = office.bakery.client;
  await office.admin('post', `/clients/${id}/accountants`, { accountant_ids: [office.accountant.id] }).expect(200);
  /** The letters to the accountant by that much later. */
  const mailed = async (ms = WINDOW) => {
    await gateway.app.get(Digests, { strict: false }).look(Date.now() + ms);
    return gateway.ports.letters.filter(({ to, unsubscribe }) => to === office.accountant.email && unsubscribe);
  };
  return { ...office, id, ana: office.bakery.ask, elena: office.accountantAsk, mailed };
};

describe('what was taken back', () => {
  it('P11: is told nobody: a message, in the bell, in its count, and by mail', async () => {
    const { ana, elena, id, mailed } = await anOffice();
    const first = await say(ana, id, 'prima');
    const second = await say(ana, id, 'a doua');
    await becomes(() => bell(elena), [1, 1, '2 a doua']);
    await unsay(ana, second);
    await becomes(() => bell(elena), [1, 1, '1 prima']);
    await unsay(ana, first);
    await becomes(() => bell(elena), [0, 0]);
    expect(await mailed()).toEqual([]);
    await say(ana, id, 'a treia');
    await becomes(() => bell(elena), [1, 1, '1 a treia']);
    const [letter, ...more] = await mailed();
    expect([letter!.subject, more]).toEqual(['Mesaj nou de la Ana Țăranu', []]);
    expect(letter!.text).not.toContain('prima');
  });

  it('is told once when it is edited, quoted or deleted while its letter is being made', async () => {
    const { ana, elena, id, mailed } = await anOffice();
    const edited = await say(ana, id, 'factura veche');
    const deleted = await say(ana, id, 'trimisă greșit');
    await becomes(() => bell(elena), [1, 1, '2 trimisă greșit']);
    const { mail } = gateway.ports;
    const send = jest.spyOn(mail, 'send').mockImplementationOnce(async (letter) => {
      // the letter is on its way: what it says can be changed no more
      await ana('put', `/messages/${edited}`, { text: 'factura nouă' }).expect(200);
      await ana('post', `/conversations/${id}/messages`, { text: 'vedeți', quote_message_id: deleted }).expect(201);
      await unsay(ana, deleted);
      send.mockRestore();
      await mail.send(letter);
    });
    expect((await mailed()).map(({ subject }) => subject)).toEqual(['2 mesaje noi, ultimul de la Ana Țăranu']);
    await becomes(() => bell(elena), [1, 1, '2 vedeți']);
    const { notifications } = await list(elena);
    expect(JSON.stringify(notifications)).not.toContain('greșit');
    // what was mailed is not mailed again
    expect(await mailed(2 * WINDOW)).toHaveLength(1);
  });

  it('is told nobody: a document, until the deletion is undone', async () => {
    const { ana, elena, id, mailed } = await anOffice();
    const one = await aFile(ana, 'unu.txt');
    const two = await aFile(ana, 'doi.txt');
    await becomes(() => bell(elena), [1, 1, '2 doi.txt și încă 1']);
    await bin(ana, id, two.id);
    await becomes(() => bell(elena), [1, 1, '1 unu.txt']);
    await bin(ana, id, one.id);
    await becomes(() => bell(elena), [0, 0]);
    expect(await mailed()).toEqual([]);
    await ana('post', '/bulk/files/restore', { file_ids: [one.id, two.id], client_id: id }).expect(200);
    await becomes(() => bell(elena), [1, 1, '2 doi.txt și încă 1']);
  });

  it('is told nobody when it was read before, either', async () => {
    const { ana, elena, id } = await anOffice();
    const message = await say(ana, id, 'greșit');
    const file = await aFile(ana, 'gresit.txt');
    await becomes(() => bell(elena), [2, 2, '1 gresit.txt', '1 greșit']);
    await elena('patch', '/notifications/read-all').expect(200);
    await unsay(ana, message);
    await bin(ana, id, file.id);
    await becomes(() => bell(elena), [0, 0]);
  });

  it('is told nobody: that a document is processed, once it is not', async () => {
    const { ana, elena, id } = await anOffice();
    const file = await aFile(ana, 'bon.txt');
    const state = (process_state: string) =>
      elena('post', '/bulk/files/status', { file_ids: [file.id], client_id: id, process_state }).expect(200);
    await state('processed');
    await becomes(() => bell(ana), [1, 1, '1 bon.txt']);
    operationOf(await state('processing'));
    await becomes(() => bell(ana), [0, 0]);
    await state('processed');
    await becomes(() => bell(ana), [1, 1, '1 bon.txt']);
  });

  it('changes the lists that are open, as does what joins an entry', async () => {
    const { ana, elena, id, accountant } = await anOffice();
    const line = await sockets.enter(await sockets.tokenOf(accountant.email!, PASSWORD));
    const first = await say(ana, id, 'prima');
    await becomes(() => bell(elena), [1, 1, '1 prima']);
    for (const [change, now] of [
      [() => say(ana, id, 'a doua'), [1, 1, '2 a doua']],
      [() => unsay(ana, first), [1, 1, '1 a doua']],
    ] as const) {
      const changed = next(line, 'notifications:changed');
      await change();
      await changed;
      expect(await bell(elena)).toEqual(now);
    }
    await aFile(ana, 'unu.txt');
    await becomes(() => bell(elena), [2, 2, '1 unu.txt', '1 a doua']);
    const changed = next(line, 'notifications:changed');
    const { id: two } = await aFile(ana, 'doi.txt');
    await changed;
    expect(await bell(elena)).toEqual([2, 2, '2 doi.txt și încă 1', '1 a doua']);
    const gone = next(line, 'notifications:changed');
    await bin(ana, id, two);
    await gone;
    expect(await bell(elena)).toEqual([2, 2, '1 unu.txt', '1 a doua']);
  });
});

describe('what is counted', () => {
  it('is what concerned each reader, and was not read', async () => {
    const { admin, ana, elena, id, accountant } = await anOffice();
    await aFile(ana, 'unu.txt');
    await becomes(() => bell(elena), [1, 1, '1 unu.txt']);
    await admin('delete', `/clients/${id}/accountants/${accountant.id}`).expect(204);
    await admin('post', `/clients/${id}/accountants`, { accountant_ids: [] });
    const other = await admin('post', '/users', {
      email: `mihai.${id}@firma.test`,
      role: 'accountant',
      name: 'Mihai Pop',
      firm_id: (await admin('get', `/clients/${id}`)).body.client.firm.id as string,
    });
    const mihai = (other.body as { user: { id: string } }).user.id;
    await admin('post', `/clients/${id}/accountants`, { accountant_ids: [mihai] }).expect(200);
    await aFile(ana, 'doi.txt');
    await aFile(ana, 'trei.txt');
    expect(await bell(elena)).toEqual([1, 1, '1 unu.txt']);
  });

  it('is no message that was read, when later ones were not', async () => {
    const { ana, elena, id } = await anOffice();
    await say(ana, id, 'prima');
    const second = await say(ana, id, 'a doua');
    await say(ana, id, 'a treia');
    await becomes(() => bell(elena), [1, 1, '3 a treia']);
    await elena('post', '/reads', { conversation_id: id, message_id: second }).expect(204);
    await becomes(() => bell(elena), [1, 1, '1 a treia']);
  });
});
