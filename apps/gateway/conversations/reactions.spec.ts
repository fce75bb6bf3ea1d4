import type { Conversation, LiveBody, Message, Problem, Reaction } from '@dosar/contracts';
import { aFirm, aGateway, type Ask, type Gateway } from '../testing/gateway';
import { next, socketsTo } from '../testing/sockets';

describe('reactions to messages', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let id: string;
  beforeAll(async () => {
    gateway = await aGateway();
    firm = await aFirm(gateway);
    id = firm.bakery.client.id;
  });
  afterAll(() => gateway.close());

  const say = async (ask: Ask, text: string) =>
    ((await ask('post', `/conversations/${id}/messages`, { text }).expect(201)).body as { data: Message }).data;
  const react = (ask: Ask, message: string, emoji: string) => ask('post', `/messages/${message}/reactions`, { emoji });
  const takeBack = (ask: Ask, message: string, emoji: string) =>
    ask('delete', `/messages/${message}/reactions/${encodeURIComponent(emoji)}`);
  const newest = async (ask: Ask, more = '') => {
    const { body } = await ask('get', `/conversations/${id}/messages?limit=1${more}`).expect(200);
    return (body as { messages: Message[] }).messages[0]!;
  };
  const position = async () => String((await gateway.ports.events.head())!);

  it('are of each kind once a person, and are taken back by whoever made them', async () => {
    const { bakery, accountant, accountantAsk } = firm;
    const { id: message } = await say(accountantAsk, 'Trimiteți extrasul');
    const answered = await react(bakery.ask, message, '✅').expect(201);
    const seen: Reaction[] = [{ emoji: '✅', user_ids: [bakery.user.id] }];
    expect((answered.body as { data: Message }).data).toMatchObject({ id: message, reactions: seen });
    await react(bakery.ask, message, '✅').expect(201);
    await react(bakery.ask, message, '👍').expect(201);
    await react(accountantAsk, message, '👍').expect(201);
    const both: Reaction = { emoji: '👍', user_ids: [bakery.user.id, accountant.id] };
    expect((await newest(accountantAsk)).reactions).toEqual([...seen, both]);
    await takeBack(bakery.ask, message, '👍').expect(204);
    await takeBack(bakery.ask, message, '👍').expect(204);
    await takeBack(bakery.ask, message, '✅').expect(204);
    expect((await newest(bakery.ask)).reactions).toEqual([{ emoji: '👍', user_ids: [accountant.id] }]);
    const { body } = await firm.admin('get', `/audit/messages/${message}/history`).expect(200);
    const { events } = body as { events: { event_type: string; details: { emoji?: string } }[] };
    expect(events.slice(1).map(({ event_type, details: { emoji } }) => `${event_type} ${emoji}`)).toEqual([
      'ReactionAdded ✅',
      'ReactionAdded 👍',
      'ReactionAdded 👍',
      'ReactionRemoved 👍',
      'ReactionRemoved ✅',
    ]);
  });

  it('are made by whoever may write there, to what is there, with what is known', async () => {
    const { id: message } = await say(firm.accountantAsk, 'Bună ziua');
    await react(firm.mill.ask, message, '✅').expect(404);
    await takeBack(firm.mill.ask, message, '✅').expect(404);
    for (const emoji of ['🦄', '', 'văzut']) {
      const { fields } = (await react(firm.bakery.ask, message, emoji).expect(422)).body as Problem;
      expect(Object.keys(fields!)).toEqual(['emoji']);
    }
    await takeBack(firm.bakery.ask, message, '🦄').expect(404);
    await react(firm.bakery.ask, 'nimic', '✅').expect(404);
    // they ring nowhere, and make nobody a participant
    await react(firm.admin, message, '❓').expect(201);
    const { body } = await firm.accountantAsk('get', `/conversations/${id}`).expect(200);
    const { participants } = (body as { conversation: Conversation }).conversation;
    expect(participants.map(({ role }) => role)).not.toContain('admin');
    const news = await firm.accountantAsk('get', '/notifications').expect(200);
    expect((news.body as { unread_count: number }).unread_count).toBe(0);
  });

  it('are not shown of a deleted message, take none, and are there again with it', async () => {
    const { bakery, accountantAsk } = firm;
    const { id: message } = await say(accountantAsk, 'Greșit');
    await react(bakery.ask, message, '❤️').expect(201);
    const gone = await accountantAsk('delete', `/messages/${message}`).expect(204);
    expect(await newest(bakery.ask)).toMatchObject({ id: message, deleted: true, reactions: [] });
    await react(bakery.ask, message, '✅').expect(404);
    await takeBack(bakery.ask, message, '❤️').expect(404);
    const correlation_id = gone.headers['x-correlation-id'];
    await accountantAsk('post', '/audit/undo', { correlation_id }).expect(200);
    expect((await newest(bakery.ask)).reactions).toEqual([{ emoji: '❤️', user_ids: [bakery.user.id] }]);
  });

  it('are bounded: a person who takes them back and makes them again is stopped', async () => {
    const { id: message } = await say(firm.accountantAsk, 'De multe ori');
    for (let at = 0; at < 50; at += 1) {
      await react(firm.bakery.ask, message, '👍').expect(201);
      await takeBack(firm.bakery.ask, message, '👍').expect(204);
    }
    const { body } = await react(firm.bakery.ask, message, '👍').expect(422);
    expect((body as Problem).fields).toEqual({ emoji: 'Acest mesaj a primit prea multe reacții' });
    await react(firm.accountantAsk, message, '👍').expect(201);
  });

  it('of then are shown as of then', async () => {
    const { bakery, accountantAsk } = firm;
    const { id: message } = await say(accountantAsk, 'Atunci');
    const before = await position();
    await react(bakery.ask, message, '🎉').expect(201);
    const during = await position();
    await takeBack(bakery.ask, message, '🎉').expect(204);
    expect((await newest(accountantAsk, `&at=${before}`)).reactions).toEqual([]);
    expect((await newest(accountantAsk, `&at=${during}`)).reactions).toMatchObject([{ emoji: '🎉' }]);
    expect((await newest(accountantAsk)).reactions).toEqual([]);
  });

  it('are undone as deeds, by whoever did them', async () => {
    const { bakery, accountantAsk, admin } = firm;
    const { id: message } = await say(accountantAsk, 'Anulați');
    const deed = (await react(bakery.ask, message, '✅').expect(201)).headers['x-correlation-id'];
    const undo = (ask: Ask, correlation_id: string | undefined, more = {}) =>
      ask('post', '/audit/undo', { correlation_id, ...more });
    const { body } = await undo(bakery.ask, deed, { dry_run: true }).expect(200);
    expect(body).toMatchObject({
      plan: { steps: [{ will: 'react', from: { reactions: ['✅'] }, to: { reactions: [] }, conflict: null }] },
    });
    expect((await undo(admin, deed)).body).toMatchObject({ code: 'UNDO_CONFLICTS' });
    const undone = await undo(bakery.ask, deed).expect(200);
    expect((await newest(bakery.ask)).reactions).toEqual([]);
    await undo(bakery.ask, undone.headers['x-correlation-id']).expect(200);
    expect((await newest(bakery.ask)).reactions).toMatchObject([{ emoji: '✅' }]);
  });

  it('are told to those who read there, and after a while away as well', async () => {
    const sockets = await socketsTo(gateway);
    const token = await sockets.tokenOf(firm.bakery.user.email!);
    const ana = await sockets.enter(token);
    const stranger = await sockets.enter(await sockets.tokenOf(firm.mill.user.email!));
    const strangers: string[] = [];
    stranger.onAny((event: string) => strangers.push(event));
    const { id: message } = await say(firm.accountantAsk, 'Pe loc');
    const since = await position();
    const told = next<LiveBody<'message:reaction'>>(ana, 'message:reaction');
    await react(firm.accountantAsk, message, '✅').expect(201);
    expect(await told).toMatchObject({ message: { id: message, reactions: [{ emoji: '✅' }] } });
    const again = sockets.socketOf({ token, since });
    expect(await next(again, 'message:reaction')).toMatchObject({ message: { id: message } });
    expect(strangers).not.toContain('message:reaction');
  });
});
