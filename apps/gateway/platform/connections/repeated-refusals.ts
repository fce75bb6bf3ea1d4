import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** So many refusals in a row are answered as fast as they come; then each waits longer than the one before. */
const AT_ONCE = 8;
const STEP_MS = 10;
const MOST_MS = 200;

/** What only a broken or hostile program is answered again and again, also under somebody's name. */
const MALFORMED = new Set([400, 401, 405, 408, 411, 413, 414, 415, 431]);

const isRefused = ({ headers }: IncomingMessage, { statusCode }: ServerResponse): boolean =>
  MALFORMED.has(statusCode) || (statusCode >= 400 && headers.authorization === undefined);

/**
 * Whoever is refused again and again over one connection waits before its next request is looked at: a flood that nobody
 * has a right to costs others a bounded part of the loop, however fast it is refused.
 */
export class RepeatedRefusals {
  private readonly counts = new WeakMap<Socket, number>();

  /** How long this connection waits after that answer, in ms. */
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
