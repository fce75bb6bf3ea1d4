import type { Socket as NetSocket } from 'node:net';
import { LIVE, type LiveBody } from '@dosar/contracts';
import { Unavailable } from '@dosar/kernel/runtime';
import {
  ADMIN,
  aFile,
  aFirm,
  aFolder,
  aGateway,
  anUpload,
  memoryPorts,
  PASSWORD,
  type Gateway,
} from '../../testing/gateway';
import { next, pause, socketsTo, within, type Sockets } from '../../testing/sockets';
import { Live } from './live';

type Changed = LiveBody<'files:changed'>;

let gateway: Gateway;
let sockets: Sockets;

beforeAll(async () => {
  gateway = await aGateway({ DOSAR_LIMITS: 'on' });
  sockets = await socketsTo(gateway);
});
afterAll(() => gateway.close());

const tokenOf = (email: string, password: string = PASSWORD) => sockets.tokenOf(email, password);
const socketOf = (auth: object, extraHeaders: Record<string, string> = {}) => sockets.socketOf(auth, { extraHeaders });

/** A socket in its rooms, and what it receives. */
const listener = async (token: string, since?: string) => {
  const socket = socketOf({ token, ...(since !== undefined && { since }) });
  const heard: Changed[] = [];
  socket.on('files:changed', (body: Changed) => heard.push(body));
  const resynced = new Promise<void>((resolve) => socket.once('resync', () => resolve()));
  await next(socket, 'connect');
  await pause(50);
  return { socket, heard, resynced };
};

describe('who may open a socket', () => {
  it('has twenty of one session, also when they come at once, and room again when one is closed', async () => {
    const token = await tokenOf(ADMIN.email, ADMIN.password);
    const opened = Array.from({ length: 30 }, () => socketOf({ token }));
    const answers = await Promise.all(
      opened.map(
        (socket) =>
          new Promise<string | null>((resolve) => {
            socket.once('connect', () => resolve(null));
            socket.once('connect_error', ({ message }) => resolve(message));
          }),
      ),
    );
    expect(answers.filter((why) => why === null)).toHaveLength(20);
    expect(answers.filter((why) => why !== null)).toEqual(Array(10).fill(LIVE.full));
    for (const socket of opened) socket.disconnect();
    await pause(200);
    await next(socketOf({ token }), 'connect');
  });

  it.each([
    ['without a token', {}],
    ['with a token that is none', { token: 'nonsense' }],
    ['with something else', { token: { $ne: null } }],
  ])('refuses one %s', async (_, auth) => {
    const error = await next<Error>(socketOf(auth), 'connect_error');
    expect(error.message).toBe(LIVE.refused);
  });

  it('refuses one that says nonsense of what it has heard, and not its token', async () => {
    const token = await tokenOf(ADMIN.email, ADMIN.password);
    const error = await next<Error>(socketOf({ token, since: '7; drop' }), 'connect_error');
    expect(error.message).toBe(LIVE.malformed);
  });

  it('refuses one whose session is over', async () => {
    const token = await tokenOf(ADMIN.email, ADMIN.password);
    await gateway.as(token)('post', '/auth/logout').expect(204);
    expect((await next<Error>(socketOf({ token }), 'connect_error')).message).toBe(LIVE.refused);
  });

  it('lets nobody in whom it cannot tell what they missed, and the log file says why', async () => {
    const ports = memoryPorts();
    let isOut = false;
    const events: typeof ports.events = {
      ...ports.events,
      head: async () => {
        if (isOut) throw new Unavailable('the log is out of reach');
        return ports.events.head();
      },
    };
    const own = await aGateway({}, { ...ports, events });
    const { enter, socketOf: open, tokenOf: token } = await socketsTo(own);
    const auth = { token: await token(ADMIN.email, ADMIN.password), since: '1' };
    const error = jest.spyOn(own.installation.logger, 'error');
    const about = () => error.mock.calls.filter(([, what]) => what === 'a socket could not be let in');
    isOut = true;
    expect(await next(open(auth), 'disconnect')).toBe('io server disconnect');
    expect(about()).toEqual([
      [
        { err: expect.objectContaining({ message: 'the log is out of reach' }) as Error },
        'a socket could not be let in',
      ],
    ]);
    // a wrong token is no outage
    await next(open({ token: 'nonsense' }), 'connect_error');
    expect(about()).toHaveLength(1);
    isOut = false;
    expect((await enter(auth.token, auth.since)).connected).toBe(true);
    await own.close();
  });

  it.each([['https://evil.example'], ['null'], ['not an origin']])('refuses a page of %s', async (origin) => {
    const token = await tokenOf(ADMIN.email, ADMIN.password);
    await next(socketOf({ token }, { origin }), 'connect_error');
  });

  it('takes its own page, on both transports', async () => {
    const token = await tokenOf(ADMIN.email, ADMIN.password);
    await next(socketOf({ token }, { origin: sockets.address }), 'connect');
    await next(sockets.socketOf({ token }, { transports: ['polling'] }), 'connect');
  });
});

describe('what is heard of documents', () => {
  it('is told to those who may see the client, and to nobody else, once it can be read', async () => {
    const { bakery, mill, accountant } = await aFirm(gateway);
    const other = await aFirm(gateway, 'Cifra Exactă');
    const own = await listener(await tokenOf(bakery.user.email!));
    const theirs = await listener(await tokenOf(accountant.email!));
    const all = await listener(await tokenOf(ADMIN.email, ADMIN.password));
    const sibling = await listener(await tokenOf(mill.user.email!));
    const foreign = await listener(await tokenOf(other.accountant.email!));

    const folder = await aFolder(bakery.ask, 'Facturi');
    const told = next<Changed>(theirs.socket, 'files:changed');
    await anUpload(bakery.ask, 'factura.txt', 'unu', { folder_id: folder.id })
      .set('prefer', 'respond-async')
      .expect(201);
    expect(await told).toMatchObject({ client_id: bakery.client.id, folder_ids: [folder.id] });
    const token = await tokenOf(accountant.email!);
    const { body } = await gateway.as(token)('get', `/files?folderId=${folder.id}`).expect(200);
    expect((body as { files: unknown[] }).files).toHaveLength(1);

    await pause(50);
    for (const { heard } of [own, theirs, all])
      expect(heard.map(({ folder_ids }) => folder_ids)).toEqual([[null], [folder.id]]);
    for (const { heard } of [sibling, foreign]) expect(heard).toEqual([]);
  });

  it('names both ends of a move, and one message for an action', async () => {
    const { bakery, accountant } = await aFirm(gateway);
    const from = await aFolder(bakery.ask, 'De la');
    const to = await aFolder(bakery.ask, 'La');
    const files = [await aFile(bakery.ask, 'a.txt', { folder_id: from.id }), await aFile(bakery.ask, 'b.txt')];
    const { heard } = await listener(await tokenOf(accountant.email!));
    await bakery
      .ask('post', '/bulk/files/move', { file_ids: files.map(({ id }) => id), target_folder_id: to.id })
      .expect(200);
    await pause(100);
    expect(new Set(heard.flatMap(({ folder_ids }) => folder_ids))).toEqual(new Set([from.id, null, to.id]));
    expect(heard.length).toBeLessThanOrEqual(2);
  });

  it('is told afterwards to whoever missed it, each once', async () => {
    const { bakery } = await aFirm(gateway);
    const token = await tokenOf(bakery.user.email!);
    const first = await listener(token);
    await aFolder(bakery.ask, 'Unu');
    await pause(50);
    const since = first.heard.at(-1)!.position;
    first.socket.disconnect();
    await aFolder(bakery.ask, 'Doi');
    await aFolder(bakery.ask, 'Trei');
    const again = await listener(token, since);
    await aFolder(bakery.ask, 'Patru');
    await pause(50);
    expect(again.heard).toHaveLength(3);
    expect(again.heard.every(({ position }) => BigInt(position) > BigInt(since))).toBe(true);
    expect(new Set(again.heard.map(({ position }) => position)).size).toBe(3);
  });

  it('is not told, but to be read again, when it is more than a thousand events, or of another log', async () => {
    const { bakery } = await aFirm(gateway);
    const token = await tokenOf(bakery.user.email!);
    const first = await listener(token);
    await aFolder(bakery.ask, 'Primul');
    await pause(50);
    const since = first.heard.at(-1)!.position;
    first.socket.disconnect();
    for (const year of [2021, 2022, 2023, 2024, 2025])
      await bakery.ask('post', '/folders/bulk-create-accounting-structure', { year }).expect(201);
    await within((await listener(token, since)).resynced);
    await within((await listener(token, '999999999999')).resynced);
  });
});

describe('what is heard of the own account', () => {
  type MeChanged = LiveBody<'me:changed'>;
  const ofMe = async (email: string, password?: string, since?: string) => {
    const { socket } = await listener(await tokenOf(email, password), since);
    const heard: MeChanged[] = [];
    socket.on('me:changed', (body: MeChanged) => heard.push(body));
    return { socket, heard };
  };

  it('is told wherever its person is signed in, and to nobody else, once it can be read', async () => {
    const { admin, bakery, mill, accountant } = await aFirm(gateway);
    const first = await ofMe(bakery.user.email!);
    const second = await ofMe(bakery.user.email!);
    const others = [
      await ofMe(mill.user.email!),
      await ofMe(accountant.email!),
      await ofMe(ADMIN.email, ADMIN.password),
    ];
    const told = next<MeChanged>(second.socket, 'me:changed');
    const preferences = { language: 'en', theme: 'dark' };
    await bakery.ask('patch', '/users/me', { preferences }, { prefer: 'respond-async' }).expect(200);
    await told;
    const { body } = await bakery.ask('get', '/users/me').expect(200);
    expect(body).toMatchObject({ user: { preferences } });

    await admin('patch', `/users/${bakery.user.id}`, { name: 'Ana Maria Țăranu' }).expect(200);
    await aFolder(bakery.ask, 'Nu despre mine');
    await pause(100);
    expect([first.heard.length, second.heard.length]).toEqual([2, 2]);
    expect(others.flatMap(({ heard }) => heard)).toEqual([]);
  });

  it('is told to whoever sees other clients from now on, and says so', async () => {
    const { admin, bakery, mill, accountant, firm } = await aFirm(gateway, 'Cu acces', 'assigned');
    const ofAccountant = await ofMe(accountant.email!);
    const ofClient = await ofMe(mill.user.email!);
    const ofStranger = await ofMe((await aFirm(gateway, 'Alt cabinet')).accountant.email!);
    const told = async (change: () => PromiseLike<unknown>) => {
      const heard = next<MeChanged>(ofAccountant.socket, 'me:changed');
      await change();
      return (await within(heard)).access;
    };
    const place = `/clients/${bakery.client.id}/accountants`;
    const clientsSeen = async () => {
      const { body } = await gateway
        .as(await tokenOf(accountant.email!))('get', '/clients')
        .expect(200);
      return (body as { total: number }).total;
    };
    expect(await told(() => admin('post', place, { accountant_ids: [accountant.id] }).expect(200))).toBe(true);
    expect(await clientsSeen()).toBe(1);
    expect(await told(() => admin('delete', `${place}/${accountant.id}`).expect(204))).toBe(true);
    expect(await clientsSeen()).toBe(0);
    const scope = (accountant_scope: string) => admin('patch', `/firms/${firm.id}`, { accountant_scope }).expect(200);
    expect(await told(() => scope('firm'))).toBe(true);
    expect(await clientsSeen()).toBe(2);
    expect([ofClient, ofStranger].flatMap(({ heard }) => heard)).toEqual([]);
  });

  it('is told afterwards to whoever missed it', async () => {
    const { bakery, mill } = await aFirm(gateway);
    const before = await ofMe(bakery.user.email!);
    await bakery.ask('patch', '/users/me', { phone: '0721123456' }).expect(200);
    await pause(50);
    before.socket.disconnect();
    await mill.ask('patch', '/users/me', { phone: '0721123456' }).expect(200);
    await bakery.ask('patch', '/users/me', { phone: '0721123457' }).expect(200);
    const socket = socketOf({ token: await tokenOf(bakery.user.email!), since: before.heard.at(-1)!.position });
    const heard: MeChanged[] = [];
    socket.on('me:changed', (body: MeChanged) => heard.push(body));
    await next(socket, 'connect');
    await pause(100);
    expect(heard).toHaveLength(1);
  });
});

describe('when it ends', () => {
  it('is told when its session is over, and closed within a second', async () => {
    const { bakery } = await aFirm(gateway);
    const token = await tokenOf(bakery.user.email!);
    const { socket } = await listener(token);
    const revoked = next(socket, 'session:revoked');
    const closed = next<string>(socket, 'disconnect');
    await gateway.as(token)('post', '/auth/logout').expect(204);
    await revoked;
    expect(await closed).toBe('io server disconnect');
  });

  it('hears nothing any more of a client that its person may not see any more', async () => {
    const { admin, bakery, mill, accountant } = await aFirm(gateway, 'Cu repartizare', 'assigned');
    const place = (clientId: string) => `/clients/${clientId}/accountants`;
    const assign = (clientId: string) =>
      admin('post', place(clientId), { accountant_ids: [accountant.id] }).expect(200);
    const unassign = (clientId: string) => admin('delete', `${place(clientId)}/${accountant.id}`).expect(204);
    const { heard } = await listener(await tokenOf(accountant.email!));
    await aFolder(bakery.ask, 'Nevăzut');
    await assign(bakery.client.id);
    await assign(mill.client.id);
    await pause(100);
    await aFolder(bakery.ask, 'Văzut');
    await pause(100);
    expect(heard).toHaveLength(1);
    await unassign(bakery.client.id);
    await pause(100);
    await aFolder(bakery.ask, 'Iar nevăzut');
    await aFolder(mill.ask, 'Încă văzut');
    await pause(100);
    expect(heard.map(({ client_id }) => client_id)).toEqual([bakery.client.id, mill.client.id]);
  });
});

describe('what a console says', () => {
  it.each(['message:new', 'files:changed', 'error', '__proto__', 'constructor', 'toString'])(
    'answers %s, which nobody may send, and goes on',
    async (event) => {
      const { socket } = await listener(await tokenOf(ADMIN.email, ADMIN.password));
      expect(await socket.timeout(1_000).emitWithAck(event, { any: 'thing' })).toMatchObject({ code: 'NOT_FOUND' });
      expect(socket.connected).toBe(true);
    },
  );

  it('is limited to forty at once', async () => {
    const { socket } = await listener(await tokenOf(ADMIN.email, ADMIN.password));
    const began = performance.now();
    const set = () => socket.timeout(20_000).emitWithAck('presence:set', { status: 'busy' }) as Promise<object>;
    const answers = await Promise.all(Array.from({ length: 55 }, set));
    const limited = answers.filter((each) => 'code' in each && each.code === 'TOO_MANY_REQUESTS').length;
    const seconds = (performance.now() - began) / 1_000;
    expect(limited).toBeGreaterThanOrEqual(15 - Math.ceil(20 * seconds));
    expect(limited).toBeLessThanOrEqual(15);
  });

  it('ends the connection when it is too large', async () => {
    const { socket } = await listener(await tokenOf(ADMIN.email, ADMIN.password));
    const closed = next(socket, 'disconnect');
    socket.emit('nothing', 'x'.repeat(20_000));
    await closed;
  });
});

describe('who does not listen', () => {
  it('is let go when too much waits, and the others go on', async () => {
    const { bakery, mill } = await aFirm(gateway);
    const deaf = await listener(await tokenOf(bakery.user.email!));
    const { socket, heard } = await listener(await tokenOf(bakery.user.email!));
    const { _socket } = (deaf.socket.io.engine.transport as unknown as { ws: { _socket: NetSocket } }).ws;
    _socket.pause();
    const count = () => gateway.app.get(Live)['server'].sockets.sockets.size;
    const before = count();
    const folder_ids = Array.from({ length: 500 }, () => mill.client.id);
    for (let at = 1; count() === before && at < 5_000; at += 1) {
      const body = { client_id: bakery.client.id, folder_ids, position: String(at) };
      gateway.app.get(Live)['send']({ to: { clientId: bakery.client.id }, event: 'files:changed', body });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(count()).toBe(before - 1);
    expect(socket.connected).toBe(true);
    expect(heard.length).toBeGreaterThan(100);
    _socket.resume();
  });
});

describe('who has missed much', () => {
  it('hears it all by long polling, though others are told something before it asks', async () => {
    const busy = await aGateway();
    const { address, tokenOf } = await socketsTo(busy);
    const { bakery } = await aFirm(busy);
    const missed = 300;
    const since = busy.app.get(Live)['at']!;
    for (let at = 0; at < missed; at += 1)
      await bakery
        .ask('post', '/folders', { name: `Dosar ${at}` })
        .set('prefer', 'respond-async')
        .expect(201);
    const auth = { token: await tokenOf(bakery.user.email!), since: String(since) };

    const line = `${address}/socket.io/?EIO=4&transport=polling`;
    const { sid } = JSON.parse((await (await fetch(line)).text()).slice(1)) as { sid: string };
    await fetch(`${line}&sid=${sid}`, { method: 'POST', body: `40${JSON.stringify(auth)}` });
    await pause(500);
    await aFolder(bakery.ask, 'Încă unul');
    await pause(200);

    let heard = 0;
    while (heard < missed + 1) {
      const answer = await fetch(`${line}&sid=${sid}`);
      expect(answer.status).toBe(200);
      heard += (await answer.text()).split('files:changed').length - 1;
    }
    expect(heard).toBe(missed + 1);
    await busy.close();
  });
});

describe('when the server stops', () => {
  it('lets go of its sockets so that they come back by themselves, and does not wait for them', async () => {
    const stopping = await aGateway();
    const { enter, tokenOf } = await socketsTo(stopping);
    const socket = await enter(await tokenOf(ADMIN.email, ADMIN.password));
    const closed = next<string>(socket, 'disconnect');
    await within(stopping.close(), 3_000);
    expect(await closed).toBe('transport close');
  });
});
