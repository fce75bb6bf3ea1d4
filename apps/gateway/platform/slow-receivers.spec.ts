import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pause } from '../testing/sockets';
import { slowReceivers } from './slow-receivers';

const LARGE = 40 * 1024 ** 2;
const PIECE = Buffer.alloc(65_536);

describe('a receiver', () => {
  const server = createServer((request, response) => {
    const pieces = function* () {
      for (let sent = 0; sent < LARGE; sent += PIECE.length) yield PIECE;
    };
    const silent = new Readable({ read() {} });
    (request.url === '/silent' ? silent : Readable.from(pieces())).pipe(response.writeHead(200));
    response.flushHeaders();
  });
  const ends = new Map<number, Socket>();
  server.on('connection', (socket: Socket) => ends.set(socket.remotePort!, socket));
  beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const asking = async (path: string, read: (socket: Socket) => void) => {
    const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
    socket.on('error', () => undefined).write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await new Promise((begun) => socket.once('data', begun));
    read(socket);
    return ends.get(socket.localPort!)!;
  };

  it('who takes less than the least of what waits is found; who takes more, or waits for us, is not', async () => {
    const never = await asking('/', (socket) => socket.pause());
    const reads = await asking('/', (socket) => {
      socket.pause();
      // its own kernel asks for more in pieces of half a megabyte
      setInterval(() => socket.destroyed || socket.read(65_536), 50).unref();
    });
    const waits = await asking('/silent', () => undefined);
    const slowAmong = slowReceivers({ bytesPerSecond: 100_000, within: 1_000 });
    const found = new Set<Socket>();
    for (let looks = 0; looks < 12; looks += 1, await pause(200))
      for (const each of await slowAmong([never, reads, waits])) found.add(each);
    expect([never, reads, waits].map((each) => found.has(each))).toEqual([true, false, false]);
  });
});
