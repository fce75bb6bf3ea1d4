import type { IncomingMessage, ServerResponse } from 'node:http';
import { LIVE } from '@dosar/contracts';
import { hasBody } from '../http/bodies';

/** So many of one address make nobody wait; each more lets the next wait longer. */
const AT_ONCE = 8;
const STEP_MS = 10;
const MOST_MS = 200;
const SOON_MS = 3_000;
/** So much of the count of an address is forgotten in a second. */
const FORGOTTEN_A_SECOND = 8;
const MOST_COUNTED = AT_ONCE + MOST_MS / STEP_MS + 2 * FORGOTTEN_A_SECOND;
/** Whoever owns more networks than this is not held up by counting. */
const MOST_NETWORKS = 10_000;

/** Of a call its token, of a websocket what stands beside the name of our protocol: whether they are good is asked later. */
const saysWho = ({ headers }: IncomingMessage): boolean =>
  headers.authorization !== undefined || (headers['sec-websocket-protocol'] ?? '').includes(LIVE.protocol);

type Count = { count: number; at: number };

/**
 * What strangers make dear, by a new connection for each try: bodies that are refused, after which nobody can tell where the
 * next request begins, and websockets of nobody. Counted by address; where there are many, the next of that address waits
 * before it is looked at, so that a flood costs others a bounded part of the loop. Who says who they are never waits.
 */
export class Strangers {
  private readonly counts = new Map<string, Count>();

  /** @param networkOf whose address a request counts for */
  constructor(private readonly networkOf: (request: IncomingMessage) => string) {}

  /** How long this request waits before it is looked at, in ms: one without a body, and that of somebody, never. */
  waitBefore(request: IncomingMessage): number {
    if (!this.isDear(request)) return 0;
    const counted = this.counts.get(this.networkOf(request));
    return counted ? Math.min(MOST_MS, Math.max(0, this.countOf(counted) - AT_ONCE) * STEP_MS) : 0;
  }

  /** A websocket is to be opened: one of nobody that is over so soon was refused, or opened for nothing. */
  upgrade(request: IncomingMessage): void {
    if (saysWho(request)) return;
    const network = this.networkOf(request);
    const began = performance.now();
    request.socket.once('close', () => performance.now() - began < SOON_MS && this.add(network));
  }

  /** A request was answered. */
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
    // the newest stand last
    this.counts.delete(network);
    this.counts.set(network, { count: Math.min(MOST_COUNTED, count), at: performance.now() });
    if (this.counts.size > MOST_NETWORKS) this.counts.delete(this.counts.keys().next().value!);
  }
}
