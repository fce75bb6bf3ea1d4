// A flood by a process of its own: `node flood.mjs <kind> <url> <token>`, until it is killed. Loopback only; what it has open
// at once is bounded.
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { WebSocket } from 'ws';

const [kind, url, token] = process.argv.slice(2);
const { hostname, port } = new URL(url);
if (hostname !== '127.0.0.1') throw new Error('floods are for loopback');

const figures = { requests: 0, connections: 0, statuses: {} };
const count = (status) => (figures.statuses[status] = (figures.statuses[status] ?? 0) + 1);
const pause = (ms) => new Promise((go) => setTimeout(go, ms));
const lanes = async (many, work) => {
  const lane = async () => {
    for (;;) await work();
  };
  await Promise.all(Array.from({ length: many }, lane));
};

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const call = (method, path, body) =>
  new Promise((done) => {
    const headers = body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {};
    const asked = request({ agent, hostname, port, method, path, headers }, (answer) => {
      answer.resume().on('end', () => done(count(answer.statusCode)));
    });
    figures.requests += 1;
    asked.on('error', ({ code }) => done(count(code))).end(body);
  });

const websocket = () =>
  new Promise((done) => {
    const line = new WebSocket(`ws://${hostname}:${port}/socket.io/?EIO=4&transport=websocket`);
    figures.connections += 1;
    line.once('open', () => done(line));
    line.once('error', () => done(null));
    line.on('error', () => {});
  });
/** Sends these over a connection for as long as it is open, so many at a time. */
const overWebsocket = (begin, packet) => async () => {
  const line = await websocket();
  if (!line) return pause(10);
  if (begin) line.send(begin);
  while (line.readyState === WebSocket.OPEN) {
    for (let at = 0; at < 100; at += 1) line.send(packet);
    figures.requests += 100;
    await pause(1);
  }
  await pause(10);
};

/** Connections that are held for as long as they last, and sent something now and then. */
const held = (many, begin, more) =>
  lanes(many, async () => {
    const socket = connect({ port, host: hostname, allowHalfOpen: true });
    figures.connections += 1;
    socket.on('error', () => {});
    socket.write(begin);
    const dripping = setInterval(() => more && socket.write(more), 1_000);
    await new Promise((done) => socket.once('close', done));
    clearInterval(dripping);
    await pause(100);
  });

/** Connections that are sent as much as they take, for as long as they last. */
const poured = (many, begin, more) =>
  lanes(many, async () => {
    const socket = connect({ port, host: hostname });
    figures.connections += 1;
    socket.on('error', () => {}).resume();
    const closed = new Promise((done) => socket.once('close', done));
    socket.write(begin);
    while (!socket.destroyed) {
      figures.requests += 1;
      const isTaken = socket.write(more);
      await Promise.race([closed, isTaken ? pause(1) : new Promise((done) => socket.once('drain', done))]);
    }
    await pause(10);
  });

const unknownKeys = JSON.stringify(Object.fromEntries(Array.from({ length: 1_200 }, (_, at) => [`key${at}`, at])));
const signedIn = `40${JSON.stringify({ token })}`;
const typing = `42${JSON.stringify(['typing', { conversation_id: '00000000-0000-4000-8000-000000000000', typing: true }])}`;
const floods = {
  bodies: () => lanes(32, () => call('POST', '/api/auth/login', unknownKeys)),
  polling: () => lanes(64, () => call('GET', '/socket.io/?EIO=4&transport=polling')),
  websockets: () =>
    lanes(64, async () => {
      const line = await websocket();
      if (!line) return pause(5);
      await Promise.race([pause(10_000), new Promise((done) => line.once('close', done))]);
      line.terminate();
    }),
  connect: () => lanes(5, overWebsocket(null, `40${JSON.stringify({ token: 'x.y.z' })}`)),
  headers: () => held(500, 'GET /api/health/live HTTP/1.1\r\nHost: x\r\n', 'X-More: y\r\n'),
  slow: () =>
    held(
      500,
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{',
      ' ',
    ),
  unread: () => held(500, 'GET /api/nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n', ' '),
  pipelined: () => poured(2, '', 'GET /api/health/live HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(200)),
  crumbs: () =>
    poured(
      2,
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: text/x\r\nTransfer-Encoding: chunked\r\n\r\n',
      '1\r\nx\r\n'.repeat(10_000),
    ),
  typing: () => lanes(2, overWebsocket(signedIn, typing)),
  frames: () => lanes(2, overWebsocket(signedIn, '')),
};
process.stdout.write('begun\n');
process.once('SIGTERM', () => {
  process.stdout.write(JSON.stringify(figures), () => process.exit());
});
await floods[kind]();
