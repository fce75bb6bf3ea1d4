// A way to a service of which every answer comes so much later.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { atEnd } from '../ending.mjs';

/** @returns the port that leads to the other one */
export const lateTo = async (farPort, ms) => {
  const open = new Set();
  const server = createServer((near) => {
    const far = connect(farPort, '127.0.0.1');
    for (const socket of [near, far]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {}).on('close', () => open.delete(socket));
    }
    near.on('data', (bytes) => far.write(bytes)).on('close', () => far.destroy());
    far.on('data', (bytes) => setTimeout(() => near.writable && near.write(bytes), ms));
    far.on('close', () => setTimeout(() => near.destroy(), ms));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return server.address().port;
};
