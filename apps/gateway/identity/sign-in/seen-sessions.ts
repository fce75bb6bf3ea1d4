import type { Call } from '../../platform/access/call';

const HOUR_MS = 60 * 60 * 1000;
const KEPT = 10_000;

type Seen = { readonly day: string; readonly from: string; readonly changedAt: number; readonly changes: number };
/** A use worth an event: the first on that day, or that many changes of address or agent. */
export type Sighting = { readonly day: string | null; readonly count: number };

const dayOf = (now: number) => new Date(now).toISOString().slice(0, 10);
const fromOf = ({ ip, userAgent }: Pick<Call, 'ip' | 'userAgent'>) => `${ip} ${userAgent}`;

/** Where sessions were last used from, as far as this process knows. */
export class SeenSessions {
  private readonly seen = new Map<string, Seen>();

  opened(sessionId: string, call: Pick<Call, 'ip' | 'userAgent'>): void {
    this.keep(sessionId, { day: dayOf(Date.now()), from: fromOf(call), changedAt: 0, changes: 0 });
  }

  /** Once a day; for another address or agent at once the first time, then at most once an hour. */
  again(sessionId: string, call: Pick<Call, 'ip' | 'userAgent'>, now: number): Sighting | null {
    const day = dayOf(now);
    const from = fromOf(call);
    const before = this.seen.get(sessionId);
    if (!before || before.day !== day) {
      this.keep(sessionId, { day, from, changedAt: before?.changedAt ?? 0, changes: 0 });
      return { day, count: Math.max(1, before?.changes ?? 0) };
    }
    if (before.from === from) return null;
    const changes = before.changes + 1;
    if (now - before.changedAt < HOUR_MS) {
      this.keep(sessionId, { ...before, from, changes });
      return null;
    }
    this.keep(sessionId, { day, from, changedAt: now, changes: 0 });
    return { day: null, count: changes };
  }

  private keep(sessionId: string, seen: Seen): void {
    this.seen.delete(sessionId);
    if (this.seen.size >= KEPT) this.seen.delete(this.seen.keys().next().value!);
    this.seen.set(sessionId, seen);
  }
}
