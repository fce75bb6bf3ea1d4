import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Person } from '@dosar/contracts';
import type { Signal } from '@dosar/kernel/runtime';
import { INSTALLATION, type Installation } from '../hosting/installation';
import { ConnectionRegistry } from './connection-registry';

const ONLINE_MS = 60_000;
const AWAY_MS = 10 * 60_000;
/** How often other gateways are informed about a user, and for how long changes are gathered. */
const TELL = { everyMs: 10_000, atOnceMs: 250, users: 1_000 } as const;

type Users = Extract<Signal, { kind: 'here' }>['users'];

/**
 * Who is online. Not an event: known from open sockets, else from calls, at this gateway or another; afterwards sessions say
 * when somebody was last seen.
 */
@Injectable()
export class Presence implements OnModuleDestroy {
  /** When somebody last called, in milliseconds. */
  private readonly calls = new Map<string, number>();
  /** When somebody closed their last socket: earlier calls do not count any more. */
  private readonly left = new Map<string, number>();
  /** The last call of each user that other gateways were informed of. */
  private readonly told = new Map<string, number>();
  private readonly untold = new Set<string>();
  private readonly telling: NodeJS.Timeout;
  private readonly deafen: () => void;

  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly lines: ConnectionRegistry,
  ) {
    lines.onChange((userId) => {
      if (lines.of(userId) === null) this.left.set(userId, Date.now());
    });
    const { signals } = installation.ports;
    this.deafen = signals.listen((signal) => this.hear(signal));
    this.telling = setInterval(() => this.tell(), TELL.atOnceMs).unref();
    signals.send({ kind: 'who' });
  }

  onModuleDestroy(): void {
    clearInterval(this.telling);
    this.deafen();
  }

  note(userId: string): void {
    this.calls.set(userId, Date.now());
    this.untold.add(userId);
  }

  of(userId: string): Person['presence'] {
    const said = this.lines.of(userId);
    if (said !== null) return said;
    const call = this.calls.get(userId) ?? 0;
    const since = Date.now() - call;
    if (since > AWAY_MS || call <= (this.left.get(userId) ?? -1)) return 'offline';
    return since > ONLINE_MS ? 'away' : 'online';
  }

  /** ISO 8601; null for somebody who was never seen. */
  lastSeen(userId: string): string | null {
    const { access } = this.installation;
    const last = Math.max(this.calls.get(userId) ?? 0, this.left.get(userId) ?? 0);
    if (last > 0) return new Date(last).toISOString();
    const seen = (access.user(userId)?.sessions ?? [])
      .map(({ seenAt }) => seenAt)
      .sort()
      .at(-1);
    return seen || null;
  }

  private hear(signal: Signal): void {
    // a newly started gateway has no data yet: it gets the users who called here
    if (signal.kind === 'who')
      for (const userId of this.told.keys()) {
        this.untold.add(userId);
        this.told.set(userId, 0);
      }
    if (signal.kind !== 'here') return;
    const now = Date.now();
    for (const [userId, ago] of signal.users) this.calls.set(userId, Math.max(this.calls.get(userId) ?? 0, now - ago));
  }

  private tell(): void {
    const now = Date.now();
    const due = [...this.untold].filter((userId) => this.isDue(userId, now)).slice(0, TELL.users);
    if (due.length === 0) return;
    const users: Users = due.map((userId) => [userId, now - this.calls.get(userId)!]);
    for (const userId of due) {
      this.untold.delete(userId);
      this.told.set(userId, this.calls.get(userId)!);
    }
    this.installation.ports.signals.send({ kind: 'here', users });
  }

  /** Active users are reported from time to time; inactive ones once, with their last call. */
  private isDue(userId: string, now: number): boolean {
    const call = this.calls.get(userId)!;
    return call - (this.told.get(userId) ?? 0) >= TELL.everyMs || now - call >= TELL.everyMs;
  }
}
