import { Inject, Injectable } from '@nestjs/common';
import { idempotent, newId, once, type CommandContext, type DataOf } from '@dosar/kernel/runtime';
import { PEOPLE_LIMITS } from '@dosar/contracts';
import { SESSION_MS } from '@dosar/domain/identity/access.projector';
import { session, type SessionCommand } from '@dosar/domain/identity/session.decider';
import { user } from '@dosar/domain/identity/user.decider';
import type { SessionEvent } from '@dosar/domain/identity/session.events';
import type { Call } from '../../platform/access/call';
import { actorOf } from '../../platform/access/guard';
import { healthSessions } from '../../platform/access/health-sessions';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { notFound, Problem } from '../../platform/http/problem';
import { Tokens } from '../../platform/access/tokens';
import { Writes } from '../../platform/writes/writes';
import {
  firstRefreshToken,
  nextRefreshToken,
  readRefreshToken,
  refreshTokenDigest,
  writeRefreshToken,
  type RefreshToken,
} from './refresh-tokens';
import { SeenSessions } from './seen-sessions';

/** Parallel tabs refresh with the same token: for this long it gets the same successor. */
const GRACE_MS = 10_000;
/** How long a session being opened may be unknown to other processes. */
const OPENING_MS = 60_000;

type Kept = {
  readonly userId: string;
  readonly current: string;
  readonly previous: string | null;
  readonly rotatedAt: number;
  readonly expiresAt: number;
};

/** What was proven to sign in. */
export type Proven = DataOf<SessionEvent, 'SignedIn'>;

export type Opened = {
  readonly token: string;
  readonly expiresAt: Date;
  readonly cookie: string;
  readonly userId: string;
  /** Restricts the session to health. */
  readonly only?: 'health';
};

/** Sessions: events say when they begin and end; their refresh tokens are only in the vault. */
@Injectable()
export class Sessions {
  private readonly seen = new SeenSessions();

  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly writes: Writes,
    private readonly tokens: Tokens,
  ) {}

  /** Signs a user in, and ends the oldest session when there are too many. @throws Problem when the proof has expired */
  async open(call: Call, proven: Proven): Promise<Opened> {
    const { access, ports } = this.installation;
    const { userId, method } = proven;
    const { role, firmId, clientIds, mandate } = access.user(userId)!;
    const sessionId = newId();
    const token = firstRefreshToken(sessionId);
    if (this.health.isFor(userId)) {
      await this.health.open(userId, sessionId, refreshTokenDigest(token));
      return this.opened(userId, token, 'health');
    }
    call.signingIn = { id: userId, role, firmId, clientIds, mandate, sessionId };
    await ports.vault.putIfAbsent(placeOf(sessionId), kept(userId, token, null));
    const { position } = await this.handle(call, sessionId, { type: 'SignIn', data: proven });
    await access.reach(position!);
    // the password was changed, or the link used, meanwhile
    if (!access.session(sessionId)) {
      await ports.vault.remove(placeOf(sessionId));
      throw new Problem(method === 'link' ? 'RESET_LINK_INVALID' : 'INVALID_CREDENTIALS');
    }
    call.actor = call.signingIn;
    this.seen.opened(sessionId, call);
    // sessions opened at the same moment count, too
    const { sessions } = access.user(userId)!;
    for (const oldest of sessions.slice(0, Math.max(0, sessions.length - PEOPLE_LIMITS.sessions)))
      await this.end(call, oldest.id, 'replaced');
    await this.writes.visible(call);
    return this.opened(userId, token);
  }

  /** A new token for the cookie's. A token used before ends the session, since somebody has a copy. @throws Problem */
  async refresh(call: Call, cookie: string | undefined): Promise<Opened> {
    const { ports, keys } = this.installation;
    if (!cookie) throw new Problem('AUTHENTICATION_REQUIRED');
    const token = readRefreshToken(keys.refresh, cookie);
    if (!token) throw new Problem('SESSION_EXPIRED');
    const place = placeOf(token.sessionId);
    for (;;) {
      const text = await ports.vault.get(place);
      if (text === null) return this.refreshedForHealth(token);
      const { userId, current, previous, rotatedAt, expiresAt } = JSON.parse(text) as Kept;
      call.actor = actorOf(this.installation, userId, token.sessionId);
      if (expiresAt < Date.now()) throw new Problem('SESSION_EXPIRED');
      const given = refreshTokenDigest(token);
      const next = nextRefreshToken(keys.refresh, token);
      if (given === current) {
        if (!(await ports.vault.replaceIf(place, text, kept(userId, next, current)))) continue;
        await this.see(call, token.sessionId);
        // nobody reads at once where a session was used
        call.work.isHeldBack = false;
        return this.opened(userId, next);
      }
      if (given === previous && Date.now() - rotatedAt < GRACE_MS) return this.opened(userId, next);
      await this.end(call, token.sessionId, 'reused');
      throw new Problem('SESSION_EXPIRED');
    }
  }

  async signOut(call: Call): Promise<void> {
    const { sessionId, isForHealth } = call.caller;
    if (isForHealth) return this.health.end(sessionId);
    await this.handle(call, sessionId, { type: 'SignOut', data: {} });
    await this.installation.ports.vault.remove(placeOf(sessionId));
    await this.writes.visible(call);
  }

  /** Ends a session of the caller. @throws Problem NOT_FOUND */
  async endOwn(call: Call, sessionId: string): Promise<void> {
    if (this.installation.access.session(sessionId)?.userId !== call.caller.id) throw notFound();
    await this.end(call, sessionId, 'revoked');
    await this.writes.visible(call);
  }

  /** Ends all sessions of the caller, this one included. */
  async endAll(call: Call): Promise<void> {
    await this.writes.once(call).handle(user, call.caller.id, { type: 'RevokeAllSessions', data: {} });
    await this.writes.visible(call);
  }

  /** Removes data of ended sessions. */
  async sweep(): Promise<void> {
    const { access, ports } = this.installation;
    for await (const [place, text] of ports.vault.all(placeOf(''))) {
      const { rotatedAt, expiresAt } = JSON.parse(text) as Kept;
      const isOver = access.session(place.slice(placeOf('').length)) === null && Date.now() - rotatedAt > OPENING_MS;
      if (isOver || expiresAt < Date.now()) await ports.vault.remove(place);
    }
    await this.health.sweep();
  }

  async end(call: Call, sessionId: string, reason: 'replaced' | 'reused' | 'revoked'): Promise<void> {
    await this.handle(call, sessionId, { type: 'RevokeSession', data: { reason } });
    await this.installation.ports.vault.remove(placeOf(sessionId));
  }

  /** Notes where a session is used, as often as that is worth an event. */
  private async see(call: Call, sessionId: string): Promise<void> {
    const seen = this.seen.again(sessionId, call, Date.now());
    if (!seen) return;
    const { marks } = this.installation.keys;
    const context = seen.day === null ? once() : idempotent(marks, `seen ${sessionId} ${seen.day}`, '');
    await this.handle(call, sessionId, { type: 'SeeSession', data: { count: seen.count } }, context);
  }

  private handle(call: Call, sessionId: string, command: SessionCommand, context: CommandContext = once()) {
    return this.writes.with(call, context).handle(session, sessionId, command);
  }

  private get health() {
    return healthSessions(this.installation);
  }

  /** @throws Problem when the session has ended */
  private async refreshedForHealth(token: RefreshToken): Promise<Opened> {
    const userId = await this.health.refreshed(token.sessionId, refreshTokenDigest(token));
    if (userId === null) throw new Problem('SESSION_EXPIRED');
    return this.opened(userId, token, 'health');
  }

  private async opened(userId: string, refresh: RefreshToken, only?: 'health'): Promise<Opened> {
    const { access, keys } = this.installation;
    const { role } = access.user(userId)!;
    const { token, expiresAt } = await this.tokens.sign(userId, role, refresh.sessionId, only);
    return { token, expiresAt, cookie: writeRefreshToken(keys.refresh, refresh), userId, ...(only && { only }) };
  }
}

const placeOf = (sessionId: string) => `refresh/${sessionId}`;

const kept = (userId: string, token: RefreshToken, previous: string | null): string => {
  const now = Date.now();
  const current = refreshTokenDigest(token);
  return JSON.stringify({ userId, current, previous, rotatedAt: now, expiresAt: now + SESSION_MS } satisfies Kept);
};
