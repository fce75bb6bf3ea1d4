import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many consecutive refusals are answered at once; each further one is delayed longer. */
const AT_ONCE = 8;
const STEP_MS = 10;
const MOST_MS = 200;

/** Statuses that only broken or hostile programs get repeatedly, even when signed in. */
const MALFORMED = new Set([400, 401, 405, 408, 411, 413, 414, 415, 431]);

const isRefused = ({ headers }: IncomingMessage, { statusCode }: ServerResponse): boolean =>
  MALFORMED.has(statusCode) || (statusCode >= 400 && headers.authorization === undefined);

/**
 * Delays the next request of a connection that is refused repeatedly: a flood of refused requests then costs a bounded part
 * of the event loop.
 */
export class RepeatedRefusals {
  private readonly counts = new WeakMap<Socket, number>();

  /** How long this connection is delayed after that answer, in ms. */
  waitAfter(request: IncomingMessage, response: ServerResponse): number {
    const { socket } = request;
    if (!isRefused(request, response)) {
      this.counts.delete(socket);
      return 0;
    }
    const count = (this.counts.get(socket) ?? 0) + 1;
    this.counts.set(socket, count);
    return Math.min(MOST_MS, Math.max(0, count - AT_ONCE) * STEP_MS);
  }
}
