import { z } from 'zod';
import { TokenPayload, type SignedIn } from '@dosar/contracts';
import { isOver } from './refusals';

/** How long before its expiry a token is renewed. */
export const RENEW_BEFORE_MS = 300_000;
const SOONEST_MS = 5_000;
const TRY_AGAIN_MS = 10_000;
/** No pause is longer: a browser takes one of weeks for none, and clocks are set meanwhile. */
const LONGEST_MS = 60 * 60_000;

/** One value under one key, so that no tab reads half of it: the session, or the sentence with which the last one ended. */
const KEY = 'dosar.session';
const Stored = z.union([z.object({ token: z.string(), expires_at: z.string() }), z.object({ ended: z.string() })]);
type Stored = z.infer<typeof Stored>;

export type Surroundings = {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly now: () => number;
  readonly schedule: (work: () => void, ms: number) => () => void;
  /** Gets a new token for the cookie, which only the server can read. */
  readonly renew: () => Promise<SignedIn>;
  /** Runs work exclusively among all tabs. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
};

export type End = {
  /** The server's sentence; null: the person signed out. */
  readonly sentence: string | null;
  readonly personId: string | null;
  /** The person signed out in this tab. */
  readonly isLeft: boolean;
  /** Another account signed in in this browser: the page must be reloaded. */
  readonly isReplaced: boolean;
};

type Current = {
  readonly token: string;
  readonly expiresAt: number;
  readonly personId: string | null;
  readonly sessionId: string | null;
  readonly isForHealth: boolean;
};

const payloadOf = (token: string): z.infer<typeof TokenPayload> | null => {
  const [, payload = ''] = token.split('.');
  try {
    return TokenPayload.parse(JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))));
  } catch {
    return null;
  }
};

const parsed = (text: string | null): Stored | null => {
  try {
    return Stored.parse(JSON.parse(text ?? 'null'));
  } catch {
    return null;
  }
};

const currentOf = (stored: Stored | null): Current | null => {
  if (!stored || 'ended' in stored) return null;
  const payload = payloadOf(stored.token);
  return {
    token: stored.token,
    expiresAt: Date.parse(stored.expires_at) || 0,
    personId: payload?.user_id ?? null,
    sessionId: payload?.sid ?? null,
    isForHealth: payload?.only === 'health',
  };
};

/**
 * Whether somebody is signed in, the same in all tabs of a browser. Only the server ends a session: neither a clock nor a
 * lost connection does.
 */
export class Session {
  private readonly ends = new Set<(end: End) => void>();
  private readonly openings = new Set<() => void>();
  private cancel = () => {};
  /** The stored text this tab uses, and its content. */
  private text: string | null;
  private current: Current | null;
  private isReplaced = false;

  constructor(private readonly around: Surroundings) {
    this.text = around.storage.getItem(KEY);
    this.current = currentOf(parsed(this.text));
  }

  get token(): string | null {
    return this.current?.token ?? null;
  }

  /** The id of the signed-in person. */
  get personId(): string | null {
    return this.current?.personId ?? null;
  }

  /** The log is read-only, and the session only shows health. */
  get isForHealth(): boolean {
    return this.current?.isForHealth ?? false;
  }

  open({ token, expires_at }: Pick<SignedIn, 'token' | 'expires_at'>): void {
    this.store({ token, expires_at: this.endHere(token) ?? expires_at });
    this.adopt('opened');
  }

  /** When a token that has just come expires by the clock of this computer, which may be wrong by weeks. */
  private endHere(token: string): string | null {
    const payload = payloadOf(token);
    if (payload?.iat === undefined) return null;
    return new Date(this.around.now() + (payload.exp - payload.iat) * 1000).toISOString();
  }

  /** Takes over what another tab has stored. */
  follow(): void {
    if (this.text !== this.around.storage.getItem(KEY)) this.adopt('elsewhere');
  }

  /** @param token of the ended session: a newer one stays open. */
  close(sentence: string | null = null, token = this.token): void {
    this.follow();
    if (!this.current || token === null || this.current.sessionId !== (payloadOf(token)?.sid ?? null)) return;
    this.store(sentence === null ? null : { ended: sentence });
    this.adopt(sentence === null ? 'left' : 'over');
  }

  /** The server says that this session was ended. If a tab of this browser did it, the person knows. */
  async revoked(sentence: string, token: string | null): Promise<void> {
    await this.around.alone(() => Promise.resolve(this.close(sentence, token)));
  }

  /** Closes when the work, which ends the session at the server, is done. @throws what the work throws */
  async leave(work: (token: string | null) => Promise<void>): Promise<void> {
    const token = await this.freshToken();
    await this.around.alone(async () => {
      await work(token);
      this.close(null, token);
    });
  }

  onEnd(listener: (end: End) => void): void {
    this.ends.add(listener);
  }

  /** Called when somebody signs in in another tab, and nobody was signed in here. */
  onOpenElsewhere(listener: () => void): void {
    this.openings.add(listener);
  }

  /** Whether somebody is signed in, checked at each navigation. @throws Unreachable when only the server could say. */
  async isOpen(): Promise<boolean> {
    this.follow();
    if (!this.current) return false;
    return this.current.expiresAt > this.around.now() || this.renewed(this.current.token);
  }

  /** A valid token, or null when the session has ended. @throws Unreachable */
  async freshToken(): Promise<string | null> {
    return (await this.isOpen()) ? this.token : null;
  }

  /** Renews a token, unless this or another tab has done so. @returns false when the session has ended. */
  async renewed(stale: string): Promise<boolean> {
    return this.around.alone(async () => {
      this.follow();
      const { current } = this;
      const isNewer = current && current.token !== stale && current.expiresAt > this.around.now();
      if (current && !isNewer) await this.renew(current);
      return this.current !== null;
    });
  }

  /** Schedules the next renewal. */
  schedule(): void {
    this.cancel();
    if (!this.current) return;
    const { token, expiresAt } = this.current;
    const due = expiresAt - RENEW_BEFORE_MS - this.around.now();
    const pause = Math.min(Math.max(due, SOONEST_MS), LONGEST_MS);
    this.cancel = this.around.schedule(() => this.renewInTime(token), pause);
  }

  private async renew({ token, sessionId }: Current): Promise<void> {
    try {
      const answer = await this.around.renew();
      this.follow();
      // another tab may have signed out, or signed in again, meanwhile
      if (this.current?.sessionId === sessionId) this.open(answer);
    } catch (error) {
      if (!isOver(error)) throw error;
      this.close(error.message, token);
    }
  }

  private renewInTime(token: string): void {
    this.renewed(token).catch(() => {
      this.cancel = this.around.schedule(() => this.renewInTime(token), TRY_AGAIN_MS);
    });
  }

  private store(value: Stored | null): void {
    if (value === null) this.around.storage.removeItem(KEY);
    else this.around.storage.setItem(KEY, JSON.stringify(value));
  }

  private adopt(cause: 'opened' | 'left' | 'over' | 'elsewhere'): void {
    if (this.isReplaced) return;
    const former = this.current;
    this.text = this.around.storage.getItem(KEY);
    const stored = parsed(this.text);
    const next = currentOf(stored);
    // until the page is reloaded, requests begun with one account are not sent with another
    this.isReplaced = former !== null && next !== null && former.personId !== next.personId;
    this.current = this.isReplaced ? null : next;
    this.schedule();
    const { isReplaced } = this;
    const sentence = stored && 'ended' in stored ? stored.ended : null;
    if (former && !this.current)
      for (const end of this.ends) end({ sentence, personId: former.personId, isLeft: cause === 'left', isReplaced });
    if (!former && this.current && cause === 'elsewhere') for (const opening of this.openings) opening();
  }
}
