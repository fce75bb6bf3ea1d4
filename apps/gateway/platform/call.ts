import type { FastifyRequest } from 'fastify';
import type { EndpointSpec, Language, Role } from '@dosar/contracts';
import {
  askedOnce,
  askedUnder,
  canonical,
  newId,
  type Asked,
  type Origin,
  type Position,
  type Tenant,
} from '@dosar/kernel';
import { Problem } from './problem';
import { languageOf } from './texts';

/** Somebody with an account, as they are now. */
export type Person = {
  readonly id: string;
  readonly role: Role;
  readonly firmId: string | null;
  readonly clientId: string | null;
};
/** Somebody who is signed in. */
export type Actor = Person & { readonly sessionId: string };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const KEY_LENGTH = 200;
const AGENT_LENGTH = 500;

/** What a call is read from. */
type Request = Pick<FastifyRequest, 'headers'> & { readonly ip: string | null };

const header = (request: Request, name: string): string | null => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** For whom something is done: a request, or what is left of one that was interrupted. */
export interface Errand {
  origin(tenant: Tenant, causationId: string): Origin;
  /** Where the newest event is that was appended for it. */
  written: Position | null;
  /** Where events were appended that something else follows from. */
  readonly reactions: Set<Position>;
}

/** One request: who asks, from where, how, and what became of it. The only reader of headers. */
export class Call implements Errand {
  readonly correlationId: string;
  /** null when the installation does something by itself. */
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly ifNoneMatch: string | null;
  readonly bearer: string | null;
  readonly consistencyToken: Position | null;
  readonly respondAsync: boolean;
  readonly startedAt = performance.now();

  endpoint: EndpointSpec | null = null;
  actor: Actor | null = null;
  /** Who has shown by a link or a first factor who they are, before there is a session. */
  person: Person | null = null;
  /** Told as its consistency token. */
  written: Position | null = null;
  readonly reactions = new Set<Position>();
  /** What is answered may be older than what was written. */
  stale = false;

  private readonly idempotencyKey: string | null;
  private readonly languages: string | undefined;

  constructor(request: Request) {
    const correlation = header(request, 'x-correlation-id');
    this.correlationId = correlation && UUID.test(correlation) ? correlation.toLowerCase() : newId();
    this.ip = request.ip;
    this.userAgent = header(request, 'user-agent')?.slice(0, AGENT_LENGTH) ?? null;
    this.languages = request.headers['accept-language'];
    this.ifNoneMatch = header(request, 'if-none-match');
    this.bearer = /^Bearer (.+)$/i.exec(header(request, 'authorization') ?? '')?.[1] ?? null;
    this.consistencyToken = positionOf(header(request, 'x-consistency-token'));
    this.respondAsync = /(^|[,;\s])respond-async($|[,;\s])/i.test(header(request, 'prefer') ?? '');
    this.idempotencyKey = header(request, 'idempotency-key');
  }

  get language(): Language {
    return languageOf(this.languages);
  }

  /** @throws Problem when nobody is signed in. The guard has seen to it on all endpoints but the public ones. */
  get caller(): Actor {
    if (!this.actor) throw new Problem('AUTHENTICATION_REQUIRED');
    return this.actor;
  }

  /** How this request asks for a command: under its idempotency key, or once. `body` is what makes two requests the same. */
  asked(secret: Buffer, body: unknown): Asked {
    if (this.idempotencyKey === null) return askedOnce();
    if (this.idempotencyKey.length > KEY_LENGTH)
      throw new Problem(
        'VALIDATION_FAILED',
        new Map([['Idempotency-Key', { rule: 'max_length', values: { max: KEY_LENGTH } }]]),
      );
    const { method, path } = this.endpoint!;
    return askedUnder(secret, `${this.caller.id} ${this.idempotencyKey}`, `${method} ${path} ${canonical(body)}`);
  }

  origin(tenant: Tenant, causationId: string): Origin {
    const who = this.actor ?? this.person;
    return {
      actor: who
        ? { kind: 'user', id: who.id, role: who.role, sessionId: this.actor?.sessionId ?? null }
        : { kind: 'system', id: 'gateway', role: null, sessionId: null },
      tenant,
      correlationId: this.correlationId,
      causationId,
      ip: this.ip,
      userAgent: this.userAgent,
    };
  }
}

const TOKEN = /^p1\.(\d{1,19})$/;

/** Consistency tokens are opaque to clients: a format and a position. */
export const tokenOf = (position: Position): string => Buffer.from(`p1.${position}`).toString('base64url');

const positionOf = (token: string | null): Position | null => {
  const found = token === null ? null : TOKEN.exec(Buffer.from(token, 'base64url').toString());
  return found ? BigInt(found[1]!) : null;
};
