import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Presence as Status } from '@dosar/contracts';
import { newId, type Signal } from '@dosar/kernel/runtime';
import { INSTALLATION, type Installation } from '../hosting/installation';

/** The topic of open connections at each gateway. */
const LINES = 'lines';
/** A gateway without a heartbeat for this long is gone, with its connections. */
const BEAT_MS = 10_000;
const GONE_MS = 35_000;

type Told = {
  readonly gateway: string;
  /** The complete list of that gateway, not only changes. */
  readonly isAll: boolean;
  readonly users: readonly (readonly [userId: string, status: Status | null])[];
};
type Elsewhere = { readonly heardAt: number; readonly users: Map<string, Status> };

/** The state of several devices: a busy one counts more than an idle one. */
const ORDER = ['busy', 'online', 'away'] as const;
const together = (all: Iterable<Status>): Status | null => {
  const set = new Set(all);
  return ORDER.find((each) => set.has(each)) ?? (set.has('offline') ? 'offline' : null);
};

/** Entries that null the state of users who are not listed any more. */
const without = (known: ReadonlyMap<string, Status>, users: Told['users']): Told['users'] => {
  const told = new Set(users.map(([userId]) => userId));
  return [...known.keys()].filter((userId) => !told.has(userId)).map((userId) => [userId, null]);
};

/** Open connections here and at other gateways, with the state of each device. */
@Injectable()
export class ConnectionRegistry implements OnModuleDestroy {
  private readonly gateway = newId();
  private readonly here = new Map<string, Map<string, Status>>();
  private readonly elsewhere = new Map<string, Elsewhere>();
  private readonly beating: NodeJS.Timeout;
  private readonly deafen: () => void;
  private readonly listeners: ((userId: string, isHere: boolean) => void)[] = [];

  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {
    this.deafen = installation.ports.signals.listen((signal) => this.hear(signal));
    this.beating = setInterval(() => this.beat(), BEAT_MS).unref();
    installation.metrics.watchNumber('dosar_sockets', 'Open sockets of this process.', () =>
      [...this.here.values()].reduce((sum, lines) => sum + lines.size, 0),
    );
  }

  onModuleDestroy(): void {
    clearInterval(this.beating);
    this.deafen();
  }

  /** Calls the listener with users whose state may have changed, and whether this gateway has to announce it. */
  onChange(listener: (userId: string, isHere: boolean) => void): void {
    this.listeners.push(listener);
  }

  /** A connection opens: its user is online, unless the connection has said otherwise. */
  open(userId: string, line: string): void {
    if (!this.here.get(userId)?.has(line)) this.set(userId, line, 'online');
  }

  /** Sets the state of a connection's user. */
  set(userId: string, line: string, status: Status): void {
    this.change(userId, (lines) => void lines.set(line, status));
  }

  close(userId: string, line: string): void {
    this.change(userId, (lines) => void lines.delete(line));
  }

  /** The state of all open connections of somebody; null when there are none. */
  of(userId: string): Status | null {
    const others = [...this.elsewhere.values()].flatMap(({ users }) => users.get(userId) ?? []);
    return together([...(this.here.get(userId)?.values() ?? []), ...others]);
  }

  /** A change of one connection is only sent when it changes the user's combined state. */
  private change(userId: string, change: (lines: Map<string, Status>) => void): void {
    const lines = this.here.get(userId) ?? new Map<string, Status>();
    const before = together(lines.values());
    change(lines);
    if (lines.size > 0) this.here.set(userId, lines);
    else this.here.delete(userId);
    const now = together(lines.values());
    if (now === before) return;
    this.tell([[userId, now]], false);
    for (const listener of this.listeners) listener(userId, true);
  }

  private tell(users: Told['users'], isAll: boolean): void {
    const body: Told = { gateway: this.gateway, isAll, users };
    this.installation.ports.signals.send({ kind: 'ephemeral', topic: LINES, body });
  }

  private tellAll(): void {
    this.tell(
      [...this.here].map(([id, lines]) => [id, together(lines.values())]),
      true,
    );
  }

  /** Signals may be lost, so the whole list is sent each time. */
  private beat(): void {
    this.tellAll();
    const before = Date.now() - GONE_MS;
    for (const [gateway, { heardAt, users }] of this.elsewhere) {
      if (heardAt >= before) continue;
      this.elsewhere.delete(gateway);
      // a vanished gateway cannot announce its connections, so the remaining ones do
      for (const userId of users.keys()) for (const listener of this.listeners) listener(userId, true);
    }
  }

  private hear(signal: Signal): void {
    // a newly started gateway has no data yet
    if (signal.kind === 'who') this.tellAll();
    if (signal.kind !== 'ephemeral' || signal.topic !== LINES) return;
    const { gateway, isAll, users } = signal.body as Told;
    if (gateway === this.gateway) return;
    const known = this.elsewhere.get(gateway)?.users ?? new Map<string, Status>();
    this.elsewhere.set(gateway, { heardAt: Date.now(), users: known });
    const gone = isAll ? without(known, users) : [];
    for (const [userId, status] of [...users, ...gone]) {
      if ((known.get(userId) ?? null) === status) continue;
      if (status === null) known.delete(userId);
      else known.set(userId, status);
      for (const listener of this.listeners) listener(userId, false);
    }
  }
}
