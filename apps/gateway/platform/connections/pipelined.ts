import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { IdleConnections } from './idle-connections';
import { RepeatedRefusals } from './repeated-refusals';
import type { Strangers } from './strangers';

/** No browser pipelines requests; that many waiting ones are abuse. */
const MOST_WAITING = 256;

type Waiting = { readonly event: string; readonly request: IncomingMessage; readonly response: ServerResponse };

/**
 * Pipelined requests of one connection are handled one after the other, each in a turn of the event loop: one read may
 * contain two thousand, and others would wait for all of them. This includes requests not handled by us, such as those of
 * the sockets' engine, which takes them from the server's listeners.
 */
export const handleInTurn = (server: Server, idle: IdleConnections, strangers: Strangers): void => {
  const waiting = new WeakMap<Socket, Waiting[]>();
  const refusals = new RepeatedRefusals();
  const emit = server.emit.bind(server) as (event: string, ...given: unknown[]) => boolean;

  /** Continues now, or after the delay for anonymous requests of its address. */
  const later = (request: IncomingMessage, go: () => void): void => {
    const wait = strangers.waitBefore(request);
    if (wait === 0) return go();
    setTimeout(() => request.socket.destroyed || go(), wait).unref();
  };
  const begin = ({ event, request, response }: Waiting): void => {
    const { socket } = request;
    response.once('close', () => {
      strangers.answered(request, response);
      const wait = refusals.waitAfter(request, response);
      if (wait === 0) setImmediate(next, socket);
      else setTimeout(next, wait, socket).unref();
    });
    later(request, () => emit(event, request, response));
  };
  const next = (socket: Socket): void => {
    const following = waiting.get(socket)?.shift();
    if (following && !socket.destroyed) return begin(following);
    waiting.delete(socket);
    idle.free(socket);
  };
  const take = (each: Waiting): void => {
    const { socket } = each.request;
    const others = waiting.get(socket);
    if (socket.destroyed) return;
    if (others === undefined) {
      idle.take(socket);
      waiting.set(socket, []);
      begin(each);
    } else if (others.length < MOST_WAITING) others.push(each);
    else socket.destroy();
  };
  const upgrade = (given: unknown[]): true => {
    const request = given[0] as IncomingMessage;
    idle.upgrade(request.socket);
    // nobody else handles errors while it waits
    request.socket.on('error', () => {});
    later(request, () => {
      strangers.upgrade(request);
      emit('upgrade', ...given);
    });
    return true;
  };
  server.emit = (event: string, ...given: unknown[]): boolean => {
    if (event === 'upgrade') return upgrade(given);
    if (event !== 'request' && event !== 'checkContinue') return emit(event, ...given);
    const [request, response] = given as [IncomingMessage, ServerResponse];
    take({ event, request, response });
    return true;
  };
};
