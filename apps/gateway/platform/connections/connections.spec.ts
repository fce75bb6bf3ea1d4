import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type AddressInfo, type Socket as NetSocket } from 'node:net';
import { WebSocket } from 'ws';
import { LIVE, type Problem } from '@dosar/contracts';
import { ADMIN, aFirm, aGateway, PASSWORD, type Gateway } from '../../testing/gateway';
import { becomes, next, pause, socketsTo, within, type Sockets } from '../../testing/sockets';
import { Connections } from './connections';
import { Live } from '../sockets/live';

let gateway: Gateway;
let sockets: Sockets;
let port: number;

const polling = (from: string, query = '', more: { method?: string; body?: string; token?: string } = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const path = `/socket.io/?EIO=4&transport=polling${query}`;
    const headers = { 'x-forwarded-for': from, ...(more.token && { authorization: `Bearer ${more.token}` }) };
    const asked = request({ port, path, method: more.method ?? 'GET', headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }));
    });
    asked.on('error', reject).end(more.body);
  });
const sidOf = (text: string) => (JSON.parse(text.slice(1)) as { sid: string }).sid;

const open: WebSocket[] = [];
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate();
  for (const each of Object.values(engine().clients)) each.close(true);
  await becomes(() => [anonymous(), sessions()], [0, 0]);
});
/** A raw websocket, and everything it receives. */
const websocket = (from: string, protocols: string[] = []) => {
  const address = `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address, protocols, { headers: { 'x-forwarded-for': from } });
  open.push(socket);
  const heard: string[] = [];
  socket.on('message', (data) => heard.push((data as Buffer).toString()));
  socket.on('error', () => undefined);
  const ended = within(new Promise<number>((resolve) => socket.once('close', resolve)));
  return { socket, heard, ended, isOpen: () => socket.readyState === WebSocket.OPEN };
};
const opened = async (from: string, protocols?: string[]) => {
  const line = websocket(from, protocols);
  await once(line.socket, 'open');
  return line;
};
const entered = async (from: string, token: string) => {
  const line = await opened(from);
  line.socket.send(`40${JSON.stringify({ token })}`);
  await becomes(() => line.heard.some((each) => each.startsWith('40')), true);
  return line;
};

const anonymous = () => gateway.app.get(Connections)['anonymous']['count'];
const engine = () =>
  gateway.app.get(Live)['server'].engine as unknown as {
    readonly clientsCount: number;
    readonly clients: Readonly<Record<string, { close(isAtOnce: true): void }>>;
  };
const sessions = () => engine().clientsCount;
let addresses = 0;
/** A new address for each test, so that limits do not interfere. */
const elsewhere = () => `198.51.100.${(addresses += 1)}`;
let token: string;

beforeAll(async () => {
  gateway = await aGateway({ DOSAR_LIMITS: 'on', DOSAR_TRUSTED_PROXIES: '1' });
  sockets = await socketsTo(gateway);
  port = (gateway.server.address() as AddressInfo).port;
  token = await sockets.tokenOf(ADMIN.email, ADMIN.password);
});
afterAll(() => gateway.close());

describe('sessions without a user', () => {
  it('are at most twenty of an address, by both transports; more are refused before anything is made for them', async () => {
    const here = elsewhere();
    const there = elsewhere();
    const answers = await Promise.all(Array.from({ length: 60 }, () => polling(here)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect([anonymous(), sessions()]).toEqual([20, 20]);
    const [{ status, headers, text }] = refused as [(typeof refused)[0]];
    expect([status, headers['retry-after'], (JSON.parse(text) as Problem).code]).toEqual([
      429,
      '3',
      'TOO_MANY_REQUESTS',
    ]);
    expect((await polling(there)).status).toBe(200);
  });

  it('count together for a network of IPv6', async () => {
    const answers = [];
    for (let at = 1; at <= 22; at += 1) answers.push((await polling(`2001:db8:0:7::${at}`)).status);
    expect(answers.filter((status) => status === 429)).toHaveLength(2);
    expect((await polling('2001:db8:0:8::1')).status).toBe(200);
  });

  it('are at most a thousand in all', async () => {
    const all = await Promise.all(
      Array.from({ length: 1_100 }, (_, at) => polling(`203.0.${at >> 8}.${at & 255}`).then(({ status }) => status)),
    );
    expect(all.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1_000);
    expect(anonymous()).toBeLessThanOrEqual(1_000);
    expect(sessions()).toBeLessThanOrEqual(1_000);
  });

  it('end after three seconds, and leave nothing', async () => {
    const line = await opened(elsewhere());
    const { text } = await polling(elsewhere());
    expect([anonymous(), sessions()]).toEqual([2, 2]);
    const began = performance.now();
    expect(await line.ended).toBe(1008);
    expect(performance.now() - began).toBeGreaterThan(2_000);
    await becomes(sessions, 0);
    expect((await polling(elsewhere(), `&sid=${sidOf(text)}`)).status).toBe(400);
  });

  it('of a websocket take the place of long polling, and of the oldest, once it had its time', async () => {
    const here = elsewhere();
    for (let at = 0; at < 20; at += 1) expect((await polling(here)).status).toBe(200);
    const lines: Awaited<ReturnType<typeof opened>>[] = [];
    for (let at = 0; at < 20; at += 1) lines.push(await opened(here));
    expect([anonymous(), sessions()]).toEqual([20, 20]);
    expect((await polling(here)).status).toBe(429);
    await pause(600);
    const newest = await opened(here);
    expect(await lines[0]!.ended).toBe(1008);
    expect([newest, ...lines.slice(1)].every(({ isOpen }) => isOpen())).toBe(true);
    expect(anonymous()).toBe(20);
  });

  it('are not counted any more from when they are somebody’s, nor when they end in whatever way', async () => {
    const here = elsewhere();
    const line = await entered(here, token);
    expect([anonymous(), sessions()]).toEqual([0, 1]);
    line.socket.close();
    const left = await opened(here);
    const cut = await opened(here);
    const odd = await opened(here);
    left.socket.close();
    cut.socket.terminate();
    odd.socket.send('x');
    const { text } = await polling(here);
    await polling(here, `&sid=${sidOf(text)}`, { method: 'POST', body: '1' });
    const old = await polling(here, '&EIO=3');
    expect(old.status).toBe(400);
    await becomes(anonymous, 0, 2_500);
    await becomes(sessions, 0, 2_500);
  });
});

describe('somebody with a token', () => {
  it('gets in while strangers of the same address hold and take all places, by both transports', async () => {
    const here = elsewhere();
    const end = Date.now() + 1_500;
    const flood = async () => {
      while (Date.now() < end) await polling(here);
    };
    const floods = Array.from({ length: 8 }, flood);
    await pause(100);
    for (let at = 0; at < 3; at += 1) {
      const { status, text } = await polling(here, '', { token });
      expect(status).toBe(200);
      await pause(150);
      const body = `40${JSON.stringify({ token })}`;
      expect((await polling(here, `&sid=${sidOf(text)}`, { method: 'POST', body })).text).toBe('ok');
      await polling(here, `&sid=${sidOf(text)}`, { method: 'POST', body: '1' });
      const line = await opened(here, [LIVE.protocol, token]);
      expect(line.socket.protocol).toBe(LIVE.protocol);
      await pause(150);
      expect(line.isOpen()).toBe(true);
      line.socket.terminate();
    }
    await Promise.all(floods);
  });

  it('is counted as their session from the handshake on, and once', async () => {
    const own = await sockets.tokenOf(ADMIN.email, ADMIN.password);
    const here = elsewhere();
    const lines: Awaited<ReturnType<typeof opened>>[] = [];
    for (let at = 0; at < 20; at += 1) lines.push(await opened(here, [LIVE.protocol, own]));
    for (const { socket } of lines) socket.send(`40${JSON.stringify({ token: own })}`);
    await becomes(() => lines.every(({ heard }) => heard.some((each) => each.startsWith('40'))), true);
    expect((await polling(here, '', { token: own })).status).toBe(429);
    lines[0]!.socket.terminate();
    await becomes(sessions, 19);
    expect((await polling(here, '', { token: own })).status).toBe(200);
  });

  it('is nobody when the token is not good', async () => {
    const here = elsewhere();
    const answers = await Promise.all(Array.from({ length: 30 }, () => polling(here, '', { token: `${token}x` })));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});

describe('a connection', () => {
  it.each([
    ['a token that is not good', [`40${JSON.stringify({ token: 'x' })}`], true],
    ['no token', ['40'], true],
    ['another namespace', ['40/other,{}'], false],
    ['an event before it is somebody’s', ['42["typing",{}]'], false],
    ['binary data', ['451-["typing",{"_placeholder":true,"num":0}]'], false],
    ['what is no packet', ['4x'], false],
  ])('ends at once with %s', async (_, packets, isTold) => {
    const line = await opened(elsewhere());
    for (const packet of packets) line.socket.send(packet);
    await line.ended;
    expect(line.heard.filter((each) => each.includes(LIVE.refused))).toHaveLength(isTold ? 1 : 0);
    expect(sessions()).toBe(0);
  });

  it.each([
    ['connects a second time', '40{}'],
    ['connects to another namespace', '40/other,{}'],
    ['sends an event of another namespace', '42/other,["typing",{}]'],
    ['sends an event with an attachment', '451-["typing",{"_placeholder":true,"num":0}]'],
    ['leaves what it is connected to', '41'],
    ['sends binary data', Buffer.from('x')],
  ])('of somebody ends when it %s', async (_, packet) => {
    const line = await entered(elsewhere(), token);
    line.socket.send(packet);
    await line.ended;
    expect(sessions()).toBe(0);
  });

  it('ends when it connects twice before it is answered, and is answered once at most', async () => {
    const line = await opened(elsewhere());
    for (let at = 0; at < 50; at += 1) line.socket.send(`40${JSON.stringify({ token })}`);
    await line.ended;
    expect(line.heard.filter((each) => each.startsWith('4')).length).toBeLessThanOrEqual(1);
    expect(sessions()).toBe(0);
  });

  const answered = '42["typing",{"conversation_id":"x","typing":true}]';
  it.each<[string, (socket: WebSocket) => void]>([
    ['packets', (socket) => socket.send('43999[]')],
    ['events', (socket) => socket.send(answered)],
    ['pings', (socket) => socket.ping()],
    ['pongs', (socket) => socket.pong()],
  ])('ends, told why once, when it sends more than a hundred %s in a second', async (_, send) => {
    const line = await entered(elsewhere(), token);
    for (let at = 0; at < 150; at += 1) send(line.socket);
    expect(await line.ended).toBe(1008);
    expect(sessions()).toBe(0);
  });

  it('ends when a message comes in very many fragments', async () => {
    const line = await entered(elsewhere(), token);
    for (let at = 0; at < 100; at += 1) line.socket.send('', { fin: false });
    expect(await line.ended).toBe(1008);
  });

  it('stays when it sends eighty packets a second', async () => {
    const line = await entered(elsewhere(), token);
    for (let round = 0; round < 2; round += 1) {
      if (round > 0) await pause(1_000);
      for (let at = 0; at < 80; at += 1) line.socket.send('43999[]');
    }
    await pause(200);
    expect(line.isOpen()).toBe(true);
  });

  it.each([
    ['more than fifty packets in one payload', Array.from({ length: 51 }, () => '43999[]'), 400],
    ['fewer', Array.from({ length: 50 }, () => '43999[]'), 200],
  ])('of long polling: %s', async (_, packets, status) => {
    const here = elsewhere();
    const { text } = await polling(here, '', { token });
    const sid = `&sid=${sidOf(text)}`;
    await polling(here, sid, { method: 'POST', body: `40${JSON.stringify({ token })}` });
    await becomes(() => gateway.app.get(Live)['server'].sockets.sockets.size, 1);
    await polling(here, sid, { method: 'POST', body: packets.join('\x1e') }).catch(() => undefined);
    expect((await polling(here, sid)).status).toBe(status);
    await polling(here, sid, { method: 'POST', body: '1' }).catch(() => undefined);
    await becomes(sessions, 0);
  });

  it('of long polling ends when it is refused, though nobody asks for the answer', async () => {
    const here = elsewhere();
    const { text } = await polling(here);
    await polling(here, `&sid=${sidOf(text)}`, { method: 'POST', body: '40{}' });
    await becomes(sessions, 0, 2_500);
  });

  it('has its turn, and others have theirs, however many of its packets come together', async () => {
    const firm = await aFirm(gateway);
    const line = await entered(elsewhere(), await sockets.tokenOf(firm.bakery.user.email!));
    const socket = (line.socket as unknown as { _socket: NetSocket })._socket;
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    count();
    const handle = jest.spyOn(gateway.app.get(Live)['listeners'], 'hear');
    socket.cork();
    for (let at = 0; at < 90; at += 1) line.socket.send('42["nothing"]');
    socket.uncork();
    const before = turns;
    await becomes(() => handle.mock.calls.length > 50 || !line.isOpen(), true);
    isOver = true;
    expect(turns - before).toBeGreaterThan(50);
    handle.mockRestore();
  });
});

describe('refused events', () => {
  it('end the connection when twenty of them come in a row; each of the first is answered', async () => {
    const socket = await sockets.enter(token);
    const closed = next<string>(socket, 'disconnect');
    const answers: { code?: string }[] = [];
    for (let at = 0; at < 90; at += 1) socket.emit('nothing', (answer: { code: string }) => answers.push(answer));
    expect(await closed).toBe('transport close');
    expect(answers).toHaveLength(20);
    expect(answers.every(({ code }) => code === 'NOT_FOUND')).toBe(true);
  });

  it('are forgotten when one is taken', async () => {
    const { bakery } = await aFirm(gateway);
    const socket = await sockets.enter(await sockets.tokenOf(bakery.user.email!, PASSWORD));
    const say = (event: string, body?: object) => socket.timeout(2_000).emitWithAck(event, body) as Promise<object>;
    for (let round = 0; round < 2; round += 1) {
      for (let at = 0; at < 15; at += 1) await say('nothing');
      expect(await say('presence:set', { status: 'busy' })).toEqual({});
    }
    expect(socket.connected).toBe(true);
  });
});

describe('answers of the sockets', () => {
  it.each([
    ['a handshake', ''],
    ['an unknown session', '&sid=x'],
    ['another transport', '&transport=x'],
  ])('carry what others do: %s', async (_, query) => {
    const { headers } = await polling(elsewhere(), query);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    });
  });

  it('carry it when they are refused, and when they become a websocket', async () => {
    const here = elsewhere();
    const upgraded = new Promise<Record<string, unknown>>((resolve) => {
      websocket(here).socket.once('upgrade', ({ headers }) => resolve(headers));
    });
    expect(await upgraded).toMatchObject({ 'x-content-type-options': 'nosniff' });
  });
});

describe('an upgrade of what is no socket', () => {
  it('is answered, and its connection is over, though the other side leaves its own open', async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let text = '';
    socket.on('data', (data) => (text += data.toString())).on('error', () => undefined);
    socket.write('GET /api/health/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    await within(once(socket, 'end'), 3_000);
    expect(text).toContain('MALFORMED_REQUEST');
    const connections = () =>
      new Promise<number>((resolve, reject) =>
        gateway.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      );
    await becomes(connections, 0, 3_000);
    socket.destroy();
  });
});
