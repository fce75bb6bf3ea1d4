import { LRUCache } from 'lru-cache';
import type { Signal } from '@dosar/kernel/runtime';

/** The topic of sessions' subscriptions. */
export const SUBSCRIPTIONS = 'asked';

/** Limit of subscriptions of a session; a new one replaces the oldest. */
const MOST = 10;
const SESSIONS = 10_000;

type Asked<To> = { readonly sessionId: string; readonly to: Partial<To> };

/** Subscriptions of sessions to things they may see, though they do not take part. */
export class Subscriptions<To extends object> {
  private readonly sessions = new LRUCache<string, readonly Partial<To>[]>({ max: SESSIONS });

  of(sessionId: string): readonly Partial<To>[] {
    return this.sessions.get(sessionId) ?? [];
  }

  /** @returns the session with a new subscription, at this gateway or another */
  hear(signal: Signal): string | null {
    if (signal.kind !== 'ephemeral' || signal.topic !== SUBSCRIPTIONS) return null;
    const { sessionId, to } = signal.body as Asked<To>;
    const before = this.of(sessionId);
    const others = before.filter((each) => JSON.stringify(each) !== JSON.stringify(to));
    this.sessions.set(sessionId, [...others, to].slice(-MOST));
    return others.length < before.length ? null : sessionId;
  }
}
