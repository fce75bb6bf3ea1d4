import { TokenPayload, type SignedIn } from '@dosar/contracts';
import { Refused } from './refusals';

/** So long before the token runs out the next one is asked for. */
export const RENEW_BEFORE_MS = 300_000;
const SOONEST_MS = 5_000;
const TRY_AGAIN_MS = 10_000;

const TOKEN = 'dosar.token';
const EXPIRES = 'dosar.expires_at';

export type Surroundings = {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly now: () => number;
  readonly schedule: (work: () => void, ms: number) => () => void;
  /** A new token for the cookie that only the server reads. */
  readonly renew: () => Promise<SignedIn>;
  /** One at a time, over all tabs. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
};

/** Why a session is over: the person has left, or the server says so in a sentence. Another tab may have said whose it was. */
export type End = { readonly sentence: string | null; readonly personId: string | null };
type Kept = { readonly token: string; readonly expiresAt: number };

/** Whether somebody is signed in here. Only the server ends a session: a clock or a broken line does not. */
export class Session {
  private readonly listeners = new Set<(end: End) => void>();
  private cancel = () => {};
  private isLeaving = false;

  constructor(private readonly around: Surroundings) {}

  get token(): string | null {
    return this.kept()?.token ?? null;
  }

  /** The id of whose session it is. */
  get personId(): string | null {
    const [, payload = ''] = this.token?.split('.') ?? [];
    try {
      return TokenPayload.parse(JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')))).user_id;
    } catch {
      return null;
    }
  }

  open({ token, expires_at }: Pick<SignedIn, 'token' | 'expires_at'>): void {
    this.around.storage.setItem(TOKEN, token);
    this.around.storage.setItem(EXPIRES, expires_at);
    this.schedule();
  }

  close(sentence: string | null = null): void {
    this.cancel();
    const { personId } = this;
    this.around.storage.removeItem(TOKEN);
    this.around.storage.removeItem(EXPIRES);
    for (const listener of this.listeners) listener({ sentence: this.isLeaving ? null : sentence, personId });
  }

  /** Closes when the work, which ends the session at the server, is done: what the server says meanwhile is no news. */
  async leave(work: () => Promise<void>): Promise<void> {
    this.isLeaving = true;
    try {
      await work();
      this.close();
    } finally {
      this.isLeaving = false;
    }
  }

  onEnd(listener: (end: End) => void): void {
    this.listeners.add(listener);
  }

  /** Whether somebody is signed in: asked at each navigation. @throws Unreachable when only the server could say. */
  async isOpen(): Promise<boolean> {
    const kept = this.kept();
    if (!kept) return false;
    return kept.expiresAt > this.around.now() || this.renewed(kept.token);
  }

  /** A token that has not run out, or null when the session is over. @throws Unreachable */
  async freshToken(): Promise<string | null> {
    return (await this.isOpen()) ? this.token : null;
  }

  /** Replaces a token, unless somebody, maybe another tab, has done so. @returns false when the session is over. */
  async renewed(stale: string): Promise<boolean> {
    return this.around.alone(async () => {
      const kept = this.kept();
      if (!kept) return false;
      if (kept.token !== stale && kept.expiresAt > this.around.now()) return true;
      try {
        this.open(await this.around.renew());
        return true;
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== 401) throw error;
        this.close(error.problem.error);
        return false;
      }
    });
  }

  /** Sees to it that the next token comes in time. To be called again when another tab has changed what is kept. */
  schedule(): void {
    this.cancel();
    const kept = this.kept();
    if (!kept) return;
    const due = kept.expiresAt - RENEW_BEFORE_MS - this.around.now();
    this.cancel = this.around.schedule(() => this.renewInTime(kept.token), Math.max(due, SOONEST_MS));
  }

  private renewInTime(token: string): void {
    this.renewed(token)
      .then((isOpen) => isOpen && this.schedule())
      .catch(() => {
        this.cancel = this.around.schedule(() => this.renewInTime(token), TRY_AGAIN_MS);
      });
  }

  private kept(): Kept | null {
    const { storage } = this.around;
    const [token, expires] = [storage.getItem(TOKEN), storage.getItem(EXPIRES)];
    return token && expires ? { token, expiresAt: Date.parse(expires) || 0 } : null;
  }
}
