import type { Socket } from 'socket.io-client';
import { TYPING_MS, type Conversation, type LiveBody, type Message, type Person, type User } from '@dosar/contracts';
import { ADMIN, aFirm, aGateway, type Ask, type Gateway } from '../testing/gateway';
import { becomes, next, pause, socketsTo, within, type Sockets } from '../testing/sockets';

let gateway: Gateway;
let sockets: Sockets;
let office: Awaited<ReturnType<typeof aFirm>>;
beforeAll(async () => {
  gateway = await aGateway();
  sockets = await socketsTo(gateway);
  office = await aFirm(gateway);
  const { admin, bakery, accountant } = office;
  await admin('post', `/clients/${bakery.client.id}/accountants`, { accountant_ids: [accountant.id] }).expect(200);
});
afterAll(() => gateway.close());

/** A socket of somebody, what it hears, and a way to ask in the same session. */
const enter = async (email: string | null, password?: string) => {
  const token = await sockets.tokenOf(email!, password);
  const socket = await sockets.enter(token);
  const heard: [string, Record<string, unknown>][] = [];
  socket.onAny((event: string, body: Record<string, unknown>) => heard.push([event, body]));
  const named = (name: string) => heard.filter(([event]) => event === name).map(([, body]) => body);
  return { socket, heard, named, ask: gateway.as(token), token };
};
const say = async (ask: Ask, id: string, text: string): Promise<Message> =>
  ((await ask('post', `/conversations/${id}/messages`, { text }).expect(201)).body as { data: Message }).data;
const tell = (socket: Socket, event: string, body: unknown) =>
  socket.timeout(5_000).emitWithAck(event, body) as Promise<Record<string, unknown>>;
const talkEvents = (heard: readonly [string, unknown][]) =>
  heard.map(([event]) => event).filter((event) => event.startsWith('message:') || event === 'typing');

describe('what is said in a conversation', () => {
  it('is heard by those who take part as it is read, and by nobody else', async () => {
    const { bakery, mill, accountant } = office;
    const ana = await enter(bakery.user.email);
    const elena = await enter(accountant.email);
    const others = [await enter(mill.user.email), await enter(ADMIN.email, ADMIN.password)];
    const told = next<LiveBody<'message:new'>>(elena.socket, 'message:new');
    const sent = await say(ana.ask, bakery.client.id, 'Bună ziua');
    expect((await told).message).toEqual(sent);

    const edited = next<LiveBody<'message:edit'>>(elena.socket, 'message:edit');
    await ana.ask('put', `/messages/${sent.id}`, { text: 'Bună seara' }).expect(200);
    expect((await edited).message).toMatchObject({ id: sent.id, text: 'Bună seara', edited: true });
    const deleted = next(elena.socket, 'message:delete');
    await ana.ask('delete', `/messages/${sent.id}`).expect(204);
    expect(await deleted).toMatchObject({ conversation_id: bakery.client.id, message_id: sent.id });

    await pause(100);
    expect(talkEvents(ana.heard)).toEqual(['message:new', 'message:edit', 'message:delete']);
    for (const { heard } of others) expect(talkEvents(heard)).toEqual([]);
  });

  it('is heard by a session that has asked for its messages, while it may read them', async () => {
    const { bakery, admin, firm } = office;
    const account = { role: 'accountant', name: 'Dan', email: 'dan@firma.test', password: 'Parola-Lunga-1' };
    const made = await admin('post', '/users', { ...account, firm_id: firm.id }).expect(201);
    const dan = (made.body as { user: User }).user;
    const here = await enter(account.email);
    await say(bakery.ask, bakery.client.id, 'Nu se aude');
    await here.ask('get', `/conversations/${bakery.client.id}/messages`).expect(200);
    const told = next<LiveBody<'message:new'>>(here.socket, 'message:new');
    await say(bakery.ask, bakery.client.id, 'Se aude');
    expect((await told).message.text).toBe('Se aude');
    await admin('patch', `/firms/${firm.id}`, { accountant_scope: 'assigned' }).expect(200);
    await pause(100);
    await say(bakery.ask, bakery.client.id, 'Nu se mai aude');
    await admin('patch', `/firms/${firm.id}`, { accountant_scope: 'firm' }).expect(200);
    await pause(100);
    expect(here.named('message:new')).toHaveLength(1);
    await admin('delete', `/users/${dan.id}`).expect(204);
  });

  it('that was missed is told afterwards, each once and in order', async () => {
    const { bakery, accountant } = office;
    const first = await enter(accountant.email);
    const told = next<LiveBody<'message:new'>>(first.socket, 'message:new');
    await say(bakery.ask, bakery.client.id, 'Auzit');
    const since = (await told).position;
    first.socket.disconnect();
    for (const text of ['unu', 'doi', 'trei']) await say(bakery.ask, bakery.client.id, text);
    const again = sockets.socketOf({ token: first.token, since });
    const missed: string[] = [];
    const all = new Promise<void>((resolve) => {
      again.on('message:new', ({ message }: LiveBody<'message:new'>) => {
        missed.push(message.text!);
        if (message.text === 'patru') resolve();
      });
    });
    await next(again, 'connect');
    await pause(50);
    await say(bakery.ask, bakery.client.id, 'patru');
    await within(all);
    expect(missed).toEqual(['unu', 'doi', 'trei', 'patru']);
  });
});

describe('those who take part in a conversation', () => {
  it('hear of one that is new to them, and of one that is theirs no longer', async () => {
    const { bakery, mill, accountant, admin } = office;
    const elena = await enter(accountant.email);
    const ana = await enter(bakery.user.email);
    const changed = next<LiveBody<'conversations:changed'>>(ana.socket, 'conversations:changed');
    const opened = await elena.ask('post', '/conversations', { participant_ids: [bakery.user.id] }).expect(201);
    const { id } = (opened.body as { conversation: Conversation }).conversation;
    expect((await changed).conversation_id).toBe(id);

    const assigned = next<LiveBody<'conversations:changed'>>(elena.socket, 'conversations:changed');
    await admin('post', `/clients/${mill.client.id}/accountants`, { accountant_ids: [accountant.id] }).expect(200);
    expect((await assigned).conversation_id).toBe(mill.client.id);
    const ended = next<LiveBody<'conversations:changed'>>(elena.socket, 'conversations:changed');
    await admin('delete', `/clients/${mill.client.id}/accountants/${accountant.id}`).expect(204);
    expect((await ended).conversation_id).toBe(mill.client.id);
    await pause(100);
    await say(mill.ask, mill.client.id, 'Între noi');
    await pause(100);
    expect(talkEvents(elena.heard)).toEqual([]);
  });

  it('hear how far the others have come', async () => {
    const { bakery, accountant } = office;
    const ana = await enter(bakery.user.email);
    const elena = await enter(accountant.email);
    const { id, created_at: sent_at } = await say(ana.ask, bakery.client.id, 'Ați citit?');
    const where = { conversation_id: bakery.client.id, message_id: id };
    const delivered = next(ana.socket, 'message:delivered_up_to');
    expect(await tell(elena.socket, 'message:delivered', where)).toEqual({});
    expect(await delivered).toMatchObject({ ...where, user_id: accountant.id, at: expect.any(String), sent_at });
    const read = next(ana.socket, 'message:read_up_to');
    await elena.ask('post', '/reads', where).expect(204);
    expect(await read).toMatchObject({ ...where, user_id: accountant.id, at: expect.any(String), sent_at });
    const foreign = await enter(office.mill.user.email);
    expect(await tell(foreign.socket, 'message:delivered', where)).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('that somebody types', () => {
  it('is heard by those who take part until they stop, or say so', async () => {
    const { bakery, mill, accountant } = office;
    const ana = await enter(bakery.user.email);
    const elena = await enter(accountant.email);
    const bogdan = await enter(mill.user.email);
    const phone = await enter(bakery.user.email);
    const where = { conversation_id: bakery.client.id };
    const told = next(elena.socket, 'typing');
    expect(await tell(ana.socket, 'typing', { ...where, typing: true })).toEqual({});
    const typing = { ...where, user_id: bakery.user.id, name: 'Ana Țăranu' };
    expect(await told).toEqual({ ...typing, typing: true });
    // those who hear nothing for a while believe that it is over
    const again = next(elena.socket, 'typing');
    await tell(ana.socket, 'typing', { ...where, typing: true });
    expect(await again).toEqual({ ...typing, typing: true });
    const stopped = next(elena.socket, 'typing');
    await tell(ana.socket, 'typing', { ...where, typing: false });
    expect(await stopped).toEqual({ ...typing, typing: false });
    expect(elena.named('typing')).toHaveLength(3);
    // nobody is told that they type themselves, on no device
    for (const { named } of [bogdan, ana, phone]) expect(named('typing')).toEqual([]);
    expect(await tell(bogdan.socket, 'typing', { ...where, typing: true })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await tell(ana.socket, 'typing', { ...where, typing: 'da' })).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { typing: expect.any(String) as string },
    });
    expect(await tell(ana.socket, 'typing', { ...where, typing: true, more: 'x'.repeat(9_000) })).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  it('is over by itself once nothing is said of it for a while', async () => {
    const { bakery, accountant } = office;
    const ana = await enter(bakery.user.email);
    const elena = await enter(accountant.email);
    const types = () => tell(ana.socket, 'typing', { conversation_id: bakery.client.id, typing: true });
    await types();
    await pause(1_000);
    // it lasts from the last time that it was said
    const since = Date.now();
    await types();
    const isTyping = () => elena.named('typing').map(({ typing }) => typing);
    await becomes(isTyping, [true, true, false]);
    expect(Date.now() - since).toBeGreaterThanOrEqual(TYPING_MS - 50);
    await pause(1_500);
    expect(isTyping()).toEqual([true, true, false]);
  });
});

describe('presence', () => {
  const statusOf = async (ask: Ask, id: string) =>
    ((await ask('get', '/people').expect(200)).body as { people: Person[] }).people.find((each) => each.id === id)
      ?.presence;
  const heardOf = (named: (name: string) => Record<string, unknown>[], id: string) =>
    named('presence:update')
      .filter(({ user_id }) => user_id === id)
      .map(({ status }) => status);

  it('is heard by those who know somebody, over all their devices, and gone with the last of them', async () => {
    const { bakery, accountant, mill } = office;
    const elena = await enter(accountant.email);
    const bogdan = await enter(mill.user.email);
    const { id } = bakery.user;
    await pause(2_100); // what was open in other stories is over
    const before = heardOf(elena.named, id).length;
    const since = () => heardOf(elena.named, id).slice(before);

    const heard = async () => [since(), await statusOf(elena.ask, id)];
    const phone = await enter(bakery.user.email);
    await becomes(heard, [['online'], 'online']);
    const desk = await enter(bakery.user.email);
    await tell(desk.socket, 'presence:set', { status: 'busy' });
    await becomes(heard, [['online', 'busy'], 'busy']);
    await tell(desk.socket, 'presence:set', { status: 'away' });
    // the phone is still there
    await becomes(heard, [['online', 'busy', 'online'], 'online']);
    phone.socket.disconnect();
    await becomes(heard, [['online', 'busy', 'online', 'away'], 'away']);
    const going = next<LiveBody<'presence:update'>>(elena.socket, 'presence:update');
    desk.socket.disconnect();
    await becomes(() => statusOf(elena.ask, id), 'offline');
    const gone = await going;
    expect([gone.user_id, gone.status]).toEqual([id, 'offline']);
    expect(Date.now() - Date.parse(gone.last_seen!)).toBeLessThan(10_000);
    const { body } = await elena.ask('get', `/conversations/${bakery.client.id}`);
    const ana = (body as { conversation: Conversation }).conversation.participants.find((each) => each.id === id);
    expect([ana?.presence, ana?.last_seen]).toEqual(['offline', gone.last_seen]);
    expect(heardOf(bogdan.named, id)).toEqual([]);
    expect(await tell(elena.socket, 'presence:set', { status: 'plecat' })).toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});
