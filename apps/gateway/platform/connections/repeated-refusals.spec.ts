import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pause } from '../../testing/sockets';
import { IdleConnections } from './idle-connections';
import { handleInTurn } from './pipelined';

describe('a connection over which one is refused again and again', () => {
  let server: Server;
  let port: number;
  let handled = 0;
  beforeAll(async () => {
    server = createServer(({ url }, response) => {
      handled += 1;
      response.writeHead(Number(url!.slice(1))).end();
    });
    handleInTurn(server, new IdleConnections(10_000));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** How many requests of one connection are handled while it asks for a while as fast as it is answered. */
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
