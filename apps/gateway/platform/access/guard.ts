import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isOffered, systemApi, type EndpointSpec } from '@dosar/contracts';
import type { Call, Caller } from './call';
import { endpointOf } from '../http/endpoint';
import { healthSessions, isOpenToHealth } from './health-sessions';
import { INSTALLATION, type Installation } from '../hosting/installation';
import { LoopTurns } from '../writes/loop-turns';
import { networkOf } from '../connections/network';
import { isAllowed, ruleOf } from './policy';
import { Presence } from '../sockets/presence';
import { notFound, Problem } from '../http/problem';
import { Tokens } from './tokens';
import { ACCESS_MEMORY } from '../reads/views';
import type { UnitOfWork } from './unit-of-work';

/** Endpoints that are open before rights are known. */
const OPEN_AT_ONCE = new Set<EndpointSpec>(Object.values(systemApi));
const STARTING_SECONDS = 2;
/** Somebody has to make room on the disk. */
const ROOM_SECONDS = 60;

/** Precedes every endpoint: who asks, whether they may, and how often. What they see is decided by the handler. */
@Injectable()
export class Guard implements CanActivate {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly tokens: Tokens,
    private readonly presence: Presence,
    private readonly turns: LoopTurns,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { call } = context.switchToHttp().getRequest<FastifyRequest>();
    if (call.endpoint === null) await this.admit(call, endpointOf(context));
    // the session may have ended while the body was read
    else await this.mustBeAllowed(call, call.endpoint);
    if (!call.hasTurn) await this.turns.mayBegin(call);
    return true;
  }

  /** Runs before a body is read or parsed. @throws Problem */
  async admit(call: Call, spec: EndpointSpec): Promise<void> {
    call.endpoint = spec;
    if (!isOffered(this.installation.config.features, spec.features)) throw notFound();
    if (spec.consumes !== undefined && this.installation.log.full !== null)
      throw new Problem('UNAVAILABLE', null, ROOM_SECONDS);
    if (!this.installation.access.isReady && !OPEN_AT_ONCE.has(spec))
      throw new Problem('UNAVAILABLE', null, STARTING_SECONDS);
    await this.catchUp(call, spec);
    await this.mustBeAllowed(call, spec);
    const { rate } = ruleOf(spec);
    if (rate) this.installation.limits.take(rate, call.actor?.sessionId ?? networkOf(call.ip));
    if (spec.method === 'GET' && call.actor) this.charge(call, call.actor.sessionId);
  }

  private async mustBeAllowed(call: Call, spec: EndpointSpec): Promise<void> {
    const rule = ruleOf(spec);
    if (call.bearer !== null && rule.allow !== 'everyone') await this.identify(call);
    // a caller with an invalid token counts as anonymous on health endpoints
    else if (call.bearer !== null && this.installation.access.isReady && spec.path.startsWith('/health'))
      await this.identify(call).catch(() => undefined);
    if (call.actor?.isForHealth && !isOpenToHealth(spec)) throw new Problem('ACCESS_DENIED');
    if (rule.allow !== 'everyone' && !isAllowed(rule, call.caller.role)) throw new Problem('ACCESS_DENIED');
  }

  /** Reads are limited by their cost. @throws Problem 429 when a session has spent more than allowed */
  private charge(call: Call, sessionId: string): void {
    const { limits } = this.installation;
    limits.take('reads', sessionId, 0);
    call.spend = (ms) => limits.spend('reads', sessionId, ms);
  }

  /** Waits until the requested view and the caller's rights include what the caller has written before. */
  private async catchUp(call: Call, spec: EndpointSpec): Promise<void> {
    if (call.consistencyToken === null) return;
    const views = spec.view ? [ACCESS_MEMORY, spec.view] : [ACCESS_MEMORY];
    if (!(await this.installation.views.reach(views, call.consistencyToken))) call.work.stale = true;
  }

  private async identify(call: Call): Promise<void> {
    const { userId, sessionId } = await this.tokens.verify(call.bearer!);
    const isKnown = this.installation.access.session(sessionId) !== null;
    const forHealth = isKnown ? null : await healthSessions(this.installation).callerOf(userId, sessionId);
    call.actor = forHealth ?? actorOf(this.installation, userId, sessionId);
    if (!forHealth) this.presence.note(userId);
  }
}

/** The user of a session now. @throws Problem when the session has ended or the account is closed. */
export const actorOf = ({ access }: Pick<Installation, 'access'>, userId: string, sessionId: string): Caller => {
  const user = access.user(userId);
  if (!user || access.session(sessionId)?.userId !== userId) throw new Problem('SESSION_EXPIRED');
  if (user.status !== 'active') throw new Problem('ACCOUNT_INACTIVE');
  const { role, firmId, clientIds, mandate } = user;
  // at once, whether or not it is written down already
  if (role === 'auditor' && !access.isOpen(mandate)) throw new Problem('SESSION_EXPIRED');
  return { id: userId, role, firmId, clientIds, mandate, sessionId };
};

/**
 * Checks again that the caller has the session, the role, and everything the work depends on: bodies, queues, long
 * operations and long answers take time. @throws Problem
 */
export const mustStillBe = (
  installation: Pick<Installation, 'access'>,
  before: { readonly id: string; readonly sessionId: string; readonly role: string | null },
  work: UnitOfWork,
): Caller => {
  const now = actorOf(installation, before.id, before.sessionId);
  if (now.role !== before.role) throw new Problem('ACCESS_DENIED');
  if (!work.maySeeStill(now)) throw notFound();
  return now;
};
