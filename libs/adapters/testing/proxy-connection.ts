import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy to a server, whose connections a test can cut as a network would. */
export const aProxyConnection = async (host: string, farPort: number) => {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(farPort, host);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one
        .on('error', () => undefined)
        .on('close', () => {
          open.delete(one);
          other.destroy();
        });
      one.pipe(other);
    }
  });
  const up = async (at = 0) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
  };
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  const down = async () => {
    if (!server.listening) return;
    server.close();
    cut();
    await once(server, 'close');
  };
  await up();
  const { port } = server.address() as AddressInfo;
  return { port, cut, down, up: () => up(port) };
};
