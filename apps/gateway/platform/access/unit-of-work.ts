import type { Position } from '@dosar/kernel/runtime';
import type { Account } from './account';

/** The right to see something: what it shows to somebody now, null when they may not see it. */
export type Right<T = unknown> = { readonly name: string; readonly of: (who: Account) => T | null };

/** What became of something that is done for somebody: what was written, what follows from that, and which rights it stands on. */
export class UnitOfWork {
  /** Where the newest event is that was appended for it. */
  written: Position | null = null;
  /** What is answered may be older than what was written. */
  stale = false;
  /** Resolves when what was written can be read; null while nothing was. */
  untilVisible: (() => Promise<void>) | null = null;
  /** false: it is answered before what was written can be read. */
  isHeldBack = true;
  /** Groups of reactors that have something to do because of it, and up to where. */
  readonly reactions = new Map<string, Position>();
  private readonly rights = new Map<string, Right>();

  /** @param firstEvent the first event that was appended for it: the cause of all that follow */
  constructor(
    public firstEvent: string | null = null,
    rights: readonly Right[] = [],
  ) {
    for (const right of rights) this.rights.set(right.name, right);
  }

  /** What a right shows to somebody. What they have seen is asked for again before anything is decided that may stand on it. */
  see<T>(who: Account, right: Right<T>): T | null {
    const found = right.of(who);
    if (found !== null) this.rights.set(right.name, right);
    return found;
  }

  /** Whether somebody may see still all that was seen. */
  maySeeStill(who: Account): boolean {
    for (const right of this.rights.values()) if (right.of(who) === null) return false;
    return true;
  }
}
