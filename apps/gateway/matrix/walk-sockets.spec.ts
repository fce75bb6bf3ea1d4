import type { Socket } from 'socket.io-client';
import { consoleEvents, type ConsoleEvent } from '@dosar/contracts';
import { parseRecord } from '@dosar/kernel/runtime';
import { staysSo, until } from '@dosar/kernel/testing/waiting';
import { aFirm, aGateway, memoryPorts, type Gateway } from '../testing/gateway';
import { socketsTo } from '../testing/sockets';
import { meantOfConsoles } from './meant';
import { aMessage } from './world';

type Acked = Readonly<Record<string, unknown>>;
const say = (socket: Socket, event: string, body: object) =>
  socket.timeout(5_000).emitWithAck(event, body) as Promise<Acked>;

describe('what of each thing that a console says is in the log', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let sockets: Awaited<ReturnType<typeof socketsTo>>;
  let isBroken = false;
  beforeAll(async () => {
    const ports = memoryPorts();
    const append: typeof ports.events.append = async (...all) => {
      if (isBroken) throw new Error('the disk is full');
      return ports.events.append(...all);
    };
    gateway = await aGateway({}, { ...ports, events: { ...ports.events, append } });
    firm = await aFirm(gateway);
    sockets = await socketsTo(gateway);
  });
  afterAll(() => gateway.close());
  afterEach(() => void (isBroken = false));

  /** Somebody with a socket of a session of their own. */
  const enter = async ({ email }: { readonly email: string | null }) => sockets.enter(await sockets.tokenOf(email!));
  const typesBy = async (userId: string, after = 0): Promise<string[]> => {
    const { events } = gateway.ports;
    const head = Number((await events.head()) ?? 0n);
    const records = await events.at(Array.from({ length: head - after }, (_, at) => BigInt(after + at + 1)));
    const all = records.map((record) => parseRecord(record!));
    return all.filter(({ actor }) => actor.id === userId).map(({ type }) => type);
  };
  const head = async () => Number((await gateway.ports.events.head()) ?? 0n);
  /** Of the conversation of a client. */
  const bodyOf = async (event: ConsoleEvent, clientId: string) => {
    const where = { conversation_id: clientId };
    const bodies: Readonly<Record<ConsoleEvent, () => object | Promise<object>>> = {
      typing: () => ({ ...where, typing: true }),
      'presence:set': () => ({ status: 'away' }),
      'message:delivered': async () => ({ ...where, message_id: await aMessage(firm.admin, clientId) }),
    };
    return bodies[event]();
  };
  const all = Object.keys(consoleEvents) as ConsoleEvent[];

  it.each(all)('when it succeeds: %s', async (event) => {
    const { user, client } = firm.bakery;
    const socket = await enter(user);
    const body = await bodyOf(event, client.id);
    const before = await head();
    expect(await say(socket, event, body)).toEqual({});
    const { success } = meantOfConsoles[event];
    const types = typeof success === 'string' ? [] : success;
    await until(async () => (await typesBy(user.id, before)).length >= types.length);
    await staysSo(async () => (await typesBy(user.id, before)).length === types.length);
    expect(await typesBy(user.id, before)).toEqual(types);
  });

  it.each(all.filter((event) => meantOfConsoles[event].refusal === 'AccessRefused'))(
    'when it is refused: %s',
    async (event) => {
      const socket = await enter(firm.mill.user);
      const body = await bodyOf(event, firm.bakery.client.id);
      const before = await head();
      expect(await say(socket, event, body)).toMatchObject({ code: 'NOT_FOUND' });
      await until(async () => (await typesBy(firm.mill.user.id, before)).length > 0);
      expect(await typesBy(firm.mill.user.id, before)).toEqual(['AccessRefused']);
    },
  );

  it.each(all)('when it fails: %s', async (event) => {
    const { user, client } = firm.bakery;
    const socket = await enter(user);
    const body = await bodyOf(event, client.id);
    const before = await head();
    isBroken = true;
    const answer = await say(socket, event, body);
    isBroken = false;
    if (meantOfConsoles[event].failure === 'unaffected') expect(answer).toEqual({});
    else expect(answer).toMatchObject({ code: expect.any(String) as string });
    expect(await typesBy(user.id, before)).toEqual([]);
  });
});
