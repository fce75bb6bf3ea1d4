import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { becomes, pause } from '../../testing/sockets';
import { httpServer } from './http-server';
import { SlowBodies } from '../connections/slow-bodies';
import { cutSlowReaders } from '../connections/slow-readers';

const open: Server[] = [];
afterAll(() => {
  for (const server of open) {
    server.closeAllConnections();
    server.close();
  }
});
const listening = async (server: Server) => {
  open.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
};
const connectionsOf = (server: Server) =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

/** A connection that its client never closes. */
const anOpenEnd = (port: number) => {
  let text = '';
  let isEnded = false;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('data', (data) => (text += data.toString())).on('error', () => undefined);
  socket.on('end', () => (isEnded = true));
  return { socket, text: () => text, isEnded: () => isEnded };
};

describe('headers that do not end', () => {
  it.each([
    ['drip', 'GET / HTTP/1.1\r\nHost: x\r\n', 'x: y\r\n'],
    ['stop', 'GET / HTTP/1.1\r\nHost: x\r\n', ''],
    ['never begin', '', ''],
  ])('are answered when they %s, and their descriptor is free', async (_, begin, more) => {
    const server = httpServer(
      (_request, response) => response.end(),
      {},
      { waits: { within: 400, check: 100, idle: 10_000 } },
    );
    const port = await listening(server);
    const ends = Array.from({ length: 20 }, () => anOpenEnd(port));
    for (const { socket } of ends) if (begin) socket.write(begin);
    const dripping = setInterval(() => more && ends.forEach(({ socket }) => socket.write(more)), 50);
    await becomes(() => connectionsOf(server), 20);
    await becomes(() => connectionsOf(server), 0, 3_000);
    clearInterval(dripping);
    await becomes(() => ends.every(({ text }) => text().startsWith('HTTP/1.1 408 ')), true);
    for (const { socket } of ends) socket.destroy();
  });
});

describe('a body that is asked about first', () => {
  const ASKED = 'POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n';

  it('is wanted once it is read', async () => {
    let read = () => {};
    const server = httpServer((request, response) => {
      read = () => request.on('data', (data: Buffer) => response.end(data));
    }, {});
    const { socket, text } = anOpenEnd(await listening(server));
    socket.write(ASKED);
    await becomes(() => connectionsOf(server), 1);
    await pause(50);
    expect(text()).toBe('');
    read();
    await becomes(() => text(), 'HTTP/1.1 100 Continue\r\n\r\n');
    socket.write('body');
    await becomes(() => text().endsWith('body'), true);
    socket.destroy();
  });

  it('is not wanted when it is refused, and nothing else comes by that connection', async () => {
    const server = httpServer((_request, response) => response.writeHead(401).end(), {});
    const { socket, text, isEnded } = anOpenEnd(await listening(server));
    socket.write(ASKED);
    await becomes(() => isEnded(), true);
    expect(text()).toMatch(/^HTTP\/1\.1 401 [^]*Connection: close/i);
    socket.destroy();
  });
});

describe('a body whose request was answered', () => {
  const ASKED = (length: string) => `GET / HTTP/1.1\r\nHost: x\r\n${length}\r\n\r\n`;
  const answering = (bodies: SlowBodies) =>
    httpServer((_request, response) => void response.end('done'), {}, { bodies });

  it.each([
    ['drips', 'Content-Length: 100000', 'x'],
    ['drips in chunks', 'Transfer-Encoding: chunked', '1\r\nx\r\n'],
    ['never comes', 'Content-Length: 100000', ''],
    ['comes without an end', 'Transfer-Encoding: chunked', `2000\r\n${'x'.repeat(8_192)}\r\n`],
  ])('has an end when it %s, and its answer was read before', async (_, length, more) => {
    const server = answering(new SlowBodies(undefined, 400));
    const port = await listening(server);
    const { socket, text } = anOpenEnd(port);
    socket.write(ASKED(length));
    const dripping = setInterval(() => more && socket.write(more), 20);
    await becomes(() => text().endsWith('done'), true);
    await becomes(() => connectionsOf(server), 0, 2_000);
    clearInterval(dripping);
    socket.destroy();
  });

  it('that comes in time leaves the connection for the next request', async () => {
    const server = answering(new SlowBodies(undefined, 200));
    const { socket, text } = anOpenEnd(await listening(server));
    socket.write(ASKED('Content-Length: 4'));
    await becomes(() => text().endsWith('done'), true);
    socket.write('body');
    await pause(500);
    socket.write(ASKED('Content-Length: 0'));
    await becomes(() => text().split('done').length, 3);
    socket.destroy();
  });

  it('makes room for whoever comes while there is none', async () => {
    const server = answering(new SlowBodies());
    server.maxConnections = 3;
    const port = await listening(server);
    const held = Array.from({ length: 3 }, () => anOpenEnd(port));
    for (const { socket } of held) socket.write(ASKED('Content-Length: 4'));
    await becomes(() => held.every(({ text }) => text().endsWith('done')), true);
    const turnedAway = anOpenEnd(port);
    await becomes(() => connectionsOf(server), 0);
    const next = anOpenEnd(port);
    next.socket.write(ASKED('Content-Length: 0'));
    await becomes(() => next.text().endsWith('done'), true);
    for (const { socket } of [...held, turnedAway, next]) socket.destroy();
  });
});

describe('a body in crumbs', () => {
  const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
  const chunks = (count: number, bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`.repeat(count);
  const read = (request: IncomingMessage, response: ServerResponse) =>
    request.resume().on('end', () => response.end('read'));
  const unread = (_request: IncomingMessage, response: ServerResponse) => void response.end('unread');

  it.each([
    ['that is read', read],
    ['of a request that was answered before', unread],
  ])('%s is cut', async (_, handle) => {
    const server = httpServer(handle, {});
    const { socket } = anOpenEnd(await listening(server));
    socket.write(HEAD);
    await becomes(() => connectionsOf(server), 1);
    await pause(100);
    socket.write(chunks(5_000, 1));
    await becomes(() => connectionsOf(server), 0);
    socket.destroy();
  });

  it.each([
    ['in pieces as programs send them', chunks(5_000, 40)],
    ['in few', chunks(400, 1)],
  ])('is not one that comes %s', async (_, body) => {
    const { socket, text } = anOpenEnd(await listening(httpServer(read, {})));
    socket.write(`${HEAD}${body}0\r\n\r\n`);
    await becomes(() => text().endsWith('read'), true);
    socket.destroy();
  });
});

describe('a connection that brings empty lines alone', () => {
  it('has an end after its answer; one that is asked by again has not', async () => {
    const server = httpServer(
      (_request, response) => response.end('done'),
      {},
      { waits: { within: 15_000, check: 100, idle: 400 } },
    );
    const port = await listening(server);
    const lines = anOpenEnd(port);
    const asking = anOpenEnd(port);
    const ask = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
    for (const { socket } of [lines, asking]) socket.write(ask);
    const dripping = setInterval(() => lines.socket.write('\r\n'), 50);
    const again = setInterval(() => asking.socket.write(ask), 100);
    await becomes(() => lines.isEnded(), true, 3_000);
    await pause(300);
    for (const timer of [dripping, again]) clearInterval(timer);
    expect([lines.text().endsWith('done'), asking.isEnded()]).toEqual([true, false]);
    for (const { socket } of [lines, asking]) socket.destroy();
  });

  it('is no websocket, which may be silent', async () => {
    const server = httpServer(
      (_request, response) => response.end('done'),
      {},
      { waits: { within: 15_000, check: 100, idle: 200 } },
    );
    server.on('upgrade', (_request, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
    const { socket, text, isEnded } = anOpenEnd(await listening(server));
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await becomes(() => text().endsWith('done'), true);
    socket.write('GET /socket.io/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    await becomes(() => text().includes('101'), true);
    await pause(600);
    expect(isEnded()).toBe(false);
    socket.destroy();
  });
});

describe('a connection that waits for the next request', () => {
  it('is kept ten seconds longer than its client is told: a request on its way is not lost', async () => {
    const server = httpServer((_request, response) => response.end('done'), {});
    const { socket, text } = anOpenEnd(await listening(server));
    socket.write('DELETE / HTTP/1.1\r\nHost: x\r\n\r\n');
    await becomes(() => text().endsWith('done'), true);
    const [, seconds] = /keep-alive: timeout=(\d+)/i.exec(text())!;
    expect(server.keepAliveTimeout - Number(seconds) * 1_000).toBeGreaterThanOrEqual(10_000);
    socket.destroy();
  });
});

describe('requests that come together by one connection', () => {
  const asked = (at: number) => `GET /${at} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const WORK_MS = 2;
  const slowly = (order: string[]) => (request: IncomingMessage, response: ServerResponse) => {
    for (const until = performance.now() + WORK_MS; performance.now() < until;);
    order.push(request.url!);
    response.end(request.url);
  };

  it('are answered in their order, and others in between', async () => {
    const order: string[] = [];
    const server = httpServer(slowly(order), {});
    const port = await listening(server);
    const many = anOpenEnd(port);
    const other = anOpenEnd(port);
    await becomes(() => connectionsOf(server), 2);
    many.socket.write(Array.from({ length: 200 }, (_, at) => asked(at)).join(''));
    other.socket.write('GET /other HTTP/1.1\r\nHost: x\r\n\r\n');
    await becomes(() => order.length, 201);
    expect(order.indexOf('/other')).toBeLessThan(20);
    expect(order.filter((url) => url !== '/other')).toEqual(Array.from({ length: 200 }, (_, at) => `/${at}`));
    await becomes(() => many.text().split('HTTP/1.1 200').length, 201);
    for (const { socket } of [many, other]) socket.destroy();
  });

  it('are so many at most', async () => {
    const order: string[] = [];
    const server = httpServer(slowly(order), {});
    const { socket } = anOpenEnd(await listening(server));
    const closed = new Promise((done) => socket.once('close', done).once('end', done));
    socket.write(Array.from({ length: 1_000 }, (_, at) => asked(at)).join(''));
    await closed;
    expect(order.length).toBeLessThan(10);
    socket.destroy();
  });

  it('leave the connection to those that come later', async () => {
    const { socket, text } = anOpenEnd(await listening(httpServer(slowly([]), {})));
    for (let time = 1; time <= 3; time += 1) {
      socket.write(asked(time) + asked(time));
      await becomes(() => text().split('HTTP/1.1 200').length, 1 + 2 * time);
    }
    socket.destroy();
  });
});

describe('an answer', () => {
  const LARGE = Buffer.alloc(30_000_000, 'x');
  it.each([
    ['in one piece', (end: (body?: Buffer) => void) => end(LARGE)],
    [
      'in many',
      (end: (body?: Buffer) => void, write: (part: Buffer) => void) => {
        for (let at = 0; at < LARGE.length; at += 100_000) write(LARGE.subarray(at, at + 100_000));
        end();
      },
    ],
  ])('that is not read is cut, its descriptor is free, and others are not: %s', async (_, answer) => {
    const server = createServer((request, response) => {
      if (request.url === '/late') return void setTimeout(() => response.end('late'), 2_000);
      answer(
        (body) => response.end(body),
        (part) => response.write(part),
      );
    });
    cutSlowReaders(server, { bytesPerSecond: 1_000_000, within: 800 });
    const port = await listening(server);
    const never = anOpenEnd(port);
    const reader = anOpenEnd(port);
    const waits = anOpenEnd(port);
    never.socket.pause();
    for (const { socket } of [never, reader]) socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    waits.socket.write('GET /late HTTP/1.1\r\nHost: x\r\n\r\n');
    await pause(400);
    expect(await connectionsOf(server)).toBe(3);
    await becomes(() => connectionsOf(server), 2, 5_000);
    await becomes(() => waits.text().endsWith('late'), true, 5_000);
    await becomes(() => reader.text().length > LARGE.length, true, 5_000);
    for (const { socket } of [never, reader, waits]) socket.destroy();
  });

  it('that is read slowly, but fast enough, is not cut', async () => {
    const server = createServer((_request, response) => response.end(LARGE));
    cutSlowReaders(server, { bytesPerSecond: 100_000, within: 400 });
    const port = await listening(server);
    const { socket } = anOpenEnd(port);
    let isClosed = false;
    let bytes = 0;
    socket
      .on('close', () => (isClosed = true))
      .on('data', ({ length }) => {
        bytes += length;
        socket.pause();
        setTimeout(() => socket.resume(), 20);
      });
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await pause(2_500);
    expect(isClosed).toBe(false);
    expect(bytes).toBeLessThan(LARGE.length);
    expect(await connectionsOf(server)).toBe(1);
    socket.destroy();
  });
});
