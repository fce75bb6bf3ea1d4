import { Inject, Injectable } from '@nestjs/common';
import type { Person } from '@dosar/contracts';
import { INSTALLATION, type Installation } from './installation';

const ONLINE_MS = 60_000;
const AWAY_MS = 10 * 60_000;

/**
 * Who is here. It is no event: it is known of those whose calls come by, and when they were last here is known from
 * their sessions after that.
 */
@Injectable()
export class Presence {
  /** When somebody last called, in milliseconds. */
  private readonly calls = new Map<string, number>();

  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  note(userId: string): void {
    this.calls.set(userId, Date.now());
  }

  of(userId: string): Person['presence'] {
    const since = Date.now() - (this.calls.get(userId) ?? 0);
    if (since > AWAY_MS) return 'offline';
    return since > ONLINE_MS ? 'away' : 'online';
  }

  /** ISO 8601; null for somebody who was never here. */
  lastSeen(userId: string): string | null {
    const { access } = this.installation;
    const call = this.calls.get(userId);
    if (call !== undefined) return new Date(call).toISOString();
    const seen = (access.user(userId)?.sessions ?? [])
      .map(({ seenAt }) => seenAt)
      .sort()
      .at(-1);
    return seen || null;
  }
}
