import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Person } from '@dosar/contracts';
import type { Signal } from '@dosar/kernel/runtime';
import { INSTALLATION, type Installation } from '../hosting/installation';
import { ConnectionRegistry } from './connection-registry';

const ONLINE_MS = 60_000;
const AWAY_MS = 10 * 60_000;
/** Others are told of somebody at most so often, and of all at once. */
const TELL = { everyMs: 10_000, atOnceMs: 250, users: 1_000 } as const;

type Users = Extract<Signal, { kind: 'here' }>['users'];

/**
 * Who is here. It is no event: it is known of those who have a socket open, else of those whose calls come by, at this
 * gateway or another, and when they were last here is known from their sessions after that.
 */
@Injectable()
export class Presence implements OnModuleDestroy {
  /** When somebody last called, in milliseconds. */
  private readonly calls = new Map<string, number>();
  /** When somebody closed their last socket: what they called before says nothing any more. */
  private readonly left = new Map<string, number>();
  /** Those who called here, and the call that the others were told of. */
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

  /** ISO 8601; null for somebody who was never here. */
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
    // a gateway that was started just now knows of nobody yet: it is told of those who called here
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

  /** Whoever is at work is told of now and then; whoever has stopped, when they called last. */
  private isDue(userId: string, now: number): boolean {
    const call = this.calls.get(userId)!;
    return call - (this.told.get(userId) ?? 0) >= TELL.everyMs || now - call >= TELL.everyMs;
  }
}
