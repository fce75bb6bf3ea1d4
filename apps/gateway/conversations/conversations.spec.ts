import { randomUUID } from 'node:crypto';
import type { Conversation, Edit, File, Message, Problem, User } from '@dosar/contracts';
import { aFile, aFirm, aGateway, anUpload, type Ask, type Gateway } from '../testing/gateway';

let gateway: Gateway;
let office: Awaited<ReturnType<typeof aFirm>>;
beforeAll(async () => {
  gateway = await aGateway();
  office = await aFirm(gateway);
});
afterAll(() => gateway.close());

const talk = async (ask: Ask, id: string): Promise<Conversation> =>
  ((await ask('get', `/conversations/${id}`).expect(200)).body as { conversation: Conversation }).conversation;
const send = async (ask: Ask, id: string, body: object): Promise<Message> =>
  ((await ask('post', `/conversations/${id}/messages`, body).expect(201)).body as { data: Message }).data;
const say = (ask: Ask, id: string, text: string) => send(ask, id, { text });

type Page = { messages: Message[]; has_more_before: boolean; has_more_after: boolean };
const read = async (ask: Ask, id: string, query = ''): Promise<Page> =>
  (await ask('get', `/conversations/${id}/messages${query}`).expect(200)).body as Page;
const texts = ({ messages }: Page) => messages.map(({ text }) => text);
const fieldsOf = (body: unknown) => Object.keys((body as Problem).fields ?? {});
const ids = ({ participants }: Conversation) => participants.map(({ id }) => id).sort();

/** A client of its own, with a user who asks. */
const aCompany = async (name = 'Tipografia') => {
  const { admin, firm } = office;
  const asked = { societate: name, cui: String(8_000_000 + Math.floor(Math.random() * 900_000)), firm_id: firm.id };
  const client = ((await admin('post', '/clients', asked).expect(201)).body as { client: { id: string } }).client;
  const email = `${randomUUID()}@firma.test`;
  const account = { role: 'user', name: 'Ioana Marin', email, password: 'Parola-Lunga-1', client_id: client.id };
  const user = ((await admin('post', '/users', account).expect(201)).body as { user: User }).user;
  return { id: client.id, user, ask: await gateway.signIn(email) };
};

describe('a client’s own conversation', () => {
  it('is there with the client, under its name, and its users take part', async () => {
    const { id, user, ask } = await aCompany();
    const found = await talk(ask, id);
    expect(found).toMatchObject({ kind: 'client', client: { id, name: 'Tipografia' }, title: null, unread_count: 0 });
    expect(found.participants).toEqual([
      expect.objectContaining({ id: user.id, name: 'Ioana Marin', role: 'user', last_read_message_id: null }),
    ]);
    expect(found.last_message).toBeNull();
  });

  it('follows assignments and memberships', async () => {
    const { id, user, ask } = await aCompany();
    const { admin, accountant } = office;
    await admin('post', `/clients/${id}/accountants`, { accountant_ids: [accountant.id] }).expect(200);
    expect(ids(await talk(ask, id))).toEqual([user.id, accountant.id].sort());
    await admin('delete', `/clients/${id}/accountants/${accountant.id}`).expect(204);
    expect(ids(await talk(ask, id))).toEqual([user.id]);
    await admin('delete', `/users/${user.id}`).expect(204);
    expect(ids(await talk(admin, id))).toEqual([]);
  });

  it('can be written in by accountants in scope and administrators, who then take part', async () => {
    const { id, user } = await aCompany();
    const { admin, accountant, accountantAsk } = office;
    await say(accountantAsk, id, 'Bună ziua');
    expect(ids(await talk(admin, id))).toEqual([user.id, accountant.id].sort());
    await say(admin, id, 'Bună ziua și de la noi');
    expect((await talk(admin, id)).participants).toHaveLength(3);
  });

  it('is nobody else’s, and an unknown one is no different', async () => {
    const { id } = await aCompany();
    const { ask } = office.mill;
    for (const each of [id, randomUUID()]) {
      await ask('get', `/conversations/${each}`).expect(404);
      await ask('get', `/conversations/${each}/messages`).expect(404);
      await ask('post', `/conversations/${each}/messages`, { text: 'x' }).expect(404);
      await ask('post', '/reads', { conversation_id: each, message_id: randomUUID() }).expect(404);
    }
  });
});

describe('a conversation with others', () => {
  it('is opened once for the same people, and again under a title', async () => {
    const { accountantAsk, accountant, bakery } = office;
    const open = async (body: object) =>
      ((await accountantAsk('post', '/conversations', body).expect(201)).body as { conversation: Conversation })
        .conversation;
    const first = await open({ participant_ids: [bakery.user.id] });
    expect(first).toMatchObject({ kind: 'direct', client: null, title: null });
    expect(ids(first)).toEqual([accountant.id, bakery.user.id].sort());
    expect((await open({ participant_ids: [bakery.user.id, accountant.id] })).id).toBe(first.id);
    const titled = await open({ participant_ids: [bakery.user.id], title: ' Bilanț 2026 ' });
    expect([titled.title, titled.id === first.id]).toEqual(['Bilanț 2026', false]);
    const about = await open({ participant_ids: [bakery.user.id], client_id: bakery.client.id });
    expect([about.client?.id, about.id === first.id]).toEqual([bakery.client.id, false]);

    await say(bakery.ask, first.id, 'Doar noi doi');
    expect(texts(await read(accountantAsk, first.id))).toEqual(['Doar noi doi']);
    await office.admin('get', `/conversations/${first.id}`).expect(404);
    await office.mill.ask('get', `/conversations/${first.id}/messages`).expect(404);
  });

  it('is the client’s own when only a client is named', async () => {
    const { accountantAsk, bakery } = office;
    const answer = await accountantAsk('post', '/conversations', { client_id: bakery.client.id }).expect(201);
    expect((answer.body as { conversation: Conversation }).conversation.id).toBe(bakery.client.id);
  });

  it('is with people whom the caller knows', async () => {
    const { bakery, mill, admin } = office;
    const refused = async (body: object) =>
      fieldsOf((await bakery.ask('post', '/conversations', body).expect(422)).body);
    expect(await refused({ participant_ids: [mill.user.id] })).toEqual(['participant_ids']);
    expect(await refused({ participant_ids: [randomUUID()] })).toEqual(['participant_ids']);
    expect(await refused({})).toEqual(['participant_ids']);
    expect(await refused({ participant_ids: [bakery.user.id] })).toEqual(['participant_ids']);
    await bakery.ask('post', '/conversations', { client_id: mill.client.id }).expect(404);
    // of that client alone
    const body = { client_id: bakery.client.id, participant_ids: [mill.user.id] };
    expect(fieldsOf((await admin('post', '/conversations', body).expect(422)).body)).toEqual(['participant_ids']);
  });

  it('is over for whoever leaves the firm that they shared', async () => {
    const { admin, firm, accountantAsk } = office;
    const email = `${randomUUID()}@firma.test`;
    const account = { role: 'accountant', name: 'Dan', email, password: 'Parola-Lunga-1', firm_id: firm.id };
    const dan = ((await admin('post', '/users', account).expect(201)).body as { user: User }).user;
    const opened = await accountantAsk('post', '/conversations', { participant_ids: [dan.id] }).expect(201);
    const { id } = (opened.body as { conversation: Conversation }).conversation;
    const other = await aFirm(gateway);
    await admin('patch', `/users/${dan.id}`, { firm_id: other.firm.id }).expect(200);
    const ask = await gateway.signIn(email);
    await ask('get', `/conversations/${id}`).expect(404);
    expect(ids(await talk(accountantAsk, id))).toEqual([office.accountant.id]);
  });
});

describe('a message', () => {
  it('says who sent it and when, and is read at once by whoever sent it', async () => {
    const { id, user, ask } = await aCompany();
    const sent = await say(ask, id, 'Bună ziua, șefă! 👋');
    expect(sent).toMatchObject({
      conversation_id: id,
      text: 'Bună ziua, șefă! 👋',
      sender_id: user.id,
      sender_name: 'Ioana Marin',
      sender_role: 'user',
      attachments: [],
      quote: null,
      edited: false,
      edits_count: 0,
      deleted: false,
    });
    expect((await read(ask, id)).messages).toEqual([sent]);
    expect((await talk(ask, id)).last_message).toEqual(sent);
  });

  it('answers another, with what that says now', async () => {
    const { id, ask } = await aCompany();
    const first = await say(ask, id, 'Câte bonuri?');
    const answer = await send(ask, id, { text: 'Trei', quote_message_id: first.id });
    expect(answer.quote).toEqual({ id: first.id, text: 'Câte bonuri?', sender_name: 'Ioana Marin' });
    await ask('put', `/messages/${first.id}`, { text: 'Câte facturi?' }).expect(200);
    const quote = async () => (await read(ask, id)).messages.at(-1)!.quote;
    expect((await quote())?.text).toBe('Câte facturi?');
    await ask('delete', `/messages/${first.id}`).expect(204);
    expect(await quote()).toEqual({ id: first.id, text: '', sender_name: 'Ioana Marin' });
  });

  it('brings files of the client, uploaded for it or there before', async () => {
    const { id, ask } = await aCompany();
    const asked = anUpload(ask, 'bon.txt', 'unu', { from_chat: 'true' });
    const uploaded = ((await asked.expect(201)).body as { file: File }).file;
    expect(uploaded.attachment_token).toBe(uploaded.id);
    const again = ((await anUpload(ask, 'bon.txt', 'doi', { from_chat: 'true' }).expect(201)).body as { file: File })
      .file;
    expect([again.name, again.folder_id]).toEqual(['bon (1).txt', uploaded.folder_id]);
    const folder = await ask('get', `/folders/${uploaded.folder_id}`).expect(200);
    expect((folder.body as { folder: { name: string } }).folder.name).toBe('Din conversații');
    const other = await aFile(ask, 'contract.txt');

    const sent = await send(ask, id, { attachment_tokens: [uploaded.attachment_token, other.id, other.id] });
    expect(sent.text).toBe('');
    expect(sent.attachments).toEqual([
      { token: uploaded.id, file_id: uploaded.id, name: 'bon.txt', size: 3, mime_type: 'text/plain' },
      expect.objectContaining({ file_id: other.id, name: 'contract.txt' }),
    ]);
    await ask('patch', `/files/${other.id}`, { name: 'contract semnat.txt' }).expect(200);
    expect((await read(ask, id)).messages[0]!.attachments[1]!.name).toBe('contract semnat.txt');
  });

  it('is refused when it says nothing, too much, or what is foreign', async () => {
    const { id, ask } = await aCompany();
    const refused = async (body: object) =>
      fieldsOf((await ask('post', `/conversations/${id}/messages`, body).expect(422)).body);
    const foreign = await say(office.mill.ask, office.mill.client.id, 'Altundeva');
    const theirs = await aFile(office.mill.ask, `${randomUUID()}.txt`);
    const deleted = await say(ask, id, 'Șters');
    await ask('delete', `/messages/${deleted.id}`).expect(204);
    const gone = await aFile(ask, 'dispare.txt');
    await ask('post', '/bulk/files/delete', { file_ids: [gone.id] }).expect(200);

    expect(await refused({})).toEqual(['text']);
    expect(await refused({ text: ' \n\t' })).toEqual(['text']);
    expect(await refused({ text: 'x'.repeat(20_000) })).toEqual(['text']);
    expect(await refused({ text: 'x', quote_message_id: foreign.id })).toEqual(['quote_message_id']);
    expect(await refused({ text: 'x', quote_message_id: deleted.id })).toEqual(['quote_message_id']);
    expect(await refused({ text: 'x', quote_message_id: randomUUID() })).toEqual(['quote_message_id']);
    for (const token of [theirs.id, gone.id, randomUUID()])
      expect(await refused({ text: 'x', attachment_tokens: [token] })).toEqual(['attachment_tokens']);
    expect(await refused({ text: 'x', attachment_tokens: Array(21).fill(gone.id) })).toEqual(['attachment_tokens']);
    expect(await refused({ text: 'x', surprise: 1 })).toEqual(['surprise']);
    expect((await read(ask, id)).messages).toHaveLength(1);
    await say(ask, id, 'x'.repeat(10_000));
  });

  it('is sent once, however often it is asked for under its key', async () => {
    const { id, ask } = await aCompany();
    const key = { 'idempotency-key': randomUUID() };
    const post = (text: string) => ask('post', `/conversations/${id}/messages`, { text }, key);
    const first = await post('O dată').expect(201);
    const second = await post('O dată').expect(201);
    expect((second.body as { data: Message }).data.id).toBe((first.body as { data: Message }).data.id);
    await post('Altceva').expect(409);
    expect(texts(await read(ask, id))).toEqual(['O dată']);
  });
});

describe('a message that is changed', () => {
  it('shows what it says now; those who may read it see what it said', async () => {
    const { id, user, ask } = await aCompany();
    const { id: messageId } = await say(ask, id, 'Am trimis 2 facturi');
    const edit = async (text: string) =>
      ((await ask('put', `/messages/${messageId}`, { text }).expect(200)).body as { data: Message }).data;
    await edit('Am trimis 3 facturi');
    expect(await edit('Am trimis 4 facturi')).toMatchObject({ edited: true, edits_count: 2 });
    await edit('Am trimis 4 facturi');
    const { edits } = (await office.accountantAsk('get', `/messages/${messageId}/edits`).expect(200)).body as {
      edits: Edit[];
    };
    const editor = { id: user.id, name: 'Ioana Marin' };
    expect(edits.map(({ edited_at: _, ...rest }) => rest)).toEqual([
      { editor, old_text: 'Am trimis 2 facturi', new_text: 'Am trimis 3 facturi', edit_number: 1 },
      { editor, old_text: 'Am trimis 3 facturi', new_text: 'Am trimis 4 facturi', edit_number: 2 },
    ]);
  });

  it('is one’s own, is there, and still says something', async () => {
    const { id, ask } = await aCompany();
    const own = await say(ask, id, 'Al meu');
    const answers = async (asked: Ask, text: string) => (await asked('put', `/messages/${own.id}`, { text })).status;
    expect(await answers(office.accountantAsk, 'x')).toBe(403);
    expect(await answers(office.admin, 'x')).toBe(403);
    expect(await answers(office.mill.ask, 'x')).toBe(404);
    expect(await answers(ask, '  ')).toBe(422);
    expect(await answers(ask, 'x'.repeat(10_001))).toBe(422);
    await ask('put', `/messages/${randomUUID()}`, { text: 'x' }).expect(404);
    await ask('delete', `/messages/${own.id}`).expect(204);
    expect(await answers(ask, 'Înapoi')).toBe(404);
    await ask('get', `/messages/${own.id}/edits`).expect(404);
  });
});

describe('a message that is deleted', () => {
  it('says nothing any more, to nobody, and stays where it was', async () => {
    const { id, ask } = await aCompany();
    const file = await aFile(ask, 'anexa.txt');
    const first = await send(ask, id, { text: 'Secret', attachment_tokens: [file.id] });
    await say(ask, id, 'Al doilea');
    await ask('delete', `/messages/${first.id}`).expect(204);
    const { messages } = await read(office.accountantAsk, id);
    expect(messages[0]).toMatchObject({ id: first.id, text: '', attachments: [], quote: null, deleted: true });
    expect(messages[1]!.text).toBe('Al doilea');
    const audit = await office.admin('get', `/audit/events?event_type=MessageDeleted&client_id=${id}`).expect(200);
    const { events } = audit.body as { events: { details: { text: string } }[] };
    expect(events.map(({ details }) => details.text)).toEqual(['Secret']);
  });

  it('is one’s own, or an administrator deletes it, once', async () => {
    const { id, ask } = await aCompany();
    const mine = await say(ask, id, 'Unu');
    const other = await say(ask, id, 'Doi');
    await office.accountantAsk('delete', `/messages/${mine.id}`).expect(403);
    await office.mill.ask('delete', `/messages/${mine.id}`).expect(404);
    await office.admin('delete', `/messages/${mine.id}`).expect(204);
    await ask('delete', `/messages/${mine.id}`).expect(404);
    const key = { 'idempotency-key': randomUUID() };
    await ask('delete', `/messages/${other.id}`, undefined, key).expect(204);
    await ask('delete', `/messages/${other.id}`, undefined, key).expect(204);
  });
});

describe('reading a conversation', () => {
  it('goes page by page in both directions, and around a message', async () => {
    const { id, ask } = await aCompany();
    const sent: Message[] = [];
    for (let at = 1; at <= 9; at += 1) sent.push(await say(ask, id, String(at)));
    const newest = await read(ask, id, '?limit=4');
    expect([texts(newest), newest.has_more_before, newest.has_more_after]).toEqual([['6', '7', '8', '9'], true, false]);
    const before = await read(ask, id, `?limit=4&before=${newest.messages[0]!.id}`);
    expect([texts(before), before.has_more_before, before.has_more_after]).toEqual([['2', '3', '4', '5'], true, true]);
    const first = await read(ask, id, `?limit=4&before=${before.messages[0]!.id}`);
    expect([texts(first), first.has_more_before]).toEqual([['1'], false]);
    const after = await read(ask, id, `?limit=3&after=${sent[0]!.id}`);
    expect([texts(after), after.has_more_before, after.has_more_after]).toEqual([['2', '3', '4'], true, true]);
    const around = await read(ask, id, `?limit=4&around=${sent[4]!.id}`);
    expect([texts(around), around.has_more_before, around.has_more_after]).toEqual([['3', '4', '5', '6'], true, true]);

    await ask('get', `/conversations/${id}/messages?before=${randomUUID()}`).expect(404);
    await ask('get', `/conversations/${id}/messages?limit=101`).expect(422);
    await ask('get', `/conversations/${id}/messages?before=${sent[0]!.id}&after=${sent[0]!.id}`).expect(422);
  });

  it('marks what was read, never backwards, and counts what was not', async () => {
    const { id, user, ask } = await aCompany();
    const { admin, accountant, accountantAsk } = office;
    await say(ask, id, 'înainte');
    await admin('post', `/clients/${id}/accountants`, { accountant_ids: [accountant.id] }).expect(200);
    const unread = async (asked: Ask) => {
      const { unread_count, first_unread_message_id } = await talk(asked, id);
      return [unread_count, first_unread_message_id];
    };
    // what was said before somebody took part is not unread, nor is what they say themselves
    expect(await unread(accountantAsk)).toEqual([0, null]);
    const sent = [await say(ask, id, '1'), await say(ask, id, '2'), await say(ask, id, '3')];
    await say(accountantAsk, id, '4');
    expect(await unread(accountantAsk)).toEqual([3, sent[0]!.id]);
    await ask('delete', `/messages/${sent[2]!.id}`).expect(204);
    expect(await unread(accountantAsk)).toEqual([2, sent[0]!.id]);

    const mark = (messageId: string) =>
      accountantAsk('post', '/reads', { conversation_id: id, message_id: messageId }).expect(204);
    const marks = async () => (await talk(ask, id)).participants.find((each) => each.id === accountant.id)!;
    await mark(sent[0]!.id);
    expect(await unread(accountantAsk)).toEqual([1, sent[1]!.id]);
    expect(await marks()).toMatchObject({
      last_read_message_id: sent[0]!.id,
      last_delivered_message_id: sent[0]!.id,
    });
    const { last_read, last_delivered } = await marks();
    expect(last_read).toEqual({ at: expect.any(String), sent_at: sent[0]!.created_at });
    expect(last_read!.at > sent[2]!.created_at).toBe(true);
    expect(last_delivered).toEqual(last_read);
    // what follows soon is joined: the furthest counts
    await Promise.all([mark(sent[1]!.id), mark(sent[0]!.id)]);
    expect(await unread(accountantAsk)).toEqual([0, null]);
    expect((await marks()).last_read_message_id).toBe(sent[1]!.id);
    // an administrator who only looks leaves no mark
    await admin('post', '/reads', { conversation_id: id, message_id: sent[1]!.id }).expect(204);
    expect(ids(await talk(ask, id))).toEqual([user.id, accountant.id].sort());
    await ask('post', '/reads', { conversation_id: id, message_id: randomUUID() }).expect(404);
  });
});

describe('the list of conversations', () => {
  type List = { conversations: Conversation[]; total: number; unread_count: number };
  const list = async (ask: Ask, query = '') => (await ask('get', `/conversations${query}`).expect(200)).body as List;

  it('has those that may be read, the newest first, with what is unread in all', async () => {
    const { accountantAsk, bakery, mill, accountant, admin } = await aFirm(gateway);
    await say(bakery.ask, bakery.client.id, 'Pâine');
    const last = await say(mill.ask, mill.client.id, 'Făină');
    const all = await list(accountantAsk);
    expect(all.conversations.map(({ id }) => id)).toEqual([mill.client.id, bakery.client.id]);
    expect(all.conversations[0]!.last_message).toEqual(last);
    expect([all.total, all.unread_count]).toEqual([2, 0]);
    expect((await list(bakery.ask)).conversations.map(({ id }) => id)).toEqual([bakery.client.id]);

    for (const { client } of [bakery, mill])
      await admin('post', `/clients/${client.id}/accountants`, { accountant_ids: [accountant.id] }).expect(200);
    for (const text of ['1', '2']) await say(bakery.ask, bakery.client.id, text);
    await say(mill.ask, mill.client.id, '3');
    expect((await list(accountantAsk)).unread_count).toBe(3);
    expect((await list(accountantAsk, '?q=BRUTARIA')).conversations.map(({ id }) => id)).toEqual([bakery.client.id]);
    for (const q of [`RO${bakery.client.cui}`, 'S.R.L.'])
      expect((await list(accountantAsk, `?q=${q}`)).conversations.map(({ id }) => id)).toEqual([bakery.client.id]);
    expect((await list(accountantAsk, '?q=jurca')).conversations.map(({ id }) => id)).toEqual([mill.client.id]);
    expect((await list(accountantAsk, `?client_id=${mill.client.id}`)).total).toBe(1);
    expect((await list(accountantAsk, '?page=2&pageSize=1')).conversations).toHaveLength(1);
    await bakery.ask('get', `/conversations?client_id=${mill.client.id}`).expect(404);
  });

  it('is asked for conditionally, and is new when something was said', async () => {
    const { id, ask } = await aCompany();
    const tag = async () => (await ask('get', '/conversations').expect(200)).headers['etag']!;
    const before = await tag();
    await ask('get', '/conversations', undefined, { 'if-none-match': before }).expect(304);
    await say(ask, id, 'Ceva nou');
    expect(await tag()).not.toBe(before);
  });
});

it('a sender who is gone keeps their name', async () => {
  const { id, user, ask } = await aCompany();
  await say(ask, id, 'La revedere');
  await office.admin('delete', `/users/${user.id}`).expect(204);
  expect((await read(office.admin, id)).messages[0]!.sender_name).toBe('Ioana Marin');
});
