import { Inject, Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Position } from '@dosar/kernel/runtime';
import { Call, type Caller } from '../access/call';
import { INSTALLATION, type Installation } from '../hosting/installation';
import { Json, TAGGED } from './json';
import { Presence } from '../sockets/presence';
import type { Part } from '../reads/rows';
import { Tokens, type TokenClaims } from '../access/tokens';
import { ACCESS_MEMORY, matches } from '../reads/views';

/** Limits of cached answers and their bytes. */
const KEPT = 5_000;
const KEPT_BYTES = 16 * 1024 * 1024;

/** What determines an answer: rights, and the positions of the parts of views in it. */
type Grounds = {
  readonly rights: number;
  /** The number of commits when the positions were read. */
  readonly commits: number;
  readonly parts: readonly Part[];
  readonly positions: readonly (Position | null)[];
};

type Kept = Grounds & {
  readonly caller: Caller;
  readonly views: readonly string[];
  /** When these were read. */
  readonly at: number;
  /** null while it is not certain that it was made from these. */
  readonly answer: Json | null;
};
type Certain = Kept & { readonly answer: Json };

const isSame = (a: Grounds, b: Grounds) =>
  a.rights === b.rights &&
  a.parts.length === b.parts.length &&
  a.parts.every(({ audience }, at) => audience === b.parts[at]!.audience && a.positions[at] === b.positions[at]);

const nameOf = ({ sessionId }: Pick<TokenClaims, 'sessionId'>, asked: string) => `${sessionId} ${asked}`;

/**
 * Caches answers by session and address, as long as neither rights nor the answer's data have changed: an open console
 * mostly asks for what it has already.
 */
@Injectable()
export class ResponseCache {
  private readonly kept = new LRUCache<string, Kept>({
    max: KEPT,
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ answer }, key) => key.length + (answer?.body.length ?? 0) + 1,
  });

  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly tokens: Tokens,
    private readonly presence: Presence,
  ) {}

  /** Caches an answer made of these parts of views only, if they were the same the last time. */
  async keep(call: Call, parts: readonly Part[], answer: Json): Promise<Json> {
    const { asked, caller } = call;
    if (asked === null || answer.tag === null || call.work.stale) return answer;
    const now = await this.groundsOf(parts);
    // where other processes write, checking it would cost as many reads as making it again
    if (now === null) return answer;
    const name = nameOf(caller, asked);
    const before = this.kept.peek(name);
    // a change while an answer is made may be in it or not: it is certain when nothing has changed since before the request
    const isCertain = before !== undefined && before.at < call.startedAt && isSame(before, now);
    // keep the full answer, not the 304
    const known = answer.status === null ? answer : (before?.answer ?? answer);
    const views = [ACCESS_MEMORY, ...parts.map(({ view }) => view.view)];
    this.kept.set(name, { ...now, at: performance.now(), caller, views, answer: isCertain ? known : null });
    return answer;
  }

  /**
   * Answers a request before the framework handles it, which would be most of the work, when the client is known to have the
   * current answer.
   * @param said headers of every response, names and values in turn
   * @returns whether it did
   */
  unchanged({ method, url, headers }: IncomingMessage, response: ServerResponse, said: readonly string[]): boolean {
    if (headers['if-none-match'] === undefined) return false;
    const call = new Call({ headers, ip: null });
    const kept = this.keptFor(method!, url!, call);
    if (kept === null || !this.isCurrent(kept) || !matches(call.ifNoneMatch, kept.answer.tag!)) return false;
    this.note(call, kept);
    const told = ['etag', kept.answer.tag!, 'cache-control', TAGGED, 'vary', 'accept-encoding'];
    response.writeHead(304, [...said, ...told, 'x-correlation-id', call.correlationId]).end();
    return true;
  }

  /** Answers a call from the cache, or leaves it to the next handler. */
  answer({ method, url, call }: FastifyRequest, reply: FastifyReply, next: (error?: Error) => void): void {
    const kept = this.keptFor(method, url, call);
    if (kept === null) return next();
    const isTheirs = matches(call.ifNoneMatch, kept.answer.tag!);
    // the client's own copy may be the only one
    if (!isTheirs && kept.answer.status !== null) return next();
    const again = () => {
      this.note(call, kept);
      void reply.send(isTheirs ? new Json('', kept.answer.tag, 304) : kept.answer);
    };
    if (this.isCurrent(kept)) return again();
    this.holds(call, kept).then((holds) => (holds ? again() : next()), next);
  }

  private note(call: Call, { caller }: Kept): void {
    call.actor = caller;
    this.presence.note(caller.id);
  }

  private keptFor(method: string, url: string, call: Call): Certain | null {
    if (method !== 'GET' || call.bearer === null) return null;
    call.asked = url;
    const token = this.tokens.known(call.bearer);
    const kept = token && this.kept.get(nameOf(token, url));
    if (!kept?.answer) return null;
    const { access, views } = this.installation;
    if (kept.rights !== access.changes) return null;
    // it includes what the caller has written before
    if (!views.include(kept.views, call.consistencyToken ?? -1n)) return null;
    return kept as Certain;
  }

  /** Whether nothing at all was written since. */
  private isCurrent({ commits }: Kept): boolean {
    return commits === this.installation.ports.reads.commits();
  }

  /** Whether the answer's data is unchanged, though something was written. */
  private async holds(call: Call, kept: Certain): Promise<boolean> {
    for (const { view } of kept.parts) if (await this.installation.views.isOld(view)) return false;
    const now = await this.groundsOf(kept.parts);
    if (now === null || !isSame(kept, now)) return false;
    this.kept.set(nameOf(kept.caller, call.asked!), { ...kept, ...now });
    return true;
  }

  private async groundsOf(parts: readonly Part[]): Promise<Grounds | null> {
    const { access, ports } = this.installation;
    const { reads } = ports;
    const commits = reads.commits();
    if (commits === null) return null;
    const positions = await Promise.all(parts.map(({ view, audience }) => reads.audience(view, audience)));
    return { rights: access.changes, commits, parts, positions };
  }
}
