import { connect, type AddressInfo } from 'node:net';
import { newId, Unavailable } from '@dosar/kernel/runtime';
import { aFile, aFirm, aGateway, memoryPorts, PASSWORD, type Gateway } from '../../testing/gateway';
import { becomes, pause } from '../../testing/sockets';

describe('the log file', () => {
  let gateway: Gateway;
  let firm: Awaited<ReturnType<typeof aFirm>>;
  let port: number;
  let isOut = false;
  beforeAll(async () => {
    const ports = memoryPorts();
    const find: typeof ports.reads.find = async (...query) => {
      if (isOut) throw new Unavailable('the views are out of reach');
      return ports.reads.find(...query);
    };
    gateway = await aGateway({}, { ...ports, reads: { ...ports.reads, find } });
    firm = await aFirm(gateway);
    await gateway.app.listen(0, '127.0.0.1');
    port = (gateway.server.address() as AddressInfo).port;
  });
  afterEach(() => {
    isOut = false;
    jest.restoreAllMocks();
  });
  afterAll(() => gateway.close());
  const lines = (level: 'error' | 'warn') => jest.spyOn(gateway.installation.logger, level);

  it.each([
    ['JSON', 'POST /api/folders', 'application/json', '{"name":'],
    ['a form', 'POST /api/files/upload', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; '],
    [
      'a file in a form',
      'POST /api/files/upload',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc',
    ],
  ])('has no defect of a caller who hangs up in the middle of %s', async (_, call, type, body) => {
    const error = lines('error');
    const warn = lines('warn');
    const credentials = { email: firm.bakery.user.email!, password: PASSWORD };
    const { token } = (await gateway.anonymous('post', '/auth/login', credentials)).body as { token: string };
    const head = `${call} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\n`;
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}Content-Length: 1000\r\n\r\n${body}`));
    await pause(100);
    socket.destroy();
    // the call ends shortly after its client disconnects
    await pause(300);
    expect([error.mock.calls, warn.mock.calls]).toEqual([[], []]);
  });

  it('of what was asked for by callers who are gone already is written on', async () => {
    const { bakery, admin } = firm;
    const file = await aFile(bakery.ask, 'bon.txt');
    const { url } = (await bakery.ask('get', `/files/${file.id}/download`).expect(200)).body as { url: string };
    for (let time = 0; time < 30; time += 1) {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`);
        setTimeout(() => socket.resetAndDestroy(), time % 4);
      });
      socket.on('error', () => undefined);
      await pause(5);
    }
    const { id } = await aFile(bakery.ask, 'altul.txt');
    const found = async () =>
      ((await admin('get', `/audit/events?resource_id=${id}`).expect(200)).body as { events: unknown[] }).events.length;
    await becomes(found, 1);
  });

  it('has an outage as a warning, no defect', async () => {
    const error = lines('error');
    const warn = lines('warn');
    isOut = true;
    await firm.admin('get', '/users').expect(503);
    expect(error.mock.calls).toEqual([]);
    expect(warn.mock.calls.map(([, text]) => text)).toEqual(['the call failed']);
  });

  it('has at most ten lines a minute of what one session looks for in vain, and how many there were', async () => {
    const warn = lines('warn');
    const now = Date.now();
    const real = Date.now.bind(Date);
    const ask = () => firm.bakery.ask('get', `/files/${newId()}`).expect(404);
    for (let time = 0; time < 15; time += 1) await ask();
    expect(warn.mock.calls).toHaveLength(10);
    Date.now = () => now + 61_000 + (real() - now);
    try {
      await ask();
    } finally {
      Date.now = real;
    }
    const [sum, next] = warn.mock.calls.slice(10).map(([about]) => about as object);
    expect([sum, next]).toMatchObject([{ user_id: firm.bakery.user.id, more: 5 }, { method: 'GET' }]);
  });
});
