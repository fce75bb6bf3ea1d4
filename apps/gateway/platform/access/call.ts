import type { FastifyRequest } from 'fastify';
import type { BrokenRule, EndpointSpec, Language } from '@dosar/contracts';
import {
  canonical,
  derivedId,
  idempotent,
  newId,
  once,
  type CommandContext,
  type MarksKey,
  type Origin,
  type Position,
} from '@dosar/kernel/runtime';
import { Problem } from '../http/problem';
import { languageOf } from '../http/texts';
import type { Account, Caller } from './account';
import { UnitOfWork } from './unit-of-work';

export type { Account, Caller };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Length of an idempotency key: a short one could be guessed, and with it what its marks in the log are over. */
export const KEY_LENGTH = { min: 16, max: 200 };
const AGENT_LENGTH = 500;

/** The parts of a request that a call is made of. */
/** A caller who has disconnected already has no address. */
type Request = Pick<FastifyRequest, 'headers'> & { readonly ip: string | null | undefined };

/** For whom something is done: a request, or the rest of an interrupted one. */
export interface CommandOrigin {
  origin(): Origin;
  /** What was written, and the rights it depends on. */
  readonly work: UnitOfWork;
  /** False for the installation itself, and for somebody whose session is not open yet. */
  readonly isSignedIn: boolean;
}

/** One request: who asks, from where and how. The only reader of headers. */
export class Call implements CommandOrigin {
  /** null for the installation itself. */
  readonly ip: string | null;
  readonly ifNoneMatch: string | null;
  readonly bearer: string | null;
  readonly consistencyToken: Position | null;
  readonly startedAt = performance.now();
  readonly work = new UnitOfWork();

  /** The socket by which it was received, if any. */
  line: string | null = null;
  endpoint: EndpointSpec | null = null;
  /** The address, for a query whose answer may be cached. */
  asked: string | null = null;
  /** The caller of a session that is being stored. */
  signingIn: Caller | null = null;
  /** Somebody who proved their identity by a link or a first factor, before there is a session. */
  person: Account | null = null;
  /** It has waited for its turn of the event loop already, before its body was read. */
  hasTurn = false;
  /** Charges the session of this call for milliseconds of the event loop. */
  spend: (ms: number) => void = () => {};

  /** Identifies one action of one person: a caller can only name their own. Made here when the request has none. */
  get correlationId(): string {
    return (this.correlation ??= newId());
  }

  get isSignedIn(): boolean {
    return this.who !== null;
  }

  private who: Caller | null = null;
  private correlation: string | null = null;
  private readonly headers: Request['headers'];

  constructor({ headers, ip }: Request) {
    this.headers = headers;
    this.ip = ip ?? null;
    this.ifNoneMatch = this.header('if-none-match');
    const authorization = this.header('authorization');
    this.bearer = (authorization && /^Bearer (.+)$/i.exec(authorization)?.[1]) ?? null;
    this.consistencyToken = positionOf(this.header('x-consistency-token'));
  }

  get userAgent(): string | null {
    return this.header('user-agent')?.slice(0, AGENT_LENGTH) ?? null;
  }

  get respondAsync(): boolean {
    return /(^|[,;\s])respond-async($|[,;\s])/i.test(this.header('prefer') ?? '');
  }

  private header(name: string): string | null {
    const value = this.headers[name];
    return typeof value === 'string' && value !== '' ? value : null;
  }

  private get givenCorrelation(): string | null {
    const correlation = this.header('x-correlation-id');
    return correlation && UUID.test(correlation) ? correlation.toLowerCase() : null;
  }

  /** A call of the installation itself, done once for ever under each key. */
  static ofInstallation(key: string): Call {
    const call = new Call({ headers: {}, ip: null });
    call.installationKey = key;
    return call;
  }
  private installationKey: string | null = null;

  get language(): Language {
    return languageOf(this.headers['accept-language']);
  }

  /** Who is signed in. */
  get actor(): Caller | null {
    return this.who;
  }
  set actor(actor: Caller | null) {
    const given = actor && actor.id !== this.who?.id ? this.givenCorrelation : null;
    if (actor && given) this.correlation = derivedId('action', actor.id, given);
    this.who = actor;
  }

  /** @throws Problem when nobody is signed in, which the guard has checked for all endpoints but public ones. */
  get caller(): Caller {
    if (!this.actor) throw new Problem('AUTHENTICATION_REQUIRED');
    return this.actor;
  }

  /**
   * The command context of this request: with its idempotency key, or without. `body` identifies the request, without
   * passwords and codes.
   */
  context(marks: MarksKey, body: unknown): CommandContext {
    const { method, path } = this.endpoint ?? { method: '', path: '' };
    const idempotencyKey = this.header('idempotency-key');
    if (this.installationKey !== null) return idempotent(marks, `installation ${this.installationKey}`, '');
    if (idempotencyKey === null) return once();
    mustBeKey(idempotencyKey);
    return idempotent(marks, `${this.caller.id} ${idempotencyKey}`, `${method} ${path} ${canonical(body)}`);
  }

  origin(): Origin {
    const signedIn = this.actor ?? this.signingIn;
    const who = signedIn ?? this.person;
    return {
      actor: who
        ? { kind: 'user', id: who.id, role: who.role, sessionId: signedIn?.sessionId ?? null }
        : { kind: 'system', id: 'gateway', role: null, sessionId: null },
      correlationId: this.correlationId,
      causationId: this.work.firstEvent,
      ip: this.ip,
      userAgent: this.userAgent,
    };
  }
}

/** @throws Problem */
const mustBeKey = ({ length }: string): void => {
  const { min, max } = KEY_LENGTH;
  const broken: BrokenRule =
    length < min ? { rule: 'min_length', values: { min } } : { rule: 'max_length', values: { max } };
  if (length < min || length > max) throw new Problem('VALIDATION_FAILED', new Map([['Idempotency-Key', broken]]));
};

const TOKEN = /^p1\.(\d{1,19})$/;

/** Consistency tokens are opaque to clients: a format and a position. */
export const tokenOf = (position: Position): string => Buffer.from(`p1.${position}`).toString('base64url');

/** null for an invalid token. */
export const positionOf = (token: string | null): Position | null => {
  const found = token === null ? null : TOKEN.exec(Buffer.from(token, 'base64url').toString());
  return found ? BigInt(found[1]!) : null;
};
