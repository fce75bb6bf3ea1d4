import type { Conversation, Edit, Message, StoodAt } from '@dosar/contracts';
import { aFile, aFirm, aGateway, type Ask, type Gateway } from '../testing/gateway';

type Body = {
  readonly at?: StoodAt;
  readonly conversation?: Conversation;
  readonly conversations?: Conversation[];
  readonly messages?: Message[];
  readonly edits?: Edit[];
  readonly unread_count?: number;
};

/** Without what is not the log's. */
const lasting = (body: unknown): Body =>
  JSON.parse(JSON.stringify(body), (name, value: unknown) =>
    ['presence', 'last_seen', 'at'].includes(name) ? undefined : value,
  ) as Body;

describe('conversations as of an instant', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let id: string;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
    id = firm.bakery.client.id;
  });
  afterAll(() => gateway.close());

  const now = async () => String((await gateway.ports.events.head())!);
  const send = async (ask: Ask, text: string, more: object = {}) =>
    ((await ask('post', `/conversations/${id}/messages`, { text, ...more }).expect(201)).body as { data: Message })
      .data;
  const read = async (ask: Ask, path: string) => (await ask('get', path).expect(200)).body as Body;
  const then = (ask: Ask, path: string, at: string, more = '') => read(ask, `${path}?at=${at}${more}`);
  const textsOf = ({ messages }: Body) => messages!.map(({ text }) => text);

  it('are what was answered then: messages, edits, marks, people and what was unread', async () => {
    const { ask } = firm.bakery;
    const file = await aFile(ask, 'contract.txt');
    const first = await send(ask, 'Bună ziua', { attachment_tokens: [file.id] });
    await send(firm.accountantAsk, 'Bună!', { quote_message_id: first.id });
    await ask('put', `/messages/${first.id}`, { text: 'Bună ziua!' }).expect(200);
    await firm.accountantAsk('post', '/reads', { conversation_id: id, message_id: first.id }).expect(204);
    const paths = [
      '/conversations',
      `/conversations/${id}`,
      `/conversations/${id}/messages`,
      `/messages/${first.id}/edits`,
    ];
    const before = await Promise.all(paths.map((path) => read(firm.accountantAsk, path)));
    const at = await now();

    await ask('put', `/messages/${first.id}`, { text: 'Altfel' }).expect(200);
    await ask('patch', `/files/${file.id}`, { name: 'alt contract.txt' }).expect(200);
    const last = await send(ask, 'Mai sunteți?');
    await firm.accountantAsk('post', '/reads', { conversation_id: id, message_id: last.id }).expect(204);
    await firm.admin('patch', `/users/${firm.bakery.user.id}`, { name: 'Ana Pop' }).expect(200);
    for (const [nth, path] of paths.entries())
      expect({ path, ...lasting(await then(firm.accountantAsk, path, at)) }).toEqual({ path, ...lasting(before[nth]) });
    // as somebody else they are what that person was answered
    const mine = await read(ask, '/conversations');
    const theirs = await then(firm.admin, '/conversations', await now(), `&as=${firm.bakery.user.id}`);
    expect(lasting(theirs)).toEqual(lasting(mine));
  });

  it('are told in parts around a message of then', async () => {
    const sent: Message[] = [];
    for (const text of ['unu', 'doi', 'trei', 'patru']) sent.push(await send(firm.bakery.ask, text));
    const at = sent[2]!.position;
    const path = `/conversations/${id}/messages`;
    const part = (more: string) => then(firm.accountantAsk, path, at, `&${more}`);
    expect(textsOf(await part('limit=2'))).toEqual(['doi', 'trei']);
    expect(await part(`after=${sent[0]!.id}`)).toMatchObject({ messages: sent.slice(1, 3), has_more_after: false });
    expect(textsOf(await part(`around=${sent[1]!.id}&limit=2`))).toEqual(['unu', 'doi']);
    await firm.accountantAsk('get', `${path}?at=${at}&before=${sent[3]!.id}`).expect(404);
  });

  describe('of a message that was deleted since', () => {
    it('say to administrators alone what it was, also where it was quoted', async () => {
      const file = await aFile(firm.bakery.ask, 'greșit.txt');
      const wrong = await send(firm.bakery.ask, 'Parola mea este 1234', { attachment_tokens: [file.id] });
      const answer = await send(firm.accountantAsk, 'Nu o trimiteți', { quote_message_id: wrong.id });
      await firm.bakery.ask('put', `/messages/${wrong.id}`, { text: 'Parola mea' }).expect(200);
      const at = await now();
      await firm.bakery.ask('delete', `/messages/${wrong.id}`).expect(204);
      const path = `/conversations/${id}/messages`;
      const [shown, quoting] = (await then(firm.accountantAsk, path, at, '&limit=2')).messages!;
      expect(shown).toMatchObject({ id: wrong.id, text: '', attachments: [], deleted: true });
      expect(quoting).toMatchObject({ id: answer.id, quote: { id: wrong.id, text: '' } });
      await firm.accountantAsk('get', `/messages/${wrong.id}/edits?at=${at}`).expect(404);
      const [whole, whoseQuote] = (await then(firm.admin, path, at, '&limit=2')).messages!;
      expect(whole).toMatchObject({ text: 'Parola mea', attachments: [{ name: 'greșit.txt' }], deleted: false });
      expect(whoseQuote!.quote!.text).toBe('Parola mea');
      const as = `&limit=2&as=${firm.accountant.id}`;
      expect((await then(firm.admin, path, at, as)).messages![0]!.text).toBe('Parola mea');
      expect((await then(firm.admin, `/messages/${wrong.id}/edits`, at)).edits).toHaveLength(1);
    });
  });

  it('are those of whoever may see them now, and with the rights of somebody of whoever could then', async () => {
    const { admin, accountant, accountantAsk } = firm;
    const at = await now();
    await admin('patch', `/firms/${firm.firm.id}`, { accountant_scope: 'assigned' }).expect(200);
    await accountantAsk('get', `/conversations/${id}/messages?at=${at}`).expect(404);
    await admin('get', `/conversations/${id}/messages?at=${at}&as=${accountant.id}`).expect(200);
    await admin('get', `/conversations/${id}/messages?at=${await now()}&as=${accountant.id}`).expect(404);
    await admin('patch', `/firms/${firm.firm.id}`, { accountant_scope: 'firm' }).expect(200);
  });

  describe('with the rights of somebody else', () => {
    it('are asked for by administrators alone, and it is noted', async () => {
      const as = firm.bakery.user.id;
      await firm.accountantAsk('get', `/folders?clientId=${id}&as=${as}`).expect(403);
      await firm.mill.ask('get', `/conversations?as=${as}`).expect(403);
      await firm.admin('get', `/folders?as=${as}`).expect(200);
      const { headers } = await firm.admin('get', `/files?as=${as}`).expect(200);
      expect(headers).toBeDefined();
      const { body } = await firm.admin('get', `/audit/events?event_type=ViewedAs&resource_id=${as}`).expect(200);
      const [event] = (body as { events: { resource_type: string; user: { role: string } }[] }).events;
      expect(event).toMatchObject({ resource_type: 'user', user: { role: 'admin' } });
    });

    it('who was not there, or could not have asked, is nobody’s', async () => {
      const { body } = await firm.admin('get', `/folders?as=nimeni`).expect(422);
      expect((body as { fields: object }).fields).toEqual({ as: 'Nu există' });
      await firm.admin('get', `/users/${firm.accountant.id}?as=${firm.accountant.id}`).expect(403);
      await firm.admin('get', `/clients/${firm.mill.client.id}?as=${firm.bakery.user.id}`).expect(404);
    });
  });

  it('of another client are nobody’s then, either', async () => {
    const at = await now();
    await firm.mill.ask('get', `/conversations/${id}?at=${at}`).expect(404);
    const { conversations } = await then(firm.mill.ask, '/conversations', at);
    expect(conversations!.map((each) => each.id)).toEqual([firm.mill.client.id]);
  });
});
