import type { IncomingMessage, ServerResponse } from 'node:http';
import { LIVE } from '@dosar/contracts';
import { hasBody } from '../http/bodies';

/** How many failures of one address cause no delay; each further one delays the next request longer. */
const AT_ONCE = 8;
const STEP_MS = 10;
const MOST_MS = 200;
/** An anonymous websocket that ends sooner counts as a failure: so long it may take to identify itself. */
const SOON_MS = 3_000;
/** How much an address's count falls in a second. */
const FORGOTTEN_A_SECOND = 8;
const MOST_COUNTED = AT_ONCE + MOST_MS / STEP_MS + 2 * FORGOTTEN_A_SECOND;
/** Limit of counted networks: an owner of more is not delayed by counting. */
const MOST_NETWORKS = 10_000;

/** Whether a request has a token, or a websocket has one beside the protocol's name; it is verified later. */
const saysWho = ({ headers }: IncomingMessage): boolean =>
  headers.authorization !== undefined || (headers['sec-websocket-protocol'] ?? '').includes(LIVE.protocol);

type Count = { count: number; at: number };

/**
 * Counts by address what is expensive for anonymous clients with a new connection for each attempt: refused bodies, after
 * which the connection must be closed, and anonymous websockets. From a threshold on, further requests of that address are
 * delayed, so that a flood costs a bounded part of the event loop. Requests with a token are never delayed.
 */
export class Strangers {
  private readonly counts = new Map<string, Count>();

  /** @param networkOf the network a request counts for */
  constructor(private readonly networkOf: (request: IncomingMessage) => string) {}

  /** The delay of this request in ms: none for one without a body, or with a token. */
  waitBefore(request: IncomingMessage): number {
    if (!this.isDear(request)) return 0;
    const counted = this.counts.get(this.networkOf(request));
    return counted ? Math.min(MOST_MS, Math.max(0, this.countOf(counted) - AT_ONCE) * STEP_MS) : 0;
  }

  /** Counts an anonymous websocket that closes early, which was refused or opened for nothing. */
  upgrade(request: IncomingMessage): void {
    if (saysWho(request)) return;
    const network = this.networkOf(request);
    const began = performance.now();
    request.socket.once('close', () => performance.now() - began < SOON_MS && this.add(network));
  }

  /** Counts a refused request. */
  answered(request: IncomingMessage, { statusCode }: ServerResponse): void {
    if (statusCode >= 400 && this.isDear(request)) this.add(this.networkOf(request));
  }

  private isDear(request: IncomingMessage): boolean {
    return (hasBody(request) || request.headers.upgrade !== undefined) && !saysWho(request);
  }

  private countOf({ count, at }: Count): number {
    return Math.max(0, count - ((performance.now() - at) / 1_000) * FORGOTTEN_A_SECOND);
  }

  private add(network: string): void {
    const counted = this.counts.get(network);
    const count = counted ? this.countOf(counted) + 1 : 1;
    // the most recent one is last
    this.counts.delete(network);
    this.counts.set(network, { count: Math.min(MOST_COUNTED, count), at: performance.now() });
    if (this.counts.size > MOST_NETWORKS) this.counts.delete(this.counts.keys().next().value!);
  }
}
