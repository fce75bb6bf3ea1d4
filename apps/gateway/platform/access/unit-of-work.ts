import type { Position } from '@dosar/kernel/runtime';
import type { Account } from './account';

/** The right to see something: what it shows to somebody now, null when they may not see it. */
export type Right<T = unknown> = {
  readonly name: string;
  /** Whose thing it is, if a client's. */
  readonly clientId: string | null;
  readonly of: (who: Account) => T | null;
};

/** The work done for somebody: what was written, what follows from it, and the rights it depends on. */
export class UnitOfWork {
  /** Position of the newest event appended for it. */
  written: Position | null = null;
  /** The answer may be older than what was written. */
  stale = false;
  /** Resolves when what was written can be read; null while nothing was. */
  untilVisible: (() => Promise<void>) | null = null;
  /** false: it is answered before what was written can be read. */
  isHeldBack = true;
  /** Groups of reactors that have to handle its events, and up to which position. */
  readonly reactions = new Map<string, Position>();
  private readonly rights = new Map<string, Right>();

  /** @param firstEvent the first event appended for it, which causes all that follow */
  constructor(
    public firstEvent: string | null = null,
    rights: readonly Right[] = [],
  ) {
    for (const right of rights) this.rights.set(right.name, right);
  }

  /** What a right shows to somebody. It is noted, and checked again before a decision that may depend on it. */
  see<T>(who: Account, right: Right<T>): T | null {
    const found = right.of(who);
    if (found !== null) this.rights.set(right.name, right);
    return found;
  }

  /** The client whose things were seen; null when they are of none, or of several. */
  get clientId(): string | null {
    const ids = new Set([...this.rights.values()].map(({ clientId }) => clientId));
    return ids.size === 1 ? [...ids][0]! : null;
  }

  /** Whether somebody may still see everything that was seen. */
  maySeeStill(who: Account): boolean {
    for (const right of this.rights.values()) if (right.of(who) === null) return false;
    return true;
  }
}
