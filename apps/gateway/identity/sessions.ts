import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { askedOnce, askedUnder, newId, type DataOf } from '@dosar/kernel';
import { SESSION_MS } from '@dosar/domain/identity/access.projector';
import { session, type SessionCommand } from '@dosar/domain/identity/session.decider';
import { user } from '@dosar/domain/identity/user.decider';
import type { SessionEvent } from '@dosar/domain/identity/session.events';
import type { Call } from '../platform/call';
import { Commands } from '../platform/commands';
import { actorOf } from '../platform/guard';
import { INSTALLATION, type Installation } from '../platform/installation';
import { notFound, Problem } from '../platform/problem';
import { Tokens } from '../platform/tokens';

/** Parallel tabs refresh with the same token: for so long the one before is answered with the same successor. */
const GRACE_MS = 10_000;
/** A session that is being opened may not be known everywhere yet. */
const OPENING_MS = 60_000;
const SESSIONS_PER_USER = 50;
const SEEN_KEPT = 10_000;

type Refresh = {
  readonly userId: string;
  readonly current: string;
  readonly previous: string | null;
  readonly rotatedAt: number;
  readonly expiresAt: number;
};

/** What somebody has shown to be let in. */
export type SignedInHow = Omit<DataOf<SessionEvent, 'SignedIn'>, 'userId'>;

export type Opened = {
  readonly token: string;
  readonly expiresAt: Date;
  readonly cookie: string;
  readonly userId: string;
};

const digest = (secret: string) => createHash('sha256').update(secret).digest('base64url');
const same = (a: string, b: string | null) =>
  b !== null && a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Sessions: their events say when they began and ended; which refresh token is theirs is kept in the vault alone. */
@Injectable()
export class Sessions {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly commands: Commands,
    private readonly tokens: Tokens,
  ) {}

  /** Signs a user in. The oldest session goes when there are too many. */
  async open(call: Call, userId: string, how: SignedInHow): Promise<Opened> {
    const { access, ports } = this.installation;
    const user = access.user(userId)!;
    const sessionId = newId();
    const secret = randomBytes(32).toString('base64url');
    call.actor = { id: userId, role: user.role, firmId: user.firmId, clientId: user.clientId, sessionId };
    await ports.vault.putIfAbsent(placeOf(sessionId), this.kept(userId, digest(secret), null));
    await this.submit(call, sessionId, { type: 'SignIn', data: { userId, ...how } });
    this.seen.add(seenFrom(call, sessionId));
    for (const oldest of user.sessions.slice(0, Math.max(0, user.sessions.length + 1 - SESSIONS_PER_USER)))
      await this.end(call, oldest, 'replaced');
    await this.commands.visible(call);
    return this.opened(userId, sessionId, secret);
  }

  /** A new token for the cookie's. One that was used before ends the session: somebody has a copy. @throws Problem */
  async refresh(call: Call, cookie: string | undefined): Promise<Opened> {
    const { ports, keys } = this.installation;
    const [sessionId = '', secret = ''] = (cookie ?? '').split('.');
    if (sessionId === '' || secret === '') throw new Problem('AUTHENTICATION_REQUIRED');
    for (;;) {
      const text = await ports.vault.get(placeOf(sessionId));
      if (text === null) throw new Problem('SESSION_EXPIRED');
      const kept = JSON.parse(text) as Refresh;
      call.actor = actorOf(this.installation, kept.userId, sessionId);
      if (kept.expiresAt < Date.now()) throw new Problem('SESSION_EXPIRED');
      // derived, so that whoever refreshes with the same token gets the same successor
      const successor = createHmac('sha256', keys.refresh).update(`${sessionId}.${secret}`).digest('base64url');
      if (same(digest(secret), kept.current)) {
        const next = this.kept(kept.userId, digest(successor), digest(secret));
        if (!(await ports.vault.replaceIf(placeOf(sessionId), text, next))) continue;
        await this.see(call, sessionId);
        return this.opened(kept.userId, sessionId, successor);
      }
      if (same(digest(secret), kept.previous) && Date.now() - kept.rotatedAt < GRACE_MS)
        return this.opened(kept.userId, sessionId, successor);
      await this.end(call, sessionId, 'reused');
      throw new Problem('SESSION_EXPIRED');
    }
  }

  async signOut(call: Call): Promise<void> {
    const { sessionId } = call.caller;
    await this.submit(call, sessionId, { type: 'SignOut', data: {} });
    await this.installation.ports.vault.remove(placeOf(sessionId));
    await this.commands.visible(call);
  }

  /** Ends one of the caller's own. @throws Problem NOT_FOUND */
  async endOwn(call: Call, sessionId: string): Promise<void> {
    if (this.installation.access.session(sessionId)?.userId !== call.caller.id) throw notFound();
    await this.end(call, sessionId, 'revoked');
    await this.commands.visible(call);
  }

  /** Ends all of the caller's own, this one included. */
  async endAll(call: Call): Promise<void> {
    const { caller } = call;
    const command = { type: 'RevokeAllSessions', data: {} } as const;
    await this.commands.submit(user, caller.id, command, call, this.commands.tenantOf(caller), askedOnce());
    await this.commands.visible(call);
  }

  /** Takes out what is kept of sessions that are over. */
  async sweep(): Promise<void> {
    const { access, ports } = this.installation;
    for await (const [place, text] of ports.vault.all(placeOf(''))) {
      const { rotatedAt, expiresAt } = JSON.parse(text) as Refresh;
      const isOver = access.session(place.slice(placeOf('').length)) === null && Date.now() - rotatedAt > OPENING_MS;
      if (isOver || expiresAt < Date.now()) await ports.vault.remove(place);
    }
  }

  async end(call: Call, sessionId: string, reason: 'replaced' | 'reused' | 'revoked'): Promise<void> {
    await this.submit(call, sessionId, { type: 'RevokeSession', data: { reason } });
    await this.installation.ports.vault.remove(placeOf(sessionId));
  }

  /** Once a day, or when the address or the agent is another one. */
  private async see(call: Call, sessionId: string): Promise<void> {
    const { keys } = this.installation;
    const from = seenFrom(call, sessionId);
    if (this.seen.has(from)) return;
    if (this.seen.size > SEEN_KEPT) this.seen.clear();
    this.seen.add(from);
    await this.submit(call, sessionId, { type: 'SeeSession', data: {} }, askedUnder(keys.marks, from, ''));
  }
  private readonly seen = new Set<string>();

  private submit(call: Call, sessionId: string, command: SessionCommand, asked = askedOnce()) {
    return this.commands.submit(session, sessionId, command, call, this.commands.tenantOf(call.caller), asked);
  }

  private kept(userId: string, current: string, previous: string | null): string {
    const now = Date.now();
    return JSON.stringify({ userId, current, previous, rotatedAt: now, expiresAt: now + SESSION_MS } satisfies Refresh);
  }

  private async opened(userId: string, sessionId: string, secret: string): Promise<Opened> {
    const { token, expiresAt } = await this.tokens.sign(userId, this.installation.access.user(userId)!.role, sessionId);
    return { token, expiresAt, cookie: `${sessionId}.${secret}`, userId };
  }
}

const placeOf = (sessionId: string) => `refresh/${sessionId}`;
const seenFrom = (call: Call, sessionId: string) =>
  `${sessionId} ${new Date().toISOString().slice(0, 10)} ${call.ip} ${call.userAgent}`;
