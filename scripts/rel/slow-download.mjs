// A download over a connection of its own that is read at 10 kB/s, and when the server has cut it.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const BYTES = 1_000;
const EVERY_MS = 100;
const ESTABLISHED = '01';

const hex = (port) => port.toString(16).toUpperCase().padStart(4, '0');
/** Whether the kernel still has this connection: a slow reader itself learns of its end when it has read all that came before. */
const isOpen = (from, to) =>
  readFileSync('/proc/net/tcp', 'latin1')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .some(([, local, remote, state]) => {
      const isIt = local?.endsWith(`:${hex(from)}`) && remote.endsWith(`:${hex(to)}`);
      return isIt && state === ESTABLISHED;
    });

/**
 * Resolves when the answer has begun. `cut`: resolves to when the connection is gone, Infinity after `withinMs`; `end` reads
 * what came before, and tells how much of it that is.
 */
export const slowDownload = async (url, path) => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let bytes = 0;
  const read = (most) => {
    const data = socket.read(Math.min(most, socket.readableLength));
    bytes += data?.length ?? 0;
    return data;
  };
  socket.on('error', () => undefined);
  socket.write(`GET ${path.startsWith('/api') ? path : `/api${path}`} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await once(socket, 'readable');
  const head = read(BYTES).toString('latin1');
  if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(`${path}: ${head.slice(0, 200)}`);
  const size = Number(/content-length: (\d+)/i.exec(head)[1]);
  const reading = setInterval(() => read(BYTES), EVERY_MS);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const from = socket.localPort;
  return {
    isOpen: () => isOpen(from, Number(port)),
    halt: () => clearInterval(reading),
    async cut(withinMs) {
      for (const since = performance.now(); performance.now() - since < withinMs;) {
        if (!isOpen(from, Number(port))) return performance.now();
        await new Promise((go) => setTimeout(go, 10));
      }
      return Infinity;
    },
    async end() {
      clearInterval(reading);
      socket.removeAllListeners('readable');
      socket.on('data', (data) => (bytes += data.length)).resume();
      await closed;
      return { bytes, size };
    },
    stop() {
      clearInterval(reading);
      socket.destroy();
    },
  };
};
