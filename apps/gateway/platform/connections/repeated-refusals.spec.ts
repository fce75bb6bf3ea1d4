import { Agent, createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pause } from '../../testing/sockets';
import { IdleConnections } from './idle-connections';
import { handleInTurn } from './pipelined';
import { Strangers } from './strangers';

describe('a connection over which one is refused again and again', () => {
  let server: Server;
  let port: number;
  let handled = 0;
  beforeAll(async () => {
    server = createServer(({ url }, response) => {
      handled += 1;
      response.writeHead(Number(url!.slice(1))).end();
    });
    handleInTurn(server, new IdleConnections(10_000), new Strangers(({ socket }) => socket.remoteAddress ?? ''));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** How many requests of one connection are handled while it sends as fast as it is answered. */
  const handledOf = async (statusAt: (number: number) => number, headers = {}) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (status: number) =>
      new Promise<void>((resolve, reject) =>
        request({ agent, port, host: '127.0.0.1', path: `/${status}`, headers }, (answer) =>
          answer.resume().on('end', resolve),
        )
          .on('error', reject)
          .end(),
      );
    handled = 0;
    let isOver = false;
    const asking = (async () => {
      for (let number = 0; !isOver; number += 1) await ask(statusAt(number));
    })();
    await pause(600);
    isOver = true;
    const count = handled;
    await asking;
    agent.destroy();
    return count;
  };

  it.each([
    ['by a body that is too large', 413, {}],
    ['as nobody who is known', 401, { authorization: 'Bearer x' }],
    ['for a place that is not there, without a name', 404, {}],
  ])('waits when it is refused %s', async (_, status, headers) => {
    expect(await handledOf(() => status, headers)).toBeLessThan(40);
  });

  it.each([
    ['answered', () => 200, {}],
    ['refused seldom', (number: number) => (number % 8 === 7 ? 200 : 401), {}],
    ['known, and asks for what is not there', () => 404, { authorization: 'Bearer x' }],
  ])('does not wait when it is %s', async (_, statusAt, headers) => {
    expect(await handledOf(statusAt, headers)).toBeGreaterThan(60);
  });
});

const FLOODING = '127.0.0.1';
const ELSEWHERE = '127.0.0.2';
const TRIES_AT_ONCE = 16;
/** Within half a second an unloaded machine answers hundreds. */
const FEW = 60;

describe('strangers who open a connection for each try', () => {
  let server: Server;
  let port: number;
  let answered = 0;
  beforeEach(async () => {
    server = createServer((asked, answer) => {
      const isRefused = asked.url === '/refused';
      if (isRefused) answer.shouldKeepAlive = false;
      answered += 1;
      answer.writeHead(isRefused ? 413 : 200).end();
    });
    server.on('upgrade', (_asked, socket) => {
      answered += 1;
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    handleInTurn(server, new IdleConnections(10_000), new Strangers(({ socket }) => socket.remoteAddress ?? ''));
    await new Promise<void>((done) => server.listen(0, done));
    port = (server.address() as AddressInfo).port;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const tried = (from: string, path: string, headers = {}, body = '{}') =>
    new Promise<number>((resolve, reject) => {
      const given = { agent: false, family: 4, localAddress: from, host: '127.0.0.1', port, path, headers } as const;
      const done = (answer: IncomingMessage) => answer.resume().on('end', () => resolve(answer.statusCode!));
      request({ ...given, method: 'POST' }, done)
        .on('error', reject)
        .end(body);
    });
  const websocket = (headers = {}) =>
    tried(FLOODING, '/socket.io/', { connection: 'upgrade', upgrade: 'websocket', ...headers }, '');

  /** How many attempts are answered while many loops try one after the other; and what another client sees meanwhile. */
  const answeredOf = async (work: () => Promise<unknown>, meanwhile: () => Promise<void> = async () => {}) => {
    let isOver = false;
    answered = 0;
    const lane = async () => {
      while (!isOver) await work();
    };
    const lanes = Array.from({ length: TRIES_AT_ONCE }, lane);
    await pause(500);
    const count = answered;
    await meanwhile();
    isOver = true;
    await Promise.all(lanes);
    return count;
  };

  it.each([
    ['bodies that are refused', () => tried(FLOODING, '/refused')],
    ['websockets without a name', () => websocket()],
  ])('wait when they send %s', async (_, work) => {
    expect(await answeredOf(work)).toBeLessThan(FEW + TRIES_AT_ONCE);
  });

  it.each([
    ['bodies that are taken', () => tried(FLOODING, '/taken')],
    ['refused bodies with a token', () => tried(FLOODING, '/refused', { authorization: 'Bearer x' })],
    ['websockets with a token', () => websocket({ 'sec-websocket-protocol': 'dosar, x' })],
  ])('do not wait when they send %s', async (_, work) => {
    expect(await answeredOf(work)).toBeGreaterThan(FEW + TRIES_AT_ONCE);
  });

  it('keep nobody else waiting, whether elsewhere or with a token', async () => {
    const others: number[] = [];
    await answeredOf(
      () => tried(FLOODING, '/refused'),
      async () => {
        for (const [from, headers] of [
          [ELSEWHERE, {}],
          [FLOODING, { authorization: 'Bearer x' }],
        ] as const) {
          const before = performance.now();
          await tried(from, '/taken', headers);
          others.push(performance.now() - before);
        }
      },
    );
    for (const ms of others) expect(ms).toBeLessThan(150);
  });
});
