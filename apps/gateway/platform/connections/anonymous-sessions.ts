/** Contract section 6. */
const LIMIT = { anAddress: 20, inAll: 1_000 } as const;
/**
 * So long a session has to say who it is before its place may be given to another: a round trip of a slow network. A flood
 * makes us begin 40 sessions a second for its address at most; to refuse the others costs a fraction of that.
 */
const GRACE_MS = 500;

export type AnonymousSession = {
  /** The address that it counts for, as `networkOf` has it. */
  readonly network: string;
  readonly isPolling: boolean;
  readonly close: () => void;
};
type Counted = AnonymousSession & { readonly since: number };
type Newcomer = Pick<AnonymousSession, 'network' | 'isPolling'>;

/**
 * The engine's sessions of which nobody has said yet whose they are, by address and in all.
 *
 * Where all places are taken, a newcomer gets that of the oldest session of its address, or of the address that has the most:
 * somebody who is about to say who they are is not to be kept out by a hostile machine behind the same address. Sessions of
 * long polling cost a flood the least and give way first, to a websocket at once. Consoles send their token with the
 * handshake and are not counted here at all.
 */
export class AnonymousSessions {
  private readonly byNetwork = new Map<string, Set<Counted>>();
  private count = 0;

  constructor(private readonly isLimited: boolean) {}

  hasRoom(newcomer: Newcomer): boolean {
    return this.replacedBy(newcomer) !== 'refused';
  }

  /** @returns to be called when it ends or is somebody's, once or more often; null when there is no place for it */
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

  /** The session whose place it would get; null when one is free. */
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
