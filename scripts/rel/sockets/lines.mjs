// Sockets as a console opens them, and calls on lines that stay open.
import { Agent, request } from 'node:http';
import { io } from 'socket.io-client';

export const pause = (ms) => new Promise((go) => setTimeout(go, ms));

/** Waits until something is so. @throws when it does not become so. */
export const until = async (is, what, ms = 60_000) => {
  for (const end = Date.now() + ms; !is(); await pause(10))
    if (Date.now() > end) throw new Error(`${what}: not within ${ms} ms`);
};

/**
 * A socket that is there.
 * @param {(socket: import('socket.io-client').Socket) => void} listen is called before it can hear anything
 */
export const socketTo = async (url, auth, listen = () => {}) => {
  const socket = io(url, { auth, transports: ['websocket'], reconnection: false, forceNew: true });
  listen(socket);
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
};

/** So many at a time, in turn. */
export const inLanes = async (many, lanes, work) => {
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < many; at = next++) await work(at);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
};

/** Calls with less ado than fetch: the load is not to weigh more than what it loads. */
export const quickCalls = (url) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  return (token) => (method, path, body) =>
    new Promise((resolve, reject) => {
      const sent = body && Buffer.from(JSON.stringify(body));
      const headers = { authorization: `Bearer ${token}`, ...(sent && { 'content-type': 'application/json' }) };
      const asking = request(`${url}/api${path}`, { agent, method, headers }, (answer) => {
        const parts = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString();
          if (answer.statusCode < 300) return resolve(text && JSON.parse(text));
          reject(new Error(`${method} ${path}: ${answer.statusCode} ${text}`));
        });
      });
      asking.on('error', reject).end(sent);
    });
};
