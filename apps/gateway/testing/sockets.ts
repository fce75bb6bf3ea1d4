import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { within as settled } from '@dosar/kernel/runtime';
import { PASSWORD, type Gateway } from './gateway';

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const within = <T>(what: Promise<T>, ms = 10_000): Promise<T> =>
  settled(ms, what, () => {
    throw new Error(`nothing within ${ms} ms`);
  });

/** Waits until a value is as expected, however busy the machine is; fails with the last value otherwise. */
export const becomes = async <T>(what: () => T | Promise<T>, wanted: T, ms = 10_000): Promise<void> => {
  const end = Date.now() + ms;
  for (let is = await what(); ; is = await what()) {
    if (isDeepStrictEqual(is, wanted) || Date.now() > end) return expect(is).toEqual(wanted);
    await pause(10);
  }
};

/** The next event of this name at a socket. */
export const next = <T>(socket: Socket, event: string): Promise<T> =>
  within(new Promise((resolve) => socket.once(event, resolve)));

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});

/** Sockets to a listening gateway; each is closed when its test is over. */
export const socketsTo = async (gateway: Gateway) => {
  await gateway.app.listen(0, '127.0.0.1');
  const address = `http://127.0.0.1:${(gateway.server.address() as AddressInfo).port}`;

  const socketOf = (auth: object, more: Partial<ManagerOptions & SocketOptions> = {}) => {
    const socket = io(address, { auth, transports: ['websocket'], reconnection: false, forceNew: true, ...more });
    open.push(socket);
    return socket;
  };
  const tokenOf = async (email: string, password: string = PASSWORD) =>
    ((await gateway.anonymous('post', '/auth/login', { email, password }).expect(200)).body as { token: string }).token;

  /** A socket that is in its rooms. */
  const enter = async (token: string, since?: string) => {
    const socket = socketOf({ token, ...(since !== undefined && { since }) });
    await next(socket, 'connect');
    await pause(50);
    return socket;
  };
  return { address, socketOf, tokenOf, enter };
};
export type Sockets = Awaited<ReturnType<typeof socketsTo>>;
