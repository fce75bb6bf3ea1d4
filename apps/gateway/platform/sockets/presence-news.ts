import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { LiveBody, Presence as Status } from '@dosar/contracts';
import type { Signal } from '@dosar/kernel/runtime';
import { Ephemeral, EPHEMERAL_TOPIC } from './ephemeral';
import { INSTALLATION, type Installation } from '../hosting/installation';
import { ConnectionRegistry } from './connection-registry';
import { Presence } from './presence';

/** A reloaded page closes its connection and opens another. */
const GRACE_MS = 2_000;

/** Announces to those who know somebody that they are online, busy, or gone. */
@Injectable()
export class PresenceNews implements OnModuleDestroy {
  /** The last announced state, by this or another gateway. */
  private readonly told = new Map<string, Status>();
  private readonly waiting = new Map<string, NodeJS.Timeout>();
  private readonly deafen: () => void;

  constructor(
    @Inject(INSTALLATION) installation: Installation,
    private readonly lines: ConnectionRegistry,
    private readonly presence: Presence,
    private readonly ephemeral: Ephemeral,
  ) {
    lines.onChange((userId, isHere) => isHere && this.settle(userId));
    this.deafen = installation.ports.signals.listen((signal) => this.hear(signal));
  }

  onModuleDestroy(): void {
    for (const timer of this.waiting.values()) clearTimeout(timer);
    this.deafen();
  }

  private hear(signal: Signal): void {
    if (signal.kind !== 'ephemeral' || signal.topic !== EPHEMERAL_TOPIC) return;
    const { event, body } = signal.body as { readonly event: string; readonly body: LiveBody<'presence:update'> };
    if (event !== 'presence:update') return;
    if (body.status === 'offline') this.told.delete(body.user_id);
    else this.told.set(body.user_id, body.status);
  }

  private settle(userId: string): void {
    clearTimeout(this.waiting.get(userId));
    const wait = this.lines.of(userId) === null ? GRACE_MS : 0;
    this.waiting.set(userId, setTimeout(() => this.tell(userId), wait).unref());
  }

  private tell(userId: string): void {
    this.waiting.delete(userId);
    const status = this.presence.of(userId);
    if (status === (this.told.get(userId) ?? 'offline')) return;
    const body = { user_id: userId, status, last_seen: this.presence.lastSeen(userId) };
    this.ephemeral.tell({ event: 'presence:update', to: { personId: userId }, body });
  }
}
