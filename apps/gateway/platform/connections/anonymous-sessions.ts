/** Contract section 6. */
const LIMIT = { anAddress: 20, inAll: 1_000 } as const;
/**
 * How long a session may take to identify itself before its place may be given to another: a round trip of a slow network. A
 * flood can thus make us begin at most 40 sessions a second for its address; refusing the others costs a fraction of that.
 */
const GRACE_MS = 500;

export type AnonymousSession = {
  /** The address it counts for, from `networkOf`. */
  readonly network: string;
  readonly isPolling: boolean;
  readonly close: () => void;
};
type Counted = AnonymousSession & { readonly since: number };
type Newcomer = Pick<AnonymousSession, 'network' | 'isPolling'>;

/**
 * Sessions of the engine that have not identified themselves, by address and in all. When all places are taken, a new one
 * replaces the oldest session of its address, or of the address with the most, so that a hostile machine cannot keep out
 * others behind the same address. Long polling costs a flood the least, so such sessions are replaced first, by a websocket
 * at once. Consoles send their token with the handshake and are not counted.
 */
export class AnonymousSessions {
  private readonly byNetwork = new Map<string, Set<Counted>>();
  private count = 0;

  constructor(private readonly isLimited: boolean) {}

  hasRoom(newcomer: Newcomer): boolean {
    return this.replacedBy(newcomer) !== 'refused';
  }

  /** @returns a function to call when it ends or is identified, once or more often; null when there is no place */
  enter(session: AnonymousSession): (() => void) | null {
    const replaced = this.replacedBy(session);
    if (replaced === 'refused') return null;
    if (replaced !== null) {
      this.leave(replaced);
      replaced.close();
    }
    const counted = { ...session, since: performance.now() };
    const own = this.byNetwork.get(session.network) ?? new Set();
    this.byNetwork.set(session.network, own.add(counted));
    this.count += 1;
    return () => this.leave(counted);
  }

  private leave(session: Counted): void {
    const own = this.byNetwork.get(session.network);
    if (!own?.delete(session)) return;
    this.count -= 1;
    if (own.size === 0) this.byNetwork.delete(session.network);
  }

  /** The session it would replace; null when a place is free. */
  private replacedBy({ network, isPolling }: Newcomer): Counted | 'refused' | null {
    if (!this.isLimited) return null;
    const own = this.byNetwork.get(network);
    const isOwnFull = own !== undefined && own.size >= LIMIT.anAddress;
    if (!isOwnFull && this.count < LIMIT.inAll) return null;
    const oldest = oldestOf(isOwnFull ? own : this.largest());
    const givesWay = (oldest.isPolling && !isPolling) || performance.now() - oldest.since >= GRACE_MS;
    return givesWay ? oldest : 'refused';
  }

  private largest(): ReadonlySet<Counted> {
    let largest: ReadonlySet<Counted> = new Set();
    for (const each of this.byNetwork.values()) if (each.size > largest.size) largest = each;
    return largest;
  }
}

const oldestOf = (sessions: ReadonlySet<Counted>): Counted => {
  for (const session of sessions) if (session.isPolling) return session;
  return sessions.values().next().value!;
};
